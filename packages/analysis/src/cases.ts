import { isMap, isSeq, parseDocument } from 'yaml';

import { GovernanceError } from '@licet/core';
import type { ActionInput, Json } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { flow, joined, withPuts } from '@licet/core/yaml';

/** A case of a governance.test.yaml as data, without what it must come to. */
export interface CaseData {
  readonly [member: string]: Json;
}

/** The words of cases for everyday tools, by the kind of action and the argument that it has. */
const SHORT: readonly (readonly [word: string, kind: string, tool: string, argument: string])[] = [
  ['bash', 'bash', 'Bash', 'command'],
  ['read', 'read', 'Read', 'file_path'],
  ['write', 'write', 'Write', 'file_path'],
  ['fetch', 'network', 'WebFetch', 'url'],
];

/**
 * Writes an action as a case of a governance.test.yaml has it: in its shortest form. Paths below `root` are written from there, so that the
 * case says the same wherever the project lies. The rest of an argument (the text of a file, a description) is left out of the short forms.
 *
 * @example
 * ```ts
 * import { caseOf } from '@licet/analysis';
 *
 * caseOf({ kind: 'bash', tool: 'Bash', payload: { command: 'ls', description: 'look' }, cwd: '/work/app' }, '/work/app'); // => { bash: 'ls' }
 * caseOf({ kind: 'write', tool: 'Write', payload: { file_path: '/work/app/a.ts', content: '' } }, '/work/app'); // => { write: 'a.ts' }
 * caseOf({ kind: 'tool', tool: 'send', payload: { to: 'ann' }, taskType: 'mail' }, '/work/app'); // => { tool: 'send', input: { to: 'ann' }, task: 'mail' }
 * ```
 */
export function caseOf(action: Omit<ActionInput, 'sessionId'>, root: string): CaseData {
  const { kind, tool, payload = {}, cwd, agentId, taskType, principal } = action;
  const local = (text: string): string =>
    text === root ? '.' : text.startsWith(`${root}/`) ? text.slice(root.length + 1) : text;
  const inside = (value: unknown): Json => {
    if (typeof value === 'string') return local(value);
    if (Array.isArray(value)) return value.map(inside);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member)]));
    return (value ?? null) as Json;
  };
  const short = SHORT.find(
    ([, of, name, argument]) => of === kind && (tool ?? name) === name && typeof payload[argument] === 'string',
  );
  const call: CaseData =
    short === undefined
      ? {
          ...(kind !== 'tool' && { kind }),
          ...(tool !== undefined && { tool }),
          ...(Object.keys(payload).length > 0 && { input: inside(payload) }),
        }
      : { [short[0]]: local(String(payload[short[3]])) };
  return {
    ...call,
    ...(cwd !== undefined && cwd !== root && { cwd: local(cwd) }),
    ...(agentId !== undefined && { agent: agentId }),
    ...(taskType !== undefined && { task: taskType }),
    ...(principal !== undefined && { principal: inside(principal) }),
  };
}

/**
 * Returns the text of a governance.test.yaml with more cases at its end; comments and everything else stay. Without a text it makes one.
 * Throws a {@link GovernanceError} of code `policy_invalid` for a text that is no file of tests.
 *
 * @example
 * ```ts
 * import { withCases } from '@licet/analysis';
 *
 * withCases('cases:\n  - { bash: ls, want: pass } # the first\n', [{ bash: 'git push', want: 'ask' }]); // => 'cases:\n  - { bash: ls, want: pass } # the first\n  - { bash: git push, want: ask }\n'
 * ```
 */
export function withCases(text: string | undefined, cases: readonly CaseData[]): string {
  const document = parseDocument(text ?? 'cases: []\n', { version: '1.2', schema: 'core', merge: false });
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root))
    throw new GovernanceError('policy_invalid', 'expected a file of tests with `cases`, found something else');
  const known = root.get('cases', true) as unknown;
  if (isSeq(known) && known.items.length > 0 && text !== undefined) return withPuts(text, [joined(known, cases.map(flow), text)]);
  document.delete('cases');
  const head = String(document).replace(/^\{\}\n/u, '');
  return `${head}cases:\n${cases.map(each => `  - ${flow(each)}\n`).join('')}`;
}
