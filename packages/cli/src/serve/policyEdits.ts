import { dirname } from 'node:path';

import type { AnalysisProgram } from '@licet/analysis/commands';
import { InvariantError } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import type { PolicyChange, PolicyEdit, PolicyEdits } from '@licet/console';

import { openTrail } from '../audit/openTrail.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import { PolicyError } from '../exit.ts';
import { readPolicy } from '../policy/readPolicy.ts';

/** How many of the last records of the trail are judged again, and after how many milliseconds others get their turn. */
const MOST_RECORDS = 2_000;
const TURN_MS = 10;
const MOST_CHANGES = 20;

/** Follows the edits of a policy while a person looks. Nothing is compared otherwise. `opened` is told of every policy that was opened. */
export function policyEdits(file: string): PolicyEdits & { readonly opened: (kept: KeptPolicy) => void } {
  let seen: KeptPolicy | undefined;
  let now: KeptPolicy | undefined;
  let change: Promise<PolicyChange> | undefined;
  const opened = (kept: KeptPolicy): void => {
    seen ??= kept;
    if (now !== undefined && isSame(now, kept)) return;
    now = kept;
    change = undefined;
  };
  return {
    opened,
    async look() {
      try {
        opened(await readPolicy(file, false));
      } catch (error) {
        if (error instanceof PolicyError) return { file, warnings: [], issues: issuesOf(error, file) };
        throw error;
      }
      const [older, newer] = [seen, now];
      if (older === undefined || newer === undefined) throw new InvariantError('wrong_phase', 'a policy that was read is known');
      const found: PolicyEdit = { file, digest: newer.policyDigest, issues: [], warnings: placed(newer.warnings, file) };
      if (isSame(older, newer)) return found;
      change ??= changeOf(older, newer, file);
      return { ...found, change: await change };
    },
    seen() {
      seen = now;
      change = undefined;
    },
  };
}

const host = async (): Promise<AnalysisProgram> => (await import('../policy/analysisProgram.ts')).analysisProgram;

/** Told by the texts: an edit that changes nothing that rules is said to be one. */
const isSame = (one: KeptPolicy, other: KeptPolicy): boolean =>
  one === other || JSON.stringify(one.sources) === JSON.stringify(other.sources);

const placed = (issues: PolicyError['issues'], main: string): PolicyEdit['issues'] =>
  issues.map(({ file = main, line, message, suggestion }) => ({
    file,
    line,
    message: suggestion === undefined ? message : `${message}; did you mean \`${suggestion}\`?`,
  }));

const issuesOf = (error: PolicyError, file: string): PolicyEdit['issues'] =>
  error.issues.length > 0 ? placed(error.issues, file) : [{ file, line: 1, message: error.message }];

/** Returns what lets the other callers of the server be answered, whenever one comparison has kept them for long enough. */
function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  const leave = async (): Promise<void> => {
    await new Promise(setImmediate);
    since = performance.now();
  };
  return () => (performance.now() - since < TURN_MS ? undefined : leave());
}

async function changeOf(older: KeptPolicy, newer: KeptPolicy, file: string): Promise<PolicyChange> {
  const at = Date.now();
  const root = dirname(file);
  const { VERDICT_MEANINGS, changeRows, diffPolicies, obstacleTexts, recordedCalls } = await import('@licet/analysis/policies');
  const program = await host();
  const [was, is] = [older.compiled, newer.compiled];
  const pause = turns();
  const recorded = await recordedCalls(await program.localTrail(is, file), root);
  await pause();
  const found = await diffPolicies(program, was, is, root, recorded, pause);
  return {
    at,
    verdict: found.verdict,
    meaning: VERDICT_MEANINGS[found.verdict],
    witnesses: changeRows(found),
    doubts: obstacleTexts(found),
    settings: found.settings,
    replay: await replayOf(older, newer, file, pause),
  };
}

/** Lets both judge the last calls again. A trail that cannot be read has none. */
async function replayOf(
  older: KeptPolicy,
  newer: KeptPolicy,
  file: string,
  pause: ReturnType<typeof turns>,
): Promise<PolicyChange['replay']> {
  const { replayPolicies, rulingText } = await import('@licet/analysis/policies');
  const policies = { older: older.compiled, newer: newer.compiled, root: dirname(file) };
  const { calls, changes } = await replayPolicies(await host(), recentEvents(file, pause), policies);
  return {
    calls,
    changes: changes.slice(0, MOST_CHANGES).map(each => ({
      change: each.change,
      calls: each.calls,
      words: each.examples[0]?.words ?? each.about,
      before: rulingText(each.before),
      after: rulingText(each.after),
    })),
  };
}

async function* recentEvents(file: string, pause: ReturnType<typeof turns>): AsyncGenerator<RecordedEvent> {
  const { recordedEvents } = await import('@licet/analysis/policies');
  const trail = await openTrail({ policy: file }, dirname(file)).catch(() => undefined);
  if (trail === undefined) return;
  const { seq } = await trail.reader.head();
  for await (const { record } of readAll(trail.reader, { after: Math.max(0, seq - MOST_RECORDS) })) {
    yield* recordedEvents(record);
    await pause();
  }
}
