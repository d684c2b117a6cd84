import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';

import { isGovernanceError } from '@licet/core';
import type { AuditRecord, Effect } from '@licet/core';
import { nodeAt, placeOfNode, waysIn } from '@licet/core/policy';
import type { CompiledPolicy } from '@licet/core/policy';
import { canonicalJson } from '@licet/core/text';
import { withParams, withoutInclude } from '@licet/core/yaml';
import { marksOf } from '@licet/effects/marks';
import { includePack, standardRulings } from '@licet/guards';

import { collectApprovals } from '../approvals.ts';
import { caseOf, withCases } from '../cases.ts';
import type { CaseData } from '../cases.ts';
import { callWords } from '../replay.ts';
import type { ReplayReport } from '../replay.ts';
import { runPolicyTests } from '../runTests.ts';
import { recordedEvents } from '../simulation.ts';
import { suggestExceptions } from '../suggest.ts';
import type { Refusal, Suggestion, Suggestions } from '../suggest.ts';
import { parsePolicyTests } from '../testFile.ts';
import type { Candidate, Witness } from '../witnesses.ts';
import { diffPolicies } from './diffPolicies.ts';
import type { PolicyHost } from './host.ts';
import { movedToTests } from './recordedCalls.ts';
import type { Call } from './recordedCalls.ts';
import { replayPolicies } from './replayPolicies.ts';
import { TEST_PLACE, ruleTheSame, subjectOf, worldHere, worldOf } from './world.ts';

/** What exceptions are looked for in. */
export interface SuggestionSource {
  /** The policy; absolute. */
  readonly file: string;
  /** Reads the trail from its start. */
  readonly records: () => AsyncIterable<AuditRecord>;
}

/** What was found in a trail. */
export interface Found extends Suggestions {
  readonly approvals: number;
  /** Yeses to calls that are not whole in the trail. */
  readonly inexact: number;
  readonly compiled: CompiledPolicy;
  /** The text of the policy. */
  readonly text: string;
}

/** A suggestion with everything that it takes to decide about it. */
export interface Proposal {
  readonly suggestion: Suggestion;
  /** The policy with the exception. */
  readonly text: string;
  /** Actions that it lets through, as both engines have confirmed. */
  readonly witnesses: readonly Witness[];
  /** What the trail would have come to with it. */
  readonly replay: Pick<ReplayReport, 'calls' | 'asksPer100' | 'changes'>;
  /** Cases for the tests of the policy: what is let through, and what near it still asks. */
  readonly cases: readonly CaseData[];
}

/** Looks for exceptions in what humans have said yes to. */
export async function findSuggestions(host: PolicyHost, { file, records }: SuggestionSource): Promise<Found> {
  const root = dirname(file);
  const text = readFileSync(file, 'utf8');
  const compiled = host.compile(text, file).compiled;
  const collected = collectApprovals();
  for await (const record of records()) collected.take(record);
  const { approvals, inexact } = collected.result();
  const { build, effects } = worldHere(host, root);
  const place = { root, home: homedir() };
  const refuses = refusing(root);
  const { registry } = host.nodesAt(root);
  const found = await suggestExceptions({ compiled, registry, build, effects, place, approvals, refuses });
  const yeses = new Set(approvals.map(({ approvalId }, index) => approvalId ?? String(index))).size;
  return { ...found, approvals: yeses, inexact, compiled, text };
}

/** Catastrophes, secrets, other rights, code from elsewhere, and all that the standard profile blocks. */
function refusing(root: string): (effects: readonly Effect[]) => string | undefined {
  return effects => {
    const isSecret = effects.some(({ tags = [] }) => tags.includes('secret') && !tags.includes('among'));
    const marks = effects.flatMap(effect => marksOf(effect, root));
    const mark = marks.find(each => standardRulings[each] === 'block' || each === 'elevation' || each === 'privilege');
    const what = isSecret ? 'secret' : mark;
    return what === undefined ? undefined : `actions marked \`${what}\` ask every time`;
  };
}

/**
 * Works a suggestion out: the text of the policy with it, what it lets through, what it would have spared. A refusal where the policy cannot
 * be changed so, or where more than the approved calls would be let through.
 */
export async function propose(
  host: PolicyHost,
  suggestion: Suggestion,
  found: Found,
  source: SuggestionSource,
): Promise<Proposal | Refusal> {
  const { file } = source;
  const root = dirname(file);
  const [first] = suggestion.calls;
  const refusal = (why: string): Refusal => ({
    why,
    approvals: suggestion.approvals,
    example: first === undefined ? suggestion.words : callWords(first),
  });
  const text = changedText(host, suggestion, found, file);
  if (text === undefined) return refusal(`\`${suggestion.kind}\` cannot be changed where it is written`);
  const newer = host.compile(text, file).compiled;
  const tried = [...suggestion.calls, ...suggestion.stillStopped].map((action): Candidate => ({
    words: callWords(action),
    action: movedToTests(action, root),
  }));
  const { witnesses } = await diffPolicies(host, found.compiled, newer, root, tried);
  const beyond = witnesses.find(
    ({ change, old }) => change === 'narrower' || old.ruling !== 'ask' || !suggestion.asked.includes(`${old.guard} ${old.code}`),
  );
  if (beyond !== undefined) return refusal(`\`${suggestion.words}\` would change \`${beyond.words}\` too`);
  const { calls, asksPer100, changes } = await replayPolicies(host, eventsOf(source), { older: found.compiled, newer, root });
  return {
    suggestion,
    text,
    witnesses,
    replay: { calls, asksPer100, changes },
    cases: await casesFor(host, suggestion, found.compiled, newer, root),
  };
}

