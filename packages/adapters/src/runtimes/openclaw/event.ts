import { resolve } from 'node:path';

import type { ActionInput, Outcome } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText, present } from '../fields.ts';
import { quoted } from '../hookCommand.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  before_tool_call: 'before',
  tool_result: 'after',
  before_agent_run: 'turn',
});

const read = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: fields => (fields.all['has_ui'] === true ? 'human' : 'absent'),
  after: fields => ({ outcome: outcomeOf(fields), output: { value: fields.all['tool_output'] } }),
});

/** Reads what our own plugin writes. */
export const parse: ReadEvent = input => {
  const event = read(input);
  return event.phase === 'before' || event.phase === 'after' ? { ...event, action: judged(event.action) } : event;
};

const judged = (action: ActionInput): ActionInput =>
  action.tool === 'exec' ? placed(action) : action.tool === 'process' ? typed(action) : action;

/** Judges a command of `exec` in the folder and with the variables that it is given. */
function placed(action: ActionInput): ActionInput {
  const { cwd = '', payload = {} } = action;
  const { workdir, env, command } = payload;
  const variables = isRecord(env) ? Object.entries(env) : [];
  const exported = variables.map(([name, value]) => `export ${quoted(`${name}=${String(value)}`)}; `).join('');
  return {
    ...action,
    ...(typeof workdir === 'string' && { cwd: resolve(cwd, workdir) }),
    ...(exported !== '' && typeof command === 'string' && { payload: { ...payload, command: `${exported}${command}` } }),
  };
}

/** The arguments of `process` that are typed into a program that runs. */
const TYPED: readonly string[] = Object.freeze(['data', 'literal', 'text']);

/** What `process` types into a program may be lines for a shell, so it is judged as lines for one. */
function typed(action: ActionInput): ActionInput {
  const { payload = {} } = action;
  const { keys, hex } = payload;
  const bytes = typeof hex === 'string' ? [hex] : Array.isArray(hex) ? hex.map(String) : [];
  const texts = [
    ...TYPED.flatMap(name => (typeof payload[name] === 'string' ? [payload[name]] : [])),
    ...(Array.isArray(keys) ? [keys.map(keyText).join('')] : []),
    ...(bytes.length === 0 ? [] : [Buffer.from(bytes.join('').replaceAll(/[^0-9a-f]/giu, ''), 'hex').toString()]),
  ];
  return texts.length === 0 ? action : { ...action, kind: 'bash', payload: { ...payload, command: texts.join('\n') } };
}

const KEYS: Readonly<Record<string, string>> = Object.freeze({
  enter: '\n',
  return: '\n',
  'c-m': '\n',
  'c-j': '\n',
  space: ' ',
  tab: '\t',
});

const keyText = (key: unknown): string => KEYS[String(key).toLowerCase()] ?? String(key);

/** A command that goes on in the background has no exit code yet. */
function outcomeOf(fields: Fields): Outcome {
  const exitCode = fields.maybeNumber('exit_code');
  const { tool_output: output, is_error: isError, is_running: isRunning } = fields.all;
  if (isError === true || (exitCode !== undefined && exitCode !== 0))
    return { status: 'error', output, error: asText(output), ...present({ exitCode }) };
  return { status: isRunning === true ? 'unknown' : 'ok', output, ...present({ exitCode }) };
}
