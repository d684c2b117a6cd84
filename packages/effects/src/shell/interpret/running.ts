import { absolutePath } from '../../places/lexical.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { isStandardInput } from '../calls/runUses.ts';
import { HOLE, isKnown, knownText, mergeOrigins } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { descend } from '../words/emit.ts';
import { emptyStream } from '../words/stream.ts';
import type { Handler } from '../words/frame.ts';

/** Words joined by spaces, as `eval`, `ssh` and `watch` do to make shell text of them. */
export function joinFields(fields: readonly Field[]): Field {
  return {
    text: fields.map(field => field.text).join(' '),
    glob: fields.length === 1 && fields.every(field => field.glob && !field.text.includes(HOLE)),
    many: false,
    origins: fields.reduce<Field['origins']>((all, field) => mergeOrigins(all, field.origins), []),
    source: fields.map(field => field.source).join(' '),
  };
}

/** Words as shell text that means them and nothing else. */
export function quoteFields(fields: readonly Field[]): string {
  return fields.map(field => (isKnown(field) ? `'${field.text.replaceAll("'", String.raw`'\''`)}'` : HOLE)).join(' ');
}

const evaluate: Handler = ({ args, frame }) => {
  const code = joinFields(args[0]?.text === '--' ? args.slice(1) : args);
  if (!isKnown(code)) frame.run.guarded.add('*');
  const inner = descend(frame, 'eval');
  return inner === undefined ? { origins: [] } : start({ type: 'text', text: code }, inner);
};

const source: Handler = ({ name, args, frame }) => {
  const [file, ...rest] = args[0]?.text === '--' ? args.slice(1) : args;
  if (file !== undefined && isStandardInput(file)) start({ type: 'input', use: { as: 'shell' }, program: name }, frame);
  else if (file !== undefined) start({ type: 'file', file: file, program: name, args: rest }, frame);
  if (file !== undefined && !isKnown(file)) frame.run.guarded.add('*');
  const path = file === undefined || !isKnown(file) ? undefined : absolutePath(file.text, frame.state.cwd);
  if (path !== undefined && isSecretPath(path, undefined, frame.run.options.home)) frame.state.loaded = path;
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
  const inner = rest.length === 0 || args.length === 0 ? undefined : descend(frame, name);
  if (inner === undefined) return emptyStream;
  const { state } = frame;
  const passedBy = program === undefined ? undefined : state.functions.get(program);
  const alias = program === undefined ? undefined : state.aliases.get(program);
  if (program !== undefined) state.functions.delete(program);
  if (program !== undefined) state.aliases.delete(program);
  const output = start({ type: 'words', words: rest }, inner);
  if (passedBy !== undefined && !state.functions.has(passedBy.name)) state.functions.set(passedBy.name, passedBy);
  if (program !== undefined && alias !== undefined) state.aliases.set(program, alias);
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