async function* eventsOf({ records }: SuggestionSource): AsyncGenerator<ReturnType<typeof recordedEvents>[number]> {
  for await (const record of records()) yield* recordedEvents(record);
}

const PACK = 'pack:';

/** The policy with the exception, as text. Rules that a pack brings are written out first: no policy can loosen them from beside. */
function changedText(
  host: PolicyHost,
  { way, kind, params, compiled }: Suggestion,
  found: Found,
  file: string,
): string | undefined {
  const isRight = (text: string, wanted: CompiledPolicy): boolean =>
    isSame(host, host.compile(text, file).compiled, wanted, file);
  try {
    const place = placeOfNode(found.compiled, way);
    if (place?.file.startsWith(PACK) !== true) {
      if (place === undefined || resolve(place.file) !== file) return undefined;
      const text = withParams(found.text, { kind, line: place.line, after: sameBefore(found.compiled, way, kind) }, params);
      return isRight(text, compiled) ? text : undefined;
    }
    const name = place.file.slice(PACK.length);
    const written = withoutInclude(found.text, name, includePack(name)?.text ?? '');
    const whole = host.compile(written, file).compiled;
    if (!isSame(host, whole, found.compiled, file)) return undefined;
    const moved = canonicalJson(nodeAt(found.compiled.policy, way));
    for (const [at, node] of waysIn(whole.policy)) {
      const here = canonicalJson(node) === moved ? placeOfNode(whole, at) : undefined;
      if (here === undefined) continue;
      const text = withParams(written, { kind, line: here.line, after: sameBefore(whole, at, kind) }, params);
      if (isRight(text, compiled)) return text;
    }
    return undefined;
  } catch (error) {
    if (isGovernanceError(error)) return undefined;
    throw error;
  }
}

/** Whether two policies are proven to rule the same. */
function isSame(host: PolicyHost, a: CompiledPolicy, b: CompiledPolicy, file: string): boolean {
  return canonicalJson(a.policy) === canonicalJson(b.policy) || ruleTheSame(a, b, host.nodesAt(dirname(file)).registry);
}

/** How many nodes of this kind stand before a node in its line. */
function sameBefore(compiled: CompiledPolicy, way: string, kind: string): number {
  const here = placeOfNode(compiled, way);
  const inLine = waysIn(compiled.policy).flatMap(([each, node]) => {
    const place = placeOfNode(compiled, each);
    return node.kind === kind && place?.file === here?.file && place?.line === here?.line ? [each] : [];
  });
  return Math.max(0, inLine.indexOf(way));
}

const MOST_CASES = 3;

/** A case for each of the first calls, and for the first near ones that still ask. Each is tried in the world of tests first. */
async function casesFor(
  host: PolicyHost,
  { calls, stillStopped }: Suggestion,
  older: CompiledPolicy,
  newer: CompiledPolicy,
  root: string,
): Promise<readonly CaseData[]> {
  const world = worldOf(host, {}, root);
  const [before, after] = [subjectOf(older, world), subjectOf(newer, world)];
  const comesTo = async (data: CaseData, subject: typeof before): Promise<string | undefined> => {
    const tests = parsePolicyTests(withCases(undefined, [{ ...data, want: 'pass' }]));
    const [result] = await runPolicyTests(tests, subject);
    return result?.passed === true ? 'pass' : result?.failure?.got.ruling;
  };
  const cases: CaseData[] = [];
  const add = async (actions: readonly Call[], isWanted: (was: string, is: string) => boolean): Promise<void> => {
    let left = MOST_CASES;
    for (const action of actions) {
      if (left === 0) return;
      const data = caseOf({ ...action, ...movedToTests(action, root) }, TEST_PLACE.root);
      const [was, is] = [await comesTo(data, before), await comesTo(data, after)];
      if (was === undefined || is === undefined || !isWanted(was, is)) continue;
      cases.push({ ...data, want: is });
      left--;
    }
  };
  await add(calls, (was, is) => was === 'ask' && (is === 'pass' || is === 'warn'));
  await add(stillStopped, (was, is) => was === is && is === 'ask');
  return cases;
}

/** The text of the tests beside a policy, with more cases. */
export function testsWith(file: string, cases: readonly CaseData[]): { readonly before: string; readonly after: string } {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { before, after: withCases(before === '' ? undefined : before, cases) };
}
