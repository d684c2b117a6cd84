import * as fc from 'fast-check';

import { ACTION_KINDS } from '../model/action.ts';
import type { ActionInput } from '../model/action.ts';

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
function texts(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }).map(text => text.toWellFormed()),
    fc.constantFrom(...HOSTILE),
    fc.constant('x'.repeat(20_000)),
  );
}

/** Tool arguments: any JSON, with the names that tools really use among the keys. */
function payloads(): fc.Arbitrary<Record<string, unknown>> {
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
