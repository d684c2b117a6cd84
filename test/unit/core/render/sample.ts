import type { Guard, RenderFormat, TraceNode } from '@licet/core';
import { All, Any, Escalate, Not, PolicyEngine, Threshold, When, ask, block, guard, pass, skip, warn } from '@licet/core';
import { label } from '@licet/core/nodes';

/** The file of an expected drawing, from the tests beside this. */
export const golden = (name: string): string => `../../../golden/render/${name}`;

/** Every format, with the ending of its files. */
export const EXTENSIONS: readonly (readonly [RenderFormat, string])[] = [
  ['text', 'txt'],
  ['mermaid', 'mmd'],
  ['dot', 'dot'],
  ['json', 'json'],
];

/** A policy in which every sort of node and every sort of end occurs once. */
export const everything: Guard = All(
  guard('boundary', () => pass(), {
    layer: 'boundary',
    kind: 'file_boundary',
    params: { allow: ['src/**', 'test/**'], deny: [] },
  }),
  guard('lint', () => warn('the file is long')),
  Any(
    guard('owner', () => pass()),
    guard('deputy', () => pass()),
    { id: 'who', shortCircuit: true },
  ),
  When(
    { taskType: 'deploy', tool: ['Bash', 'mcp__*'] },
    guard('checklist', () => pass()),
    guard('idle', () => skip('nothing is deployed')),
  ),
  Escalate(
    Threshold(
      2,
      guard('tests', () => block('the tests are red', { fix: 'run the tests' })),
      guard('review', () => block('it has no review', { fix: 'ask for a review' })),
      guard('docs', () => pass()),
    ),
    guard('approval', () =>
      ask('a human may allow it all the same', { fix: { summary: 'ask the user', command: 'git push --dry-run' } }),
    ),
  ),
  Not(guard('frozen', () => block('the project is frozen', { fix: 'wait' }))),
  label(
    guard('flaky', () => {
      throw new Error('no connection');
    }),
    { onError: 'warn' },
  ),
);

/** A policy that fails open-ended. */
export const broken: Guard = All(
  guard('weather', () => {
    throw new TypeError('cannot read `sky`');
  }),
  guard('careful', () => ask('it is Friday', { fix: 'wait for Monday' })),
);

/** Names and words that try to break out of every format. */
export const hostile: Guard = All(
  guard('"]:::pass; click n0 href "javascript:alert(1)"', () =>
    block('</text><script>alert("x")</script>\u001b[2J\u202egnp.exe\n%%{init: {}}%% | `code` \\" #quot; end', {
      fix: 'say "please" \\ and \u200bgo\r\nhome',
    }),
  ),
  guard('1. ]] --> subgraph\nx', () => pass(), { layer: 'observe', kind: 'a"b', params: { 'k"\n': '\u001b]0;title\u0007' } }),
);

/** What happens when a policy meets a shell command. */
export async function traceOf(policy: Guard, explain = false): Promise<TraceNode> {
  const engine = new PolicyEngine(policy);
  const action = { kind: 'bash', tool: 'Bash', payload: { command: 'ls' } };
  return (explain ? await engine.explain(action) : await engine.evaluate(action)).trace;
}
