import type { Declarations } from './declaration.ts';
import type { Hashing } from './hashing.ts';
import type { Fields } from './records.ts';
import { spellingsIn } from './secrets.ts';
import type { Argument } from './sinks.ts';
import { fetchedAddress, flatArguments, isActing, isNamed } from './sinks.ts';
import type { FlowState, Origin } from './state.ts';
import { hasOrigin } from './state.ts';
import { GRAVE_VERBS, LABEL_KEYS, actWordsOf, isFormOf, isWebSearch, verbOf } from './tables.ts';
import { RUN_WORDS, countWords, fold, hostOf, linkOf, referencesIn, runsOf } from './words.ts';

/** Why a call needs a word of the user. */
export type FlowReason =
  | 'aim'
  | 'carried'
  | 'secret'
  | 'dictated'
  | 'act'
  | 'after_secret'
  | 'install'
  | 'run'
  | 'setting'
  | 'setup'
  | 'plant'
  | 'private'
  | 'reveal';

/** One thing that the user must say yes to, once for each value. */
export interface FlowQuestion {
  readonly why: FlowReason;
  readonly key: string;
  readonly value: string;
  /** What a yes allows for the rest of the session: the hashes of values. */
  readonly grants: readonly string[];
}

/** A call that is judged by what the session has read. */
export interface Judged {
  readonly tool: string;
  readonly args: Fields;
  readonly state: FlowState;
  readonly hashing: Hashing;
  readonly declared: Declarations;
}

/** Whether a call is judged: it does something, fetches a page or asks a search engine. */
export const isJudged = ({ tool, args, declared }: Judged): boolean =>
  fetchedAddress(tool, args, declared) !== undefined || isActing(tool, args, declared) || isWebSearch(tool);

/** Returns what the user must say yes to before a call runs; nothing for a call that goes only where the user meant. */
export function questionsFor(judged: Judged): readonly FlowQuestion[] {
  const { tool, args, state, declared } = judged;
  const page = fetchedAddress(tool, args, declared);
  const isFetch = page !== undefined;
  if (!(state.isTainted || state.hasReadSecret) || !isJudged(judged)) return [];
  const all = flatArguments(tool, args, declared);
  if (!isFetch && !isActing(tool, args, declared)) return all.flatMap(each => secretQuestions(each, judged));
  const aims = all.filter(({ kind, key, value }) =>
    isFetch ? value === page : (kind === 'dest' || kind === 'object') && key !== '',
  );
  const isOutward = isFetch || aims.some(aim => aim.kind === 'dest' && !declared.isOwner(fold(String(aim.value))));
  const found = [
    ...(state.isTainted ? aims.filter(aim => !isAllowedAim(aim, isFetch, judged)).map(aim => aimQuestion(aim, judged)) : []),
    ...contentQuestions(all, aims, isOutward, judged),
  ];
  if (found.length > 0 || isFetch || !state.isTainted) return found;
  const isChosen = aims.every(aim => aim.kind !== 'dest' || isChosenByUser(String(aim.value), judged));
  const needsAct = aims.length === 0 || !isChosen || GRAVE_VERBS.has(verbOf(tool));
  return needsAct && !hasAct(judged) ? [actQuestion(judged)] : [];
}

/** Whether a value has one of some origins. */
export const isKnownAs = (folded: string, origins: readonly Origin[], { state, hashing }: Judged): boolean => {
  const hash = hashing.of(folded);
  return origins.some(origin => hasOrigin(state, hash, origin));
};

const isChosenByUser = (value: string, judged: Judged): boolean =>
  isNamed(value, judged.state) || isKnownAs(fold(value), ['selected', 'granted'], judged);

function isAllowedAim({ kind, value }: Argument, isFetch: boolean, judged: Judged): boolean {
  const text = String(value);
  const folded = fold(text);
  if (folded === '' || judged.declared.isOwner(folded) || isNamed(text, judged.state)) return true;
  const origins: readonly Origin[] =
    kind === 'dest' ? ['granted', 'selected', 'made', 'directory'] : ['granted', 'selected', 'made'];
  return isKnownAs(folded, origins, judged) || (isFetch && isKnownAs(linkOf(text), ['linked', 'granted'], judged));
}

/** Whether the user named a host: alone, or in an address. */
export function isAllowedHost(host: string, judged: Judged): boolean {
  const own = linkOf(host);
  const isHost = (reference: string): boolean => hostOf(reference) === own;
  return (
    isNamed(host, judged.state) ||
    judged.state.references.some(isHost) ||
    isKnownAs(host, ['selected', 'directory', 'granted'], judged)
  );
}

