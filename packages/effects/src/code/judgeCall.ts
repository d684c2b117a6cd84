import type { Effect } from '@licet/core';
import { isGovernedPath } from '../places/governed.ts';
import { absolutePath } from '../places/lexical.ts';
import { listBelow } from '../places/reach.ts';
import { addressEffects } from '../tools/address.ts';
import { isSecretPath, mayNameSecret } from '../places/secrets.ts';
import { fileEffects, isFolder } from '../tools/files.ts';
import type { FileUse } from '../tools/files.ts';
import { commandText, judgeArgument } from '../tools/judge.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeCall, CodeContext, CodeUse, FunctionUse } from './calls.ts';
import { isLocalAddress } from '../programs/requests.ts';
import { noteUnseen, requestEffects, withMethod } from './remoteCalls.ts';
import { alternativesOf, ANY_NAME, asPattern, isHidden, optionsOf, ownValue, textOf, unknownValue } from './value.ts';
import type { Value } from './value.ts';

/** What is said of code that does not parse. */
export const UNPARSED = 'code that does not parse';

/** A variable of the environment that code sets for itself and what it starts. */
export const environmentEffect = (name: string | undefined, program: string, certainty: Effect['certainty']): Effect => ({
  kind: 'environment',
  target: { type: 'named', category: 'variable', name: name ?? '*' },
  program,
  via: [],
  certainty,
  ...(name === undefined || /^(?:PATH|LD_\w+|DYLD_\w+|NODE_OPTIONS|PYTHON\w*|BASH_ENV|ENV|GIT_\w+|EDITOR|PAGER)$/.test(name)
    ? { tags: ['tampered_environment'] }
    : {}),
});

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
const started = (command: string, call: CodeCall, context: CodeContext): readonly Effect[] => {
  const shell = (text: string): readonly Effect[] =>
    foldersOf(call, context).flatMap(folder =>
      folder === undefined ? context.shell(`cd "$FOLDER"; ${text}`, context.paths.cwd) : context.shell(text, folder),
    );
  if (!FED.test(command)) return shell(command);
  const input = textOf(call.named.get('input'));
  if (input !== undefined) return shell(`${command} <<< ${commandText([input]) ?? ''}`);
  return [...shell(command), dynamicEffect('starts an interpreter that does what it is fed', context.tool, call.certainty)];
};

const itemsOf = (value: Value | undefined): readonly Value[] | undefined =>
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

const runProgram = (program: string, args: Value | undefined, call: CodeCall, context: CodeContext): readonly Effect[] => {
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
    return [{ ...start, certainty: call.certainty }, dynamicEffect('arguments known only at run time', context.tool)];
  }
  return started(`${isShell ? program : (commandText([program]) ?? '')} ${text}`.trimEnd(), call, context);
};

/** What is done to each of the files that a listing named. */
const listedUses: Readonly<Partial<Record<CodeUse, readonly FileUse[]>>> = {
  write: [{ kind: 'write' }],
  update: [{ kind: 'read' }, { kind: 'write' }],
  delete: [{ kind: 'delete', tags: ['destructive'] }],
};

const CHANGES_EACH = 'changes each file of a listing';

/** An effect of code, and whether it is on each file of a listing. */
interface CodeEffect extends Effect {
  readonly onEach?: true;
}

/** Code that changes every file of a listing edits them where it reads files too; otherwise it loses what they hold. */
export const editsOrLoses = (effects: readonly CodeEffect[], { tool }: CodeContext): readonly Effect[] => {
  const edits = effects.some(({ kind }) => kind === 'read');
  return effects.flatMap(({ onEach, ...effect }) =>
    onEach === undefined || edits ? [effect] : [effect, dynamicEffect(CHANGES_EACH, tool, effect.certainty)],
  );
};

/** What is done to each file that a listing named; without a pattern it names hidden files too. */
const listedEffects = (text: string, change: FileUse, context: CodeContext): readonly CodeEffect[] => {
  const [, folder, deep] = /^(.*?)(\*\*\/)?\*$/.exec(asPattern(text)) ?? [];
  const possible = { ...change, certainty: 'possible' } as const;
  const noted = (effect: Effect): CodeEffect =>
    change.kind === 'write' ? { ...effect, note: CHANGES_EACH, onEach: true } : effect;
  const { cwd = '/' } = context.paths;
  const tree = folder === undefined || folder === '' ? '.' : folder;
  const over = change.kind === 'write' && absolutePath(tree, cwd) === cwd ? ['moved', 'unlisted'] : [];
  if (deep !== undefined)
    return fileEffects(tree, { ...possible, recursive: true, tags: [...(change.tags ?? []), ...over] }, context).map(noted);
  const patterns = folder === undefined ? [asPattern(text)] : [`${folder}*`, `${folder}.*`];
  return patterns.flatMap(pattern => fileEffects(pattern, { ...possible, glob: true }, context)).map(noted);
};

