import { isStandardInput } from '../calls/applyUse.ts';
import { hole, isKnown, knownText, mergeOrigins } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, start } from '../words/frame.ts';
import { emptyStream } from '../words/stream.ts';
import type { Handler } from './handler.ts';

/** Words joined by spaces, as `eval`, `ssh` and `watch` do to make shell text of them. */
export function joinFields(fields: readonly Field[]): Field {
  const glob = fields.some(field => field.glob && !field.text.includes(hole));
  return {
    text: fields.map(field => field.text).join(' '),
    glob:
      glob &&
      fields.every(field => !field.text.includes(hole)) &&
      fields.every(field => isKnown(field) || field.glob) &&
      fields.length === 1,
    many: false,
    origins: fields.reduce<Field['origins']>((all, field) => mergeOrigins(all, field.origins), []),
    source: fields.map(field => field.source).join(' '),
  };
}

const evaluate: Handler = ({ args, frame }) => {
  const code = joinFields(args[0]?.text === '--' ? args.slice(1) : args);
  const inner = descend(frame, 'eval');
  return inner === undefined ? { origins: [] } : start({ type: 'text', text: code }, inner);
};

const source: Handler = ({ name, args, frame }) => {
  const [file, ...rest] = args[0]?.text === '--' ? args.slice(1) : args;
  if (file !== undefined && isStandardInput(file)) start({ type: 'input', use: { as: 'shell' }, program: name }, frame);
  else if (file !== undefined) start({ type: 'file', file: file, program: name, args: rest }, frame);
  return { origins: ['file'] };
};

const execute: Handler = ({ args, frame }) => {
  let at = 0;
  for (; at < args.length && /^-[cl]+$|^-a$|^--$/.test(args[at]?.text ?? ''); at++) if (args[at]?.text === '-a') at++;
  const inner = args.length > at ? descend(frame, 'exec') : undefined;
  return inner === undefined ? emptyStream : start({ type: 'words', words: args.slice(at) }, inner);
};

/** `command` and `builtin` pass functions and aliases by; `command -v` only looks. */
const command: Handler = ({ name, args, frame }) => {
  const looks = args.some(({ text }, i) => /^-[vV]+$/.test(text) && args.slice(0, i).every(arg => arg.text.startsWith('-')));
  const rest = args.slice(args.findIndex(({ text }) => !/^-[pvV]+$|^--$/.test(text)));
  const program = knownText(rest[0]);
  if (looks) return program === undefined ? { origins: [] } : { text: `/usr/bin/${program}\n`, origins: [] };
  const state = { ...frame.state, functions: new Map<string, never>(), aliases: new Map<string, string>() };
  if (rest.length === 0 || args.length === 0) return emptyStream;
  const inner = descend(frame, name, { state });
  if (inner === undefined) return { origins: [] };
  const output = start({ type: 'words', words: rest }, inner);
  frame.state.cwd = state.cwd;
  return output;
};

/** Builtins that run other commands. */
export const runningBuiltins: Readonly<Record<string, Handler>> = {
  eval: evaluate,
  source,
  '.': source,
  exec: execute,
  command,
  builtin: command,
};
