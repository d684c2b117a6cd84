import type { Action } from '@licet/core';

const COMMANDS: ReadonlySet<string> = new Set(['bash', 'execute_code', 'read', 'write', 'submit_task']);

/** Whether an action is judged by its effects and not by its arguments: a command, code, a file. */
export const isCommand = ({ kind }: Pick<Action, 'kind'>): boolean => COMMANDS.has(kind);
