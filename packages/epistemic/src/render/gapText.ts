import { depthLabel } from '../model/depth.ts';
import type { FadedGap, Gap, PeerGap } from '../model/gap.ts';
import { subjectOfGap } from '../model/gap.ts';
import { visible } from './escape.ts';
import { originText } from './originText.ts';
import type { ResolutionNote, EpistemicStep } from '../grounding/result.ts';

/** One line that says what is not known, led by the kind of the gap. */
export function gapLine(gap: Gap): string {
  return `${gap.kind}: ${gapText(gap)}`;
}

/** What is not known, as a phrase. */
export function gapText(gap: Gap): string {
  switch (gap.kind) {
    case 'EXISTENCE':
      return `${quote(gap.primitive.name)} is not in the knowledge graph`;
    case 'DEPTH':
      return `${quote(gap.primitive.name)} known to ${depthLabel(gap.currentDepth)}, requires ${depthLabel(gap.requiredDepth)}`;
    case 'RELATIONAL': {
      const ends = `${quote(gap.source.name)} → ${quote(gap.target.name)}`;
      return `${ends} requires ${depthLabel(gap.requiredDepth)} on target, found ${depthLabel(gap.currentDepth)}`;
    }
    case 'REACHABILITY':
      return reachabilityText(gap.primitive.name, gap.reason);
    case 'AMBIGUITY':
      return `${quote(gap.name)} may mean ${gap.candidates.map(quote).join(' or ')}`;
    case 'FADED':
      return fadedText(gap);
    case 'PEER':
      return `${quote(gap.primitive.name)} rests on the peer ${quote(gap.peer)}, which does not count: ${visible(gap.detail)}`;
    default:
      return gap satisfies never;
  }
}

/** What would have to become known for the gap to close, as an instruction. */
export function gapFix(gap: Gap): string {
  const owner = gap.kind === 'PEER' ? undefined : peerOf(gap);
  const fix = localFix(gap);
  return owner === undefined ? fix : `ask the owners of the peer ${quote(owner)} to ${fix}, or ask the user to trust it further`;
}

/** The peer that would have to learn, for a gap about a peer's own concept. */
function peerOf(gap: Exclude<Gap, PeerGap>): string | undefined {
  return gap.kind === 'DEPTH' || gap.kind === 'RELATIONAL' ? subjectOfGap(gap).provenance.peer : undefined;
}

function localFix(gap: Gap): string {
  switch (gap.kind) {
    case 'EXISTENCE':
      return `add the concept ${quote(gap.primitive.name)} with what it is (D1 IDENTITY)`;
    case 'DEPTH':
      return `add ${levels(gap.missingLevels)} to ${quote(gap.primitive.name)}`;
    case 'RELATIONAL':
      return `add ${levels(gap.missingLevels)} to ${quote(gap.target.name)}, which ${quote(gap.source.name)} ${gap.relation}`;
    case 'REACHABILITY':
      return gap.reason === 'no_object'
        ? `name an object that ${quote(gap.primitive.name)} applies to, or add the APPLIES_TO edge that is missing`
        : `add the edge that relates ${quote(gap.primitive.name)} to the other concepts`;
    case 'AMBIGUITY':
      return `say which of ${gap.candidates.map(quote).join(', ')} is meant`;
    case 'FADED':
      return `ask a person to confirm that ${quote(gap.primitive.name)} is still understood`;
    case 'PEER':
      return peerFix(gap);
    default:
      return gap satisfies never;
  }
}

function fadedText({ primitive, requiredDepth, currentDepth, claimedDepth, reason, lastConfirmed }: FadedGap): string {
  const who = originText(primitive.provenance);
  const why = reason === 'expired' ? 'that level has expired' : `not used since ${lastConfirmed.slice(0, 10)}`;
  const known = `${quote(primitive.name)} was known to ${depthLabel(claimedDepth)} (${who})`;
  return `${known} and has faded to ${depthLabel(currentDepth)}, ${why}; requires ${depthLabel(requiredDepth)}`;
}

function peerFix({ peer, reason, primitive }: PeerGap): string {
  if (reason === 'unknown')
    return `ask the owners of the peer ${quote(peer)} to add the concept, or correct ${quote(primitive.name)}`;
  if (reason === 'undeclared') return `ask the user to declare the peer that ${quote(peer)} rests on`;
  if (reason === 'circle') return `ask the owners of the peer ${quote(peer)} to teach the concept itself`;
  if (reason === 'conflict') return `ask the user to compare both with \`licet concepts diff\` and to correct one of them`;
  return `ask the user to run \`licet concepts pull ${visible(peer)}\``;
}

function reachabilityText(name: string, reason: 'isolated' | 'no_object' | 'no_action'): string {
  if (reason === 'isolated') return `${quote(name)} is not connected to other concepts`;
  if (reason === 'no_object') return `${quote(name)} is not connected to an object it applies to`;
  return `${quote(name)} is not connected to any of the actions`;
}

const levels = (missing: readonly number[]): string =>
  missing.length === 0 ? 'content' : missing.map(level => `D${level}`).join(', ');

const quote = (name: string): string => `'${visible(name)}'`;

/** How a requested word was understood, as a phrase. */
export function noteText({ input, name, by }: ResolutionNote): string {
  return `'${visible(input)}' read as '${visible(name)}' (${by === 'alias' ? 'an alias' : 'a form of it'})`;
}

/** True for an edge that asks more of its target than is known: only the edges a gap is about, not others between the same concepts. */
export function asksTooMuch(
  gaps: readonly Gap[],
  edge: Pick<EpistemicStep, 'sourceId' | 'targetId' | 'relation' | 'targetDepth'>,
): boolean {
  return gaps.some(
    gap =>
      gap.kind === 'RELATIONAL' &&
      gap.source.id === edge.sourceId &&
      gap.target.id === edge.targetId &&
      gap.relation === edge.relation &&
      edge.targetDepth > (gap.currentDepth ?? -1),
  );
}