/** Files that a listing named: those of a pattern, or all in a folder, hidden ones too. */
const readListed = (text: string, context: CodeContext): readonly Effect[] => {
  const pattern = asPattern(text);
  const folder = /^(.*?)(?:\*\*\/)?\*+$/.exec(pattern)?.[1];
  const hidden = folder === undefined ? [] : judgeArgument('search', folder === '' ? '.' : folder, context);
  return [...judgeArgument('glob', pattern, context), ...hidden.filter(({ tags }) => tags?.includes('secret') === true)];
};

const judgeText = (use: CodeUse, text: string, at: number, call: CodeCall, context: CodeContext): readonly Effect[] => {
  if (text.includes(ANY_NAME)) {
    const changes = listedUses[use];
    const isFixed = use === 'write' && !/(?:^|\.)open$/.test(call.name) && textOf(call.args[1]) !== undefined;
    if (changes === undefined) return use === 'read' ? readListed(text, context) : judgeUnknown(use, context);
    const listed = changes.flatMap(change => listedEffects(text, change, context));
    return isFixed ? [...listed, ...judgeUnknown(use, context)] : listed;
  }
  switch (use) {
    case 'shell':
    case 'argv':
      return started(text, call, context);
    case 'linked':
      return [
        ...fileEffects(text, { kind: 'read' }, context),
        ...fileEffects(text, { kind: 'write', certainty: 'possible' }, context),
      ];
    case 'program':
      return alternativesOf(call.named.get('args') ?? call.args[at + 1]).flatMap(args => runProgram(text, args, call, context));
    case 'script':
      return [
        ...fileEffects(text, { kind: 'read' }, context),
        { kind: 'execute', target: { type: 'program', argv: [text] }, program: context.tool, via: [], certainty: 'certain' },
      ];
    case 'module':
      return [];
    case 'host': {
      const port = call.args[at + 1] === undefined ? undefined : textOf(call.args[at + 1]);
      return addressEffects(port === undefined ? text : `${text}:${port}`, 'both', undefined, context);
    }
    case 'code':
      return context.code(context.tool, text);
    case 'upload':
      return addressEffects(text, 'upload', 'POST', context);
    default:
      return judgeArgument(use, text, context);
  }
};

const notes: Readonly<Partial<Record<CodeUse, string>>> = {
  read: 'reads a file known only at run time',
  code: 'runs code known only at run time',
  module: 'loads a module known only at run time',
  shell: 'runs a command known only at run time',
  argv: 'runs a command known only at run time',
  program: 'runs a program known only at run time',
};

/** A file whose name comes from outside of the code: as for a shell's word, reading it is said and passes, changing it is unknown. */
const unplaced = { type: 'named', category: 'path', name: 'a file known only at run time' } as const;

/** Longer texts are no names of files. */
const LONGEST_NAME = 256;

/** Code that reads a file by a name that is not followed may read each secret that it names. */
export const mentionedSecrets = (
  texts: ReadonlySet<string>,
  effects: readonly Effect[],
  context: CodeContext,
): readonly Effect[] => {
  if (!effects.some(({ kind, target }) => kind === 'read' && target?.type === 'named' && target.category === 'path')) return [];
  const use = { kind: 'read', certainty: 'possible' } as const;
  return [...texts]
    .filter(text => /[^/]/.test(text) && text.length <= LONGEST_NAME && !/\s/.test(text))
    .flatMap(text => {
      if (text.includes(ANY_NAME)) return halfNamed(text, context);
      return isFolder(text, context) === true ? judgeArgument('search', text, context) : fileEffects(text, use, context);
    })
    .filter(({ tags }) => tags?.includes('secret') === true);
};

/** A secret that the known part of a text names, whatever stands for the rest. */
const halfNamed = (text: string, { tool, paths }: CodeContext): readonly Effect[] => {
  const pattern = text.replaceAll(ANY_NAME, '*');
  const whole = /^[/*]/.test(pattern) ? pattern : `${paths.cwd ?? ''}/${pattern}`;
  const [, folder] = /^([^*]*\/)(?:\*\/)*\*$/.exec(whole) ?? [];
  const isNamed = folder === undefined ? mayNameSecret(whole, paths.home) : isSecretPath(`${folder}x`, undefined, paths.home);
  if (/^[*/]*$/.test(pattern) || !isNamed) return [];
  const target = { type: 'named', category: 'path', name: pattern } as const;
  return [{ kind: 'read', target, program: tool, via: [], certainty: 'possible', tags: ['secret'] }];
};

