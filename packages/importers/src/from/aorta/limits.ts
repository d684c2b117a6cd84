import type { Json } from '@licet/core';

import { sessionOf, caseOf } from '../../cases.ts';
import type { TestCase } from '../../draft.ts';
import type { Source } from '../../source.ts';
import type { Asked } from './facts.ts';

/** So many actions of a session are remembered. */
const MOST_REMEMBERED = 25;

type Path = readonly (string | number)[];

/** What sanctions and guardrails come to. */
export interface Limits {
  readonly holds: readonly Json[];
  readonly others: readonly Json[];
  /** After so many violations a session is on hold. */
  readonly blocked: number | undefined;
}

/** Sanctions after violations, and guardrails against going in circles. */
export function limitsOf(source: Source): Limits {
  const counts: Record<string, number> = {};
  const put = (kind: string, ...path: Path): void => {
    const limit = source.at(...path);
    if (!isCount(limit) || limit > MOST_REMEMBERED)
      return source.leave(path, `a hold counts from 1 to ${MOST_REMEMBERED} of the last ${MOST_REMEMBERED} actions`);
    source.take(...path);
    counts[kind] = Math.min(limit, counts[kind] ?? limit);
  };
  const others = [...sanctions(source, put), ...guardrails(source, put)];
  const rate = failureRate(source);
  const holds = Object.keys(counts).length === 0 ? [] : [{ hold: { after: { ...counts, within: MOST_REMEMBERED } } }];
  return {
    holds: [...holds, ...rate.holds],
    others: [...others, ...rate.others],
    blocked: counts['blocked'],
  };
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1;

type Put = (kind: string, ...path: Path) => void;

/** The names of the number of violations: those of aorta4llm, and of its first versions. */
const THRESHOLDS = ['on_violation_count', 'after_violations', 'threshold'];

function sanctions(source: Source, put: Put): readonly Json[] {
  return source.indices('sanctions').flatMap((index): readonly Json[] => {
    const path = ['sanctions', index] as const;
    const key = THRESHOLDS.find(name => source.at(...path, name) !== undefined);
    const steps = consequencesOf(source, path);
    if (key === undefined || steps.length === 0) {
      source.leave(path, 'a sanction here is a hold or something to do after a number of violations');
      return [];
    }
    const count = source.at(...path, key);
    for (const each of ['role', 'trigger', 'on']) if (source.at(...path, each) !== undefined) source.take(...path, each);
    return steps.flatMap(({ type, objective, take }): readonly Json[] => {
      if (type === 'hold') {
        take();
        put('blocked', ...path, key);
        return [];
      }
      if (type !== 'obliged' || typeof objective !== 'string' || !isCount(count)) return [];
      take();
      source.take(...path, key);
      return [dueAfter(count, objective)];
    });
  });
}

interface Consequence {
  readonly type: unknown;
  readonly objective: unknown;
  readonly take: () => void;
}

/** `then: [{ type: hold }]`, and the short form `then: hold`. */
function consequencesOf(source: Source, path: Path): readonly Consequence[] {
  const short = ['then', 'action'].find(name => typeof source.at(...path, name) === 'string');
  if (short !== undefined) {
    const type = source.at(...path, short);
    return type === 'hold' ? [{ type, objective: undefined, take: () => source.take(...path, short) }] : [];
  }
  return source.indices(...path, 'then').map(step => {
    const at = (key: string): unknown => source.at(...path, 'then', step, key);
    return {
      type: at('type'),
      objective: at('objective'),
      take() {
        for (const key of ['type', 'objective']) if (at(key) !== undefined) source.take(...path, 'then', step, key);
        if (at('message') !== undefined)
          source.leave(
            [...path, 'then', step, 'message'],
            'a hold says how many actions were stopped, and that a human lets the session go on',
          );
        if (at('deadline') !== undefined)
          source.leave([...path, 'then', step, 'deadline'], 'a human is asked from then on, without a deadline');
      },
    };
  });
}

/** After so many violations a human is asked about every further change and command, until what is due is done. */
const dueAfter = (count: number, objective: string): Json => ({
  when: {
    if: { kind: ['bash', 'write', 'execute_code'] },
    then: {
      escalate: [
        {
          progressive: {
            name: `violations_before_${objective}`,
            match: { kind: ['bash', 'write', 'execute_code'] },
            count: 'blocked',
            steps: [{ after: count, then: 'block' }],
          },
        },
        {
          any: [
            { requires: objective },
            { human_approval: { reason: `after ${count} violations the organization wants this first: ${objective}` } },
          ],
        },
      ],
    },
  },
});

/** What is asked for by sanctions. */
export function factsAskedBySanctions(source: Source): readonly Asked[] {
  return source
    .indices('sanctions')
    .flatMap(index =>
      consequencesOf(source, ['sanctions', index]).flatMap(({ type, objective }, step) =>
        type === 'obliged' && typeof objective === 'string'
          ? [{ name: objective, path: ['sanctions', index, 'then', step, 'objective'] }]
          : [],
      ),
    );
}

/** The guardrails that count, each with what it counts and its threshold where the spec names none. */
const COUNTED: Readonly<Record<string, { readonly match: Json; readonly by?: string; readonly usual: number }>> = {
  per_file_rewrites: { match: { effect: 'write' }, by: 'target', usual: 3 },
  bash_commands: { match: { kind: 'bash' }, usual: 50 },
};

function guardrails(source: Source, put: Put): readonly Json[] {
  return source.keys('guardrails').flatMap((key): readonly Json[] => {
    const counted = COUNTED[key];
    if (['max_failures', 'max_consecutive_failures'].includes(key)) put('failed', 'guardrails', key);
    else if (key === 'max_violations') put('blocked', 'guardrails', key);
    else if (counted !== undefined) {
      const { match, by, usual } = counted;
      const after = source.at('guardrails', key, 'threshold') ?? usual;
      if (isCount(after)) {
        const then = actionOf(source, key);
        return [
          { progressive: { name: key, match, ...(by !== undefined && { by }), steps: [{ after, then }], ...COOLING[then] } },
        ];
      }
      source.leave(['guardrails', key], 'expected a whole number as its threshold');
    } else if (key !== 'failure_rate' && key !== 'window_size')
      source.leave(
        ['guardrails', key],
        'nothing here counts it: `hold` and `progressive` count what was stopped, refused, failed or went ahead',
      );
    return [];
  });
}

/** A warning is told again only after a while. */
const COOLING: Readonly<Record<'ask' | 'warn', object>> = { warn: { cooldown: '10m' }, ask: {} };

/** Takes a guardrail. Where it wants a hold for what nothing here holds for, a human is asked about each further call. */
function actionOf(source: Source, key: string): 'ask' | 'warn' {
  source.take('guardrails', key);
  if (source.at('guardrails', key, 'action') !== 'hold') return 'warn';
  source.leave(['guardrails', key, 'action'], 'a human is asked about each further call; the rest of the session goes on');
  return 'ask';
}

/** So many of so many actions that failed: a hold, or a warning. */
function failureRate(source: Source): Pick<Limits, 'holds' | 'others'> {
  const nothing = { holds: [], others: [] };
  const size = source.at('guardrails', 'window_size') ?? 10;
  const rate = source.at('guardrails', 'failure_rate', 'threshold') ?? 0.5;
  if (source.at('guardrails', 'window_size') !== undefined) source.take('guardrails', 'window_size');
  if (source.at('guardrails', 'failure_rate') === undefined) return nothing;
  if (!isCount(size) || size < 2 || typeof rate !== 'number' || rate <= 0 || rate > 1) {
    source.leave(['guardrails', 'failure_rate'], 'expected a threshold from 0 to 1 over a whole number of actions');
    return nothing;
  }
  const within = Math.min(size, MOST_REMEMBERED);
  const failed = Math.max(1, Math.ceil(rate * within));
  source.take('guardrails', 'failure_rate');
  if (source.at('guardrails', 'failure_rate', 'action') === 'hold')
    return { holds: [{ hold: { after: { failed, within } } }], others: [] };
  source.leave(
    ['guardrails', 'failure_rate', 'action'],
    `a warning here counts the last half hour, not the last ${within} actions`,
  );
  const steps = [{ after: failed, then: 'warn' }];
  return {
    holds: [],
    others: [
      { progressive: { name: 'failure_rate', match: { tool: '*' }, count: 'failed', steps, window: '30m', ...COOLING.warn } },
    ],
  };
}

/** What sanctions say of a session: after so many violations it is on hold. */
export function holdCases({ blocked }: Limits): readonly TestCase[] {
  if (blocked === undefined) return [];
  const violated = { bash: 'rm -rf /', times: blocked, want: 'block' };
  return [sessionOf(`a hold after ${blocked} violations`, [violated, caseOf({ bash: 'ls' }, { ruling: 'block', code: 'held' })])];
}
