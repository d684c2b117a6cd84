import type { Action, Effect } from '@licet/core';

import type { FlowQuestion, Judged } from './judging.ts';
import { isAllowedHost, secretQuestions } from './judging.ts';
import type { Reading } from './reading.ts';
import { readPage } from './reading.ts';
import { textOf } from './records.ts';
import type { FlowAddition } from './state.ts';
import { noAddition } from './state.ts';

const COMMANDS: ReadonlySet<string> = new Set(['bash', 'execute_code', 'read', 'write', 'submit_task']);

/** Whether an action is judged by its effects and not by its arguments: a command, code, a file. */
export const isCommand = ({ kind }: Pick<Action, 'kind'>): boolean => COMMANDS.has(kind);

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/u;

/** Returns the hosts that effects reach; an empty text for one that cannot be known. */
function hostsOf(effects: readonly Effect[]): readonly (readonly [host: string, program: string])[] {
  return effects.flatMap(({ kind, target, program = '' }) => {
    if (kind !== 'network' || (target !== undefined && target.type !== 'network')) return [];
    if (target?.direction === 'listen' || LOCAL.test(target?.host ?? '')) return [];
    return [[target?.host?.toLowerCase() ?? '', program] as const];
  });
}

/** Returns what the user must say yes to before a command runs: hosts that they did not name, and secrets that would leave. */
export function questionsForCommand(judged: Judged, effects: readonly Effect[]): readonly FlowQuestion[] | undefined {
  const hosts = hostsOf(effects);
  if (hosts.length === 0) return undefined;
  const { state, hashing, declared } = judged;
  const unnamed = state.isTainted ? hosts.filter(([host]) => host === '' || !isAllowedHost(host, judged)) : [];
  const aims = [...new Map(unnamed)].map(([host, program]) => ({
    why: 'aim' as const,
    key: program === '' ? 'host' : program,
    value: host === '' ? 'a host that cannot be known' : host,
    grants: host === '' ? [] : [hashing.of(host)],
  }));
  const secrets = secretQuestions({ key: 'command', value: textOf(judged.args), kind: 'content' }, judged);
  const isLate =
    (declared.asksAfterSecret || state.hasDroppedSecrets) && state.hasReadSecret && aims.length + secrets.length === 0;
  const host = hosts[0]?.[0] ?? '';
  return [...aims, ...secrets, ...(isLate ? [{ why: 'after_secret' as const, key: 'host', value: host, grants: [] }] : [])];
}

/** What a command prints is text of outsiders where it reaches a host. What files of this machine hold is not. */
export const readCommand = (reading: Reading, effects: readonly Effect[]): FlowAddition => {
  const [[host] = []] = hostsOf(effects);
  return host === undefined ? noAddition() : readPage(reading, host === '' ? 'a command' : host);
};
