import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';

import { InvariantError } from '@licet/core';
import { messageOf } from '@licet/core/text';
import { watchTexts } from '@licet/server/resident';
import type { HookAnswer } from '@licet/server/resident';

import type * as Hook from '../hook/hook.ts';
import type { HookCall, Judge, JudgePlace, OpenJudge } from '../hook/hook.ts';
import { licetHome } from '../policy/licetHome.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';

/** What judges, kept open between calls for as long as everything that it was made of is the same. */
export interface Judges {
  /** Looks what judges in a place, for a caller who has just asked. Rejects where a resident process may not. */
  readonly look: OpenJudge;
  /** The judge there for the same caller: results are cached for a moment, as a new process caches them, and used once. */
  readonly open: OpenJudge;
  /** Closes everything. */
  readonly release: () => Promise<void>;
}

/** More projects than this are not kept open. */
const MOST_OPEN = 24;

/** What no answer waits for is done when no call has come for so long, or calls have come for so long without a pause; in milliseconds. */
const PAUSE_MS = 20;
const MOST_MS = 1_000;

/** How long ago, in milliseconds, a new process has read what it judges by. An event that comes later has it looked for again. */
const FRESH_MS = 50;

/** Puts work off until no caller waits; the same work is done once. */
function whenQuiet(): { readonly later: (work: () => void) => void; readonly busy: () => void } {
  const due = new Set<() => void>();
  let [since, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  const run = (): void => {
    const works = [...due];
    due.clear();
    for (const work of works) work();
  };
  return {
    later(work) {
      if (due.size === 0) since = performance.now();
      due.add(work);
      timer = timer?.refresh() ?? setTimeout(run, PAUSE_MS);
    },
    busy: () => void (due.size > 0 && performance.now() - since < MOST_MS && timer?.refresh()),
  };
}

interface Held {
  readonly judge: Judge;
  /** What of the world it was made in. */
  readonly world: string;
  readonly isUnchanged: () => boolean;
  readonly state: () => boolean;
}

/** Says why a process that stays may not judge under policies; undefined where it may. */
type JudgeProblem = (read: NearestPolicy) => string | undefined;

const problemOfResident =
  ({ userPolicyFile, mayStay }: typeof Hook): JudgeProblem =>
  read =>
    read.file === userPolicyFile() || !mayStay(read) ? 'a new process judges under this policy' : undefined;

/** Keeps what judges, for callers who come one at a time. */
export function openJudges(hook: typeof Hook, problem: JudgeProblem = problemOfResident(hook)): Judges {
  const held = new Map<string, Held>();
  const { later, busy } = whenQuiet();
  const drop = async (key: string): Promise<void> => {
    const known = held.get(key);
    held.delete(key);
    await known?.judge.opened.close();
  };
  const open: OpenJudge = async place => {
    const key = keyOf(place);
    const known = held.get(key);
    if (known !== undefined && known.isUnchanged() && known.state() && known.world === worldOf(hook, known.judge.root)) {
      held.delete(key);
      held.set(key, known);
      return known.judge;
    }
    await drop(key);
    const opened = await judgeIn(hook, problem, place, later);
    held.set(key, opened);
    for (const oldest of held.keys()) if (held.size > MOST_OPEN) await drop(oldest);
    return opened.judge;
  };
  const { look, again, forget } = lookOnce(open);
  return {
    async look(place) {
      busy();
      return look(place);
    },
    open: again,
    async release() {
      forget();
      for (const key of held.keys()) await drop(key);
    },
  };
}

/** Reads the policy of a place and opens what judges by it. Throws where a new process has to. */
async function judgeIn(
  hook: typeof Hook,
  problem: JudgeProblem,
  place: JudgePlace,
  later: (work: () => void) => void,
): Promise<Held> {
  const read = await hook.readPolicies(place.named, place.from, true);
  const why = problem(read);
  if (why !== undefined) throw new InvariantError('wrong_phase', why);
  const sources = hook.watchedSources(read);
  const isUnchanged = watchTexts(sources);
  const world = worldOf(hook, read.root);
  const judge = await hook.judgeOf(read, place.runtime, later);
  return { judge, world, isUnchanged, state: sameFiles(judge.files) };
}

/** Believes what was found for a caller when that caller comes `again`: for a moment, and once. */
function lookOnce(open: OpenJudge): { readonly look: OpenJudge; readonly again: OpenJudge; readonly forget: () => void } {
  let found: { readonly key: string; readonly judge: Judge; readonly at: number } | undefined;
  return {
    async look(place) {
      found = undefined;
      const at = performance.now();
      const judge = await open(place);
      found = { key: keyOf(place), judge, at };
      return judge;
    },
    async again(place) {
      const last = found;
      found = undefined;
      const isFresh = last?.key === keyOf(place) && performance.now() - last.at < FRESH_MS;
      return isFresh ? last.judge : open(place);
    },
    forget: () => void (found = undefined),
  };
}

const keyOf = ({ named, from, runtime }: JudgePlace): string => JSON.stringify([named, from, runtime, homedir(), licetHome()]);

/** What a policy is built from, apart from its text: the real path of its folder, whether the person and the machine have a policy, and the pins. */
function worldOf({ hasUserPolicy, hasManagedPolicy, pinFolder }: typeof Hook, root: string): string {
  const { dev, ino } = statSync(root);
  const pins = statSync(pinFolder(), { throwIfNoEntry: false });
  return JSON.stringify([realpathSync.native(root), dev, ino, hasUserPolicy(), hasManagedPolicy(), pins?.ino, pins?.mtimeMs]);
}

/** Returns what tells whether files are still the ones that were opened. One that is made later belongs to them from then on. */
function sameFiles(files: readonly string[]): () => boolean {
  const known = new Map<string, string>();
  return () =>
    files.every(file => {
      const found = statSync(file, { throwIfNoEntry: false });
      const identity = found === undefined ? '' : `${found.dev}:${found.ino}`;
      const before = known.get(file) ?? '';
      if (before === '') known.set(file, identity);
      return before === '' || before === identity;
    });
}

/** Judges like a new process, with an ending that is handed back. */
export async function judgeCall(
  { judgeEvent }: Pick<typeof Hook, 'judgeEvent'>,
  call: Omit<HookCall, 'ending' | 'abandon'>,
): Promise<HookAnswer> {
  let answer: HookAnswer | undefined;
  let failure: 1 | 2 = call.args.includes('--after') ? 1 : 2;
  const refuse = (reason: string): void => {
    answer ??= { code: failure, text: `licet: ${reason}${failure === 1 ? '' : ', so the call is stopped'}` };
  };
  const ending = {
    reply: (reply: object): void => void (answer ??= { code: 0, text: JSON.stringify(reply).toWellFormed() }),
    isAfter: (): void => void (failure = 1),
    refuse,
  };
  try {
    await judgeEvent({ ...call, ending });
  } catch (error) {
    refuse(`the policy hook failed: ${messageOf(error)}`);
  }
  if (answer === undefined) refuse('the policy hook ended without a decision');
  return answer as HookAnswer;
}
