import type { Mark } from '../../marks.ts';
import { absolutePath } from '../../places/lexical.ts';
import type { DetailedUse } from '../../programs/descriptor.ts';
import { findDescriptor } from '../../programs/index.ts';
import { descend, emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal, patternField } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { frameChange, mounted, start } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { opaque } from '../words/stream.ts';
import type { Apply, UseContext } from './call.ts';
import { networkTarget } from './network.ts';

/** The file of a module of Python that is in a folder, as a source or as a package. */
export function moduleFile(name: string, frame: Frame, main: string = '__init__'): string | undefined {
  const { files } = frame.run.options;
  if (frame.place !== 'here' || frame.state.cwd === undefined || !/^[\w./]+$/.test(name)) return undefined;
  return [`${name}.py`, `${name}/${main}.py`].find(
    path => files?.text?.(absolutePath(path, frame.state.cwd) ?? path) !== undefined,
  );
}

/** A command with its arguments: `command` of `env`. */
export const command: Apply = ({ field: given, following, use }, context) => {
  const own = `${use.family ?? ''} ${given.text}`;
  const module = use.family === 'python -m' ? moduleFile(given.text.replaceAll('.', '/'), context.frame, '__main__') : undefined;
  if (module !== undefined) {
    const run = { as: 'execute', language: 'python' } as const;
    start(
      { type: 'file', file: literal(module, given.source), program: context.program, args: following, use: run },
      context.frame,
    );
    return;
  }
  const field = use.family !== undefined && findDescriptor(own) !== undefined ? literal(own, given.source) : given;
  const inner = descend(context.frame, context.program, { ...frameChange(use, context), ...mounted(use, context.frame) });
  if (inner === undefined) return;
  const words = field.text === '--' ? following : [field, ...following];
  if (following.length === 0 && field === given && /\s/.test(field.text))
    context.printed = start({ type: 'text', text: field }, inner);
  else {
    const appends = typeof use.appends === 'string' ? use.appends : undefined;
    context.printed = start({ type: 'words', words: appended(words, appends) }, inner);
  }
};

/** The words of a command with a pattern of file names for `{}`, or after the last word; a closing `;` falls away. */
function appended(words: readonly Field[], pattern: string | undefined): readonly Field[] {
  if (pattern === undefined) return words;
  const field = patternField(pattern);
  const own = words.at(-1)?.text === ';' ? words.slice(0, -1) : words;
  const filled = own.map(word =>
    /\{[/.]*\}/.test(word.text) ? { ...field, text: word.text.replace(/\{[/.]*\}/, pattern) } : word,
  );
  return filled.some((word, i) => word !== own[i]) ? filled : [...own, field];
}

/** A command line: that of `sh -c`. */
export const shell: Apply = ({ field, use }, context) => {
  const stdin = use.fed === true ? opaque() : context.frame.stdin;
  const inner = descend(context.frame, context.program, { ...frameChange(use, context), stdin });
  if (inner !== undefined) keepVariables(start({ type: 'text', text: field }, inner), context);
};

/** Keeps what something inside of a call prints, when that is all variables. */
export function keepVariables(output: Stream, context: UseContext): void {
  if (output.origins.includes('variables')) context.printed = output;
}

/** A program that is started by its name alone. */
export const program: Apply = ({ use, field }, context) => {
  const text = knownText(field);
  const tags = [...(use.tags ?? []), ...context.tags];
  emit(context.frame, { kind: 'execute', target: { type: 'program', argv: [text] }, program: context.program, tags });
};

/** True for the names under which a program finds its standard input. */
export function isStandardInput(field: Field): boolean {
  return /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(field.text);
}

/** Registries whose packages are ordinary dependencies. */
const REGISTRY = /^(?:jsr|npm):|^https:\/\/(?:deno\.land\/(?:std|x)|jsr\.io|esm\.sh|cdn\.jsdelivr\.net)[/@]/i;

/** Code by its address: a `data:` address holds it, any other brings it from the network. */
function runAddress(field: Field, use: DetailedUse, { frame, program }: UseContext): void {
  const [, encoding, text] = /^data:[^,;]*((?:;[^,]*)?),(.*)$/is.exec(field.text) ?? [];
  if (text !== undefined) {
    const isBase64 = encoding?.endsWith(';base64') === true;
    const source = isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text;
    start({ type: 'code', language: use.language ?? 'javascript', source: { ...field, text: decoded(source) }, program }, frame);
    return;
  }
  const tags: readonly Mark[] = REGISTRY.test(field.text) ? ['package_scripts'] : ['untrusted_code'];
  emit(frame, { kind: 'network', target: networkTarget(field.text, 'download', undefined), program, tags });
}

/** Percent signs taken out, where they are well made. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A file that is run. */
export const execute: Apply = ({ field, use, following }, context) => {
  const { frame, program: by, tags } = context;
  const language = use.language === undefined ? 'shell' : 'code';
  if (isStandardInput(field))
    keepVariables(start({ type: 'input', use: { ...use, as: language }, program: by, tags }, frame), context);
  else if (/^(?:https?|data|jsr|npm|ftp|git\+\w+):/i.test(field.text)) runAddress(field, use, context);
  else start({ type: 'file', file: field, program: by, args: following, use }, frame);
};
