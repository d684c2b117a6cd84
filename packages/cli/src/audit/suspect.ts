import type { AuditRecord, Registry } from '@licet/core';
import type { EvaluationRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { readAll } from '@licet/core/store';

import { registry } from '../policy/registry.ts';
import { dim, jsonText, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { queryOf } from './filters.ts';
import { openTrail } from './openTrail.ts';
import { actionText } from './recordLine.ts';
import { placeIn } from './report.ts';
import type { ReadOptions } from './report.ts';

/** Stops of one kind that a human let through. */
interface Suspect {
  readonly ruling: EvaluationRecord['ruling'];
  readonly guard: string;
  readonly code: string;
  readonly place: string;
  readonly action: string;
  /** What to write into the policy, or to type, so that it is not stopped again. */
  readonly exception: string;
  allowed: number;
  /** How often the same was stopped and never let through. */
  refused: number;
}

/** What is known of a stop in addition to its record. */
type Told = Pick<Suspect, 'place' | 'exception'>;

/** How many kinds of stops are kept apart, so that a large trail fits into memory. */
const MOST = 10_000;

/**
 * Lists the stops that a human then allowed: a yes to a question, or the same action that went ahead later, after an exception was made or the policy was
 * changed. What people let through again and again is probably stopped by mistake; the most frequent comes first.
 */
export async function suspectStops(
  { json = false, lines: _lines, follow: _follow, ...filters }: ReadOptions,
  terminal: Terminal,
): Promise<number> {
  const { reader, policy } = await openTrail(filters);
  const nodes = registry();
  const found = collectSuspects(record => ({ place: placeIn(record, policy), exception: exceptionFor(record, nodes) }));
  for await (const { record } of readAll(reader, queryOf(filters))) found.take(record);
  const suspects = found.result();
  if (json) terminal.print(jsonText(suspects));
  else if (suspects.length === 0) terminal.print('no stop was allowed by a human afterwards');
  else {
    for (const each of suspects) printSuspect(each, terminal);
    terminal.print('\n`licet suggest` tries exceptions against what has happened, and shows what else they would open');
  }
  return 0;
}

/** Reads a trail in its order: an answer comes before or after the record of its evaluation, which is written again when the call is repeated. */
function collectSuspects(told: (record: EvaluationRecord) => Told): {
  readonly take: (record: AuditRecord) => void;
  readonly result: () => readonly Suspect[];
} {
  const groups = new Map<string, Suspect>();
  const asked = new Map<string, Suspect>();
  const blocked = new Map<string, Suspect>();
  const answered = new Set<string>();
  const allow = (from: Map<string, Suspect>, key: string): void => {
    const found = from.get(key);
    if (found === undefined) return;
    found.allowed++;
    found.refused--;
    from.delete(key);
  };
  const stopped = (record: EvaluationRecord): void => {
    const [stops, key] = record.ruling === 'ask' ? [asked, record.evaluationId] : [blocked, sameAction(record)];
    const group = groupOf(record, told(record), groups);
    if (group === undefined || stops.has(key)) return;
    group.refused++;
    stops.set(key, group);
    if (answered.delete(record.evaluationId)) allow(asked, record.evaluationId);
  };
  return {
    take(record) {
      const granted = record.type === 'evaluation' ? asGranted(record) : undefined;
      if (granted !== undefined && !asked.has(granted.evaluationId)) {
        answered.add(granted.evaluationId);
        stopped(granted);
      } else if (record.type === 'evaluation' && (record.ruling === 'ask' || record.ruling === 'block')) stopped(record);
      else if (record.type === 'evaluation') allow(blocked, sameAction(record));
      else if (record.type === 'answer' && record.granted.length > 0 && record.granted.every(each => each === true)) {
        if (asked.has(record.evaluationId)) allow(asked, record.evaluationId);
        else answered.add(record.evaluationId);
      }
    },
    result: () => [...groups.values()].filter(({ allowed }) => allowed > 0).toSorted((a, b) => b.allowed - a.allowed),
  };
}

/** An evaluation that was asked about and answered before it was written down, as the question that it was. */
function asGranted(record: EvaluationRecord): EvaluationRecord | undefined {
  const { status, questions } = (record.approval ?? {}) as Partial<NonNullable<EvaluationRecord['approval']>>;
  const [question] = questions ?? [];
  if (status !== 'granted' || question === undefined) return undefined;
  return { ...record, ruling: 'ask', guard: question.guard, code: question.code };
}

const sameAction = ({ sessionId, kind, tool, payload }: EvaluationRecord): string =>
  JSON.stringify([sessionId, kind, tool, payload]);

function groupOf(record: EvaluationRecord, { place, exception }: Told, groups: Map<string, Suspect>): Suspect | undefined {
  const { ruling, guard, code } = record;
  const action = actionText(record);
  const key = JSON.stringify([guard, code, place, action]);
  const known = groups.get(key);
  if (known !== undefined || groups.size >= MOST) return known;
  const made: Suspect = { ruling, guard, code, place, action, exception, allowed: 0, refused: 0 };
  groups.set(key, made);
  return made;
}

function printSuspect({ ruling, guard, code, place, action, exception, allowed, refused }: Suspect, terminal: Terminal): void {
  const where = place === '' ? '' : `, ${place}`;
  const also = refused > 0 ? `, and also stopped ${refused} times` : '';
  terminal.print(
    `${String(allowed).padStart(6)} x ${rulingWord(ruling, terminal)}  ${action}  ${dim(escapeText(`${guard}, ${code}${where}`), terminal)}`,
  );
  terminal.print(`         allowed by a human${also}; what would fit: ${escapeText(exception, 300)}`);
}

/** The exception that the guard itself has, or one around it. */
function exceptionFor({ guard, code, payload }: EvaluationRecord, nodes: Registry): string {
  const { command, file_path: path } = isRecord(payload) ? payload : {};
  const stopped = { code, ...(typeof command === 'string' && { command }), ...(typeof path === 'string' && { path }) };
  const own = nodes.get(guard)?.exception?.(stopped);
  if (own !== undefined) return own;
  if (typeof command === 'string')
    return `\`licet allow-once --for-command ${shell(command)}\`, or a condition around \`${guard}\``;
  if (typeof path === 'string') return `\`licet allow-once ${shell(path)}\`, or a condition around \`${guard}\``;
  return `a condition around \`${guard}\``;
}

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
