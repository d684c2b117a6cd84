import type { Effect } from '@licet/core';
import { absolutePath, baseName } from '../places/lexical.ts';
import { otherKeyboard } from '../places/terminals.ts';
import { lendsUnknown } from '../programs/typing.ts';
import { commandText } from '../tools/judge.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeCall, CodeContext } from './calls.ts';
import { ANY_NAME, asPattern, isHidden, optionsOf, ownValue, textOf } from './value.ts';
import type { Value } from './value.ts';

/** An interpreter that is started without code or a file, and so does what it is fed. */
const FED =
  /^\s*(?:\S*\/)?(?:(?:ba|z|da|k|mk|a|fi|c|tc)?sh|python[\d.]*|pypy\d*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|osascript|Rscript|R|irb|ghci|pwsh|powershell|cmd(?:\.exe)?)(?:\s+-[abd-lno-zA-Z]+)*(?:\s+(?:-|\/dev\/stdin))?\s*$/;

/** The folders in which a call may start its program; undefined for one that is known only at run time. */
const foldersOf = (call: CodeCall, { paths: { cwd = '/' } }: CodeContext): readonly (string | undefined)[] =>
  optionsOf(call.named.get('cwd') ?? ownValue).map(option => {
    const text = textOf(option);
    if (text !== undefined) return absolutePath(text, cwd);
    return option.type === 'unknown' ? undefined : cwd;
  });

/** What a program does that code starts, with the text that code gives it to read. */
export const started = (command: string, call: CodeCall, context: CodeContext): readonly Effect[] => {
  const shell = (text: string): readonly Effect[] =>
    foldersOf(call, context).flatMap(folder =>
      folder === undefined ? context.shell(`cd "$FOLDER"; ${text}`, context.paths.cwd) : context.shell(text, folder),
    );
  if (!FED.test(command)) return shell(command);
  const input = textOf(call.named.get('input'));
  if (input !== undefined) return shell(`${command} <<< ${commandText([input]) ?? ''}`);
  return [...shell(command), dynamicEffect('starts an interpreter that does what it is fed', context.tool, call.certainty)];
};

/** The items of a list that is wholly known. */
export const itemsOf = (value: Value | undefined): readonly Value[] | undefined =>
  value?.type === 'list' && value.some !== true ? value.items : undefined;

/** A constant as a word of a shell; a name of a listing as the pattern that it fits. */
const wordOf = (text: string): string | undefined =>
  text.includes(ANY_NAME) ? asPattern(text).replace(/[^*]+/g, part => commandText([part]) ?? part) : commandText([text]);

/** The arguments of a program, each one word of a shell: what the code finds out by itself is any one word. */
const quoted = (items: readonly Value[], { takesWords }: CodeContext): string | undefined => {
  const words = items.map(item => {
    const text = textOf(item);
    if (text !== undefined) return wordOf(text);
    return takesWords === true || isHidden(item) || !/^(?:unknown|own)$/.test(item.type) ? undefined : '"$1"';
  });
  return words.includes(undefined) ? undefined : words.join(' ');
};

/** What a program does that code starts with a list of words. */
export const runProgram = (program: string, args: Value | undefined, call: CodeCall, context: CodeContext): readonly Effect[] => {
  const isShell = optionsOf(call.named.get('shell') ?? { type: 'own' }).some(
    value => textOf(value) !== undefined && textOf(value) !== '0',
  );
  const items = args === undefined || args.type === 'own' || args.type === 'record' ? [] : itemsOf(args);
  const known = items?.every(item => textOf(item) !== undefined) === true ? items.map(textOf).join(' ') : undefined;
  const text = isShell || items === undefined ? known : quoted(items, context);
  if (text === undefined) {
    const start = {
      kind: 'execute',
      target: { type: 'program', argv: [program, undefined] },
      program: context.tool,
      via: [],
    } as const;
    const typed = lendsUnknown(baseName(program), false)
      ? [{ kind: 'write', target: otherKeyboard, program: context.tool, via: [], certainty: call.certainty } as const]
      : [];
    return [...typed, { ...start, certainty: call.certainty }, dynamicEffect('arguments known only at run time', context.tool)];
  }
  return started(`${isShell ? program : (commandText([program]) ?? '')} ${text}`.trimEnd(), call, context);
};