/** An address of which only the end is not known. */
const UP_TO_PATH = /^https?:\/\/[^\s/?#\uE000]+(?=[/?#])/i;

const judgeUnknown = (use: CodeUse, context: CodeContext, value: Value = unknownValue): readonly Effect[] => {
  const like = value.type === 'unknown' ? value.like : undefined;
  const host = UP_TO_PATH.exec(like ?? '')?.[0];
  if (isLocalAddress(host) && (use === 'url' || use === 'upload'))
    return use === 'url' ? judgeArgument('url', `${host}/`, context) : addressEffects(`${host}/`, 'upload', 'POST', context);
  const base = { program: context.tool, via: [], certainty: 'certain' } as const;
  if (use === 'url' || use === 'host')
    return [{ ...base, kind: 'network', target: { type: 'network', direction: 'both' }, tags: ['dynamic'] }];
  if (use === 'upload')
    return [{ ...base, kind: 'network', target: { type: 'network', direction: 'upload' }, tags: ['dynamic'] }];
  if (use === 'read' && !isHidden(value)) {
    const read = { ...base, kind: 'read', certainty: 'possible' } as const;
    return [
      { ...read, target: unplaced, note: 'reads a path known only at run time' },
      ...(like === undefined ? [] : halfNamed(like, context)),
    ];
  }
  return [dynamicEffect(notes[use] ?? 'changes a file known only at run time', context.tool)];
};

const judgeValue = (use: CodeUse, value: Value, at: number, call: CodeCall, context: CodeContext): readonly Effect[] => {
  if (use === 'text') return [];
  return alternativesOf(value).flatMap(option => {
    const constant = textOf(option);
    if (constant !== undefined) return judgeText(use, constant, at, call, context);
    const [program, ...items] = itemsOf(option) ?? [];
    const started = textOf(program);
    if (use === 'argv' && started !== undefined) return runProgram(started, { type: 'list', items }, call, context);
    if (use === 'read' && option.type === 'number') return [];
    return judgeUnknown(use, context, option);
  });
};

/** Most entries of a folder that is copied that are looked at for what governs the agent. */
const MOST_ENTRIES = 3000;

/** A folder that is copied over the one that the code runs in: what governs the agent in it is said by name, one that nobody can list may hold it. */
const copiedOver = (use: FunctionUse, call: CodeCall, found: readonly Effect[], context: CodeContext): readonly Effect[] => {
  const { cwd, files } = context.paths;
  const over = found.find(
    ({ kind, target }) => kind === 'write' && target?.type === 'file' && target.recursive === true && target.lexical === cwd,
  );
  if (use.args?.[0] !== 'tree' || over?.target?.type !== 'file' || cwd === undefined || files === undefined) return [];
  const from = call.args[0] === undefined ? undefined : textOf(call.args[0]);
  const folder = from === undefined ? undefined : absolutePath(from, cwd);
  if (folder === undefined || files.list(folder) === undefined)
    return [{ ...over, certainty: 'possible', tags: ['moved', 'unlisted'] }];
  const { paths } = listBelow(folder, isGovernedPath, files, MOST_ENTRIES);
  return paths.flatMap(path => judgeArgument('write', `${cwd}${path.slice(folder.length)}`, context));
};

/** The effects of one call of a library function, by its use. An argument that is not constant makes an effect whose target is not known. */
export const judgeCall = (given: FunctionUse, call: CodeCall, context: CodeContext): readonly Effect[] => {
  const use = given.decide?.(call) ?? given;
  const base = { program: context.tool, via: [], certainty: 'certain' } as const;
  const effects: Effect[] = (use.effects ?? []).map(effect => Object.assign({}, base, effect));
  for (const [at, role] of (use.args ?? []).entries()) {
    const value = call.args[at];
    if (value !== undefined) effects.push(...judgeValue(role, value, at, call, context));
  }
  for (const [role, value] of use.values?.(call) ?? []) effects.push(...judgeValue(role, value, -1, call, context));
  for (const [name, role] of Object.entries(use.named ?? {})) {
    const value = call.named.get(name);
    if (value !== undefined) effects.push(...judgeValue(role, value, -1, call, context));
  }
  effects.push(...copiedOver(use, call, effects, context));
  const all = noteUnseen(call, [...withMethod(call, effects), ...requestEffects(call, effects, context)]);
  if (call.certainty === 'certain') return all;
  return all.map(effect => Object.assign({}, effect, { certainty: 'possible' as const }));
};