const aimQuestion = ({ key, value }: Argument, { hashing }: Judged): FlowQuestion => ({
  why: 'aim',
  key,
  value: String(value),
  grants: [hashing.of(fold(String(value)))],
});

/** What a call carries: addresses also into the user's own files, from where others read them; secrets where it goes out. */
function contentQuestions(
  all: readonly Argument[],
  aims: readonly Argument[],
  isOutward: boolean,
  judged: Judged,
): readonly FlowQuestion[] {
  const { state, declared } = judged;
  const sent = all.filter(({ kind, value }) => typeof value === 'string' && (kind === 'content' || kind === 'detail'));
  const carried = state.isTainted ? sent.flatMap(each => carriedQuestions(each, judged)) : [];
  const secrets = isOutward ? all.flatMap(each => secretQuestions(each, judged)) : [];
  const dictated = state.isTainted && aims.length === 0 ? sent.flatMap(each => dictatedQuestions(each, judged)) : [];
  const isLate =
    (declared.asksAfterSecret || state.hasDroppedSecrets) && state.hasReadSecret && isOutward && secrets.length === 0;
  const late = isLate
    ? aims.slice(0, 1).map(({ key, value }) => ({ why: 'after_secret' as const, key, value: String(value), grants: [] }))
    : [];
  return [...carried, ...secrets, ...dictated, ...late];
}

const MOST_REFERENCES = 1_000;
const LONGEST_SENT = 300_000;

function carriedQuestions({ key, value }: Argument, judged: Judged): readonly FlowQuestion[] {
  const { state, declared, hashing } = judged;
  const text = String(value);
  const references = referencesIn(text.slice(0, LONGEST_SENT));
  const isLooked = text.length <= LONGEST_SENT && references.length <= MOST_REFERENCES;
  const more: readonly FlowQuestion[] = isLooked
    ? []
    : [{ why: 'carried', key, value: 'more than can be looked through', grants: [] }];
  const unnamed = references
    .slice(0, MOST_REFERENCES)
    .filter(
      reference =>
        !declared.isOwner(reference) &&
        !isNamed(reference, state) &&
        !isKnownAs(reference, ['selected', 'directory', 'granted'], judged) &&
        !isKnownAs(linkOf(reference), ['linked', 'granted'], judged),
    )
    .map((reference): FlowQuestion => ({
      why: 'carried',
      key,
      value: reference,
      grants: [hashing.of(reference), hashing.of(linkOf(reference))],
    }));
  return [...unnamed, ...more];
}

/** Whether an argument holds a secret that the user did not name. */
export function secretQuestions({ key, value }: Argument, judged: Judged): readonly FlowQuestion[] {
  const { state, hashing } = judged;
  if (state.secrets.size === 0) return [];
  const spellings = spellingsIn(String(value));
  if (spellings === undefined) return [{ why: 'secret', key, value: '', grants: [] }];
  const found = [...spellings].filter(token => state.secrets.has(hashing.ofSecret(token)));
  const unnamed = found.filter(token => !isNamed(token, state) && !isKnownAs(token, ['granted'], judged));
  return unnamed.length === 0 ? [] : [{ why: 'secret', key, value: '', grants: unnamed.map(token => hashing.of(token)) }];
}

function dictatedQuestions({ key, value }: Argument, judged: Judged): readonly FlowQuestion[] {
  const { state, hashing } = judged;
  const text = String(value);
  if (!LABEL_KEYS.has(key.toLowerCase()) || countWords(text) < RUN_WORDS) return [];
  const folded = fold(text);
  const isTaken = state.hasDroppedRuns || runsOf(text).every(run => state.runs.has(hashing.ofRun(run)));
  if (!isTaken || isNamed(text, state) || isKnownAs(folded, ['granted'], judged)) return [];
  return [{ why: 'dictated', key, value: text, grants: [hashing.of(folded)] }];
}

const actHash = ({ tool, hashing }: Judged): string => hashing.of(`act of the tool ${tool}`);

/** Whether a prompt asks for what a tool does. */
export function hasAct(judged: Judged): boolean {
  const { tool, state, declared } = judged;
  if (hasOrigin(state, actHash(judged), 'granted')) return true;
  const beginnings = declared.of(tool).act?.map(fold) ?? actWordsOf(tool);
  for (const word of state.words) if (beginnings.some(beginning => isFormOf(word, beginning))) return true;
  return false;
}

const actQuestion = (judged: Judged): FlowQuestion => ({ why: 'act', key: '', value: judged.tool, grants: [actHash(judged)] });
