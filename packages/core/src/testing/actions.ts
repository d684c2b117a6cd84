import * as fc from 'fast-check';

import { ACTION_KINDS, OUTCOME_STATUSES } from '../model/action.ts';
import type { ActionInput, Outcome } from '../model/action.ts';
import { EFFECT_KINDS } from '../model/effects.ts';
import type { Effect } from '../model/effects.ts';
import type { Verdict } from '../model/verdict.ts';
import { ask, block, pass, skip, warn } from '../model/verdict.ts';

const HOSTILE = [
  '',
  ' ',
  '\0',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '\u202egnp.sh',
  'a\nb',
  '$(id)',
  '-rf',
  'ſ',
  '💥',
];

/** Texts, the unpleasant ones among them: empty, NUL, bidi controls, option-like, substitutions, very long. */
export function texts(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }).map(text => text.toWellFormed()),
    fc.constantFrom(...HOSTILE),
    fc.constant('x'.repeat(20_000)),
  );
}

/** Tool arguments: any JSON, with the names that tools really use among the keys. */
export function payloads(): fc.Arbitrary<Record<string, unknown>> {
  const names = fc.constantFrom('command', 'file_path', 'path', 'url', 'content', 'query', '__proto__', 'toString');
  const values = fc.oneof(
    texts(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(texts(), { maxLength: 3 }),
    fc.jsonValue(),
  );
  return fc.dictionary(fc.oneof(names, texts()), values, { maxKeys: 4 });
}

/**
 * Actions of every kind, as a runtime may hand them over.
 *
 * @example
 * ```ts
 * import * as fc from 'fast-check';
 * import { PolicyEngine, pass } from '@licet/core';
 * import { actions, fixedGuard } from '@licet/core/testing';
 *
 * const engine = new PolicyEngine(fixedGuard(pass()));
 * fc.assert(fc.property(actions(), action => engine.evaluateSync(action).passed), { numRuns: 20 });
 * ```
 */
export function actions(): fc.Arbitrary<ActionInput> {
  const kinds = fc.constantFrom(...ACTION_KINDS, 'deploy');
  const optional = {
    tool: fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'WebFetch', 'mcp__github__create_issue', 'no such tool'),
    payload: payloads(),
    sessionId: fc.constantFrom('a', 'b', 'a:b'),
    callId: fc.constantFrom('1', '2', '3'),
    cwd: fc.constantFrom('/project', '/', '/tmp/with space'),
    taskType: fc.constantFrom('deploy', 'docs'),
  };
  return fc.record({ kind: kinds, ...optional }, { requiredKeys: ['kind'] }).map(action => action);
}

/** Outcomes of every status. */
export function outcomes(): fc.Arbitrary<Outcome> {
  return fc.record(
    {
      status: fc.constantFrom(...OUTCOME_STATUSES),
      output: fc.jsonValue(),
      error: texts(),
      exitCode: fc.integer({ min: 0, max: 255 }),
      durationMs: fc.nat(),
    },
    { requiredKeys: ['status'] },
  );
}

/** Verdicts of every ruling, and skips. */
export function verdicts(): fc.Arbitrary<Verdict> {
  const reason = texts();
  return fc.oneof(
    fc.constant(pass()),
    fc.constant(skip()),
    reason.map(text => warn(text)),
    fc.tuple(reason, reason).map(([text, fix]) => ask(text, { fix })),
    fc.tuple(reason, reason).map(([text, fix]) => block(text, { fix })),
  );
}

/** Effects of every kind, on files, hosts, programs and named things. */
export function effects(): fc.Arbitrary<Effect> {
  const path = texts().map(text => `/${text}`);
  const target = fc.oneof(
    path.map(lexical => ({ type: 'file' as const, lexical, resolved: lexical })),
    texts().map(host => ({ type: 'network' as const, host, direction: 'upload' as const })),
    fc.array(texts(), { minLength: 1, maxLength: 3 }).map(argv => ({ type: 'program' as const, argv })),
    texts().map(name => ({ type: 'named' as const, category: 'variable', name })),
  );
  const certainty = fc.constantFrom('certain' as const, 'possible' as const);
  return fc.record({ kind: fc.constantFrom(...EFFECT_KINDS), target, via: fc.array(texts(), { maxLength: 2 }), certainty });
}
