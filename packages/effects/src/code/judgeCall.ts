import type { Effect } from '@licet/core';
import type { Mark } from '../marks.ts';
import { isGovernedPath } from '../places/governed.ts';
import { absolutePath } from '../places/lexical.ts';
import { startsPrograms } from '../places/startFiles.ts';
import { listBelow } from '../places/reach.ts';
import { addressEffects } from '../tools/address.ts';
import { fileEffects } from '../tools/files.ts';
import { fileChanges } from '../uses.ts';
import type { CodeUse, FileChange, ToolUse } from '../uses.ts';
import { judgeArgument } from '../tools/judge.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeCall, CodeContext, FunctionUse } from './calls.ts';
import { noteUnseen, requestEffects, withMethod, withSeenBody } from './remoteCalls.ts';
import { ANY_NAME, asPattern, textOf } from './value.ts';
import { loadPath } from './loading.ts';
import { alternativesOf } from './lists.ts';
import type { Value } from './value.ts';
import { started, itemsOf, runProgram } from './started.ts';
import { judgeUnknown } from './unknownArguments.ts';

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

/** What may be done to each of the files that a listing named. */
const CHANGING: readonly CodeUse[] = ['write', 'update', 'delete', 'delete_tree'];

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
const listedEffects = (text: string, change: FileChange, context: CodeContext): readonly CodeEffect[] => {
  const [, folder, deep] = /^(.*?)(\*\*\/)?\*$/.exec(asPattern(text)) ?? [];
  const possible = { ...change, replaces: false, certainty: 'possible' } as const;
  const noted = (effect: Effect): CodeEffect =>
    change.kind === 'write' ? { ...effect, note: CHANGES_EACH, onEach: true } : effect;
  const { cwd = '/' } = context.paths;
  const tree = folder === undefined || folder === '' ? '.' : folder;
  const over: readonly Mark[] = change.kind === 'write' && absolutePath(tree, cwd) === cwd ? ['moved', 'unlisted'] : [];
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

/** What a constant means to the call that gets it. */
type JudgeText = (text: string, at: number, call: CodeCall, context: CodeContext) => readonly Effect[];

const startsCommand: JudgeText = (text, _at, call, context) => started(text, call, context);

/** The uses that code has alone, or that mean more in it: who starts a program says in which folder, with which arguments. */
const inCode: Readonly<Record<Exclude<CodeUse, ToolUse> | 'shell' | 'code' | 'upload', JudgeText>> = {
  shell: startsCommand,
  command: startsCommand,
  linked: (text, _at, _call, context) => [
    ...fileEffects(text, { kind: 'read' }, context),
    ...fileEffects(text, { kind: 'write', certainty: 'possible' }, context),
  ],
  program: (text, at, call, context) =>
    alternativesOf(call.named.get('args') ?? call.args[at + 1]).flatMap(args => runProgram(text, args, call, context)),
  execute: (text, _at, _call, context) => [
    ...fileEffects(text, { kind: 'read' }, context),
    { kind: 'execute', target: { type: 'program', argv: [text] }, program: context.tool, via: [], certainty: 'certain' },
    ...loadPath(text, context),
  ],
  module: () => [],
  host: (text, at, call, context) => {
    const port = call.args[at + 1] === undefined ? undefined : textOf(call.args[at + 1]);
    return addressEffects(port === undefined ? text : `${text}:${port}`, 'both', undefined, context);
  },
  code: (text, _at, _call, context) => context.code(context.tool, text),
  upload: (text, _at, _call, context) => addressEffects(text, 'upload', 'POST', context),
};

const isInCode = (use: CodeUse): use is keyof typeof inCode => Object.hasOwn(inCode, use);

const judgeNamed = (use: CodeUse, text: string, call: CodeCall, context: CodeContext): readonly Effect[] => {
  const changes = CHANGING.includes(use) ? fileChanges(use) : undefined;
  if (changes === undefined) return use === 'read' ? readListed(text, context) : judgeUnknown(use, context);
  const listed = changes.flatMap(change => listedEffects(text, change, context));
  const isFixed = use === 'write' && !/(?:^|\.)open$/.test(call.name) && textOf(call.args[1]) !== undefined;
  return isFixed ? [...listed, ...judgeUnknown(use, context)] : listed;
};

/** What a call writes into the file of an argument: the next one, where it is a constant. One that opens a file says nothing of it. */
const writtenBy = ({ name, args }: CodeCall, at: number): string | undefined =>
  /open|stream/i.test(name) ? undefined : textOf(args[at + 1]);

/** Marks a file that code writes and that starts programs later. */
const markStart = (effects: readonly Effect[], content: string | undefined): readonly Effect[] =>
  effects.map(effect =>
    effect.kind === 'write' && effect.target?.type === 'file' && startsPrograms(effect.target.lexical, content)
      ? { ...effect, tags: [...(effect.tags ?? []), 'persistence'] }
      : effect,
  );

const judgeText = (use: CodeUse, text: string, at: number, call: CodeCall, context: CodeContext): readonly Effect[] => {
  if (text.includes(ANY_NAME)) return judgeNamed(use, text, call, context);
  if (use === 'write' || use === 'update') return markStart(judgeArgument(use, text, context), writtenBy(call, at));
  return isInCode(use) ? inCode[use](text, at, call, context) : judgeArgument(use, text, context);
};

const judgeValue = (use: CodeUse, value: Value, at: number, call: CodeCall, context: CodeContext): readonly Effect[] => {
  if (use === 'text') return [];
  return alternativesOf(value).flatMap(option => {
    const constant = textOf(option);
    if (constant !== undefined) return judgeText(use, constant, at, call, context);
    const [program, ...items] = itemsOf(option) ?? [];
    const started = textOf(program);
    if (use === 'command' && started !== undefined) return runProgram(started, { type: 'list', items }, call, context);
    if (use === 'read' && option.type === 'number') return [];
    return judgeUnknown(use, context, option);
  });
};

/** Most entries of a folder that is copied that are looked at for what governs the agent. */
const MOST_ENTRIES = 3000;

/** A folder that is copied over the one that the code runs in: what governs the agent in it is said by name, one that cannot be listed may hold it. */
const copiedOver = (use: FunctionUse, call: CodeCall, found: readonly Effect[], context: CodeContext): readonly Effect[] => {
  const { cwd, files } = context.paths;
  const over = found.find(
    ({ kind, target }) => kind === 'write' && target?.type === 'file' && target.recursive === true && target.lexical === cwd,
  );
  if (over !== undefined && use.args?.[0] !== 'tree') return [{ ...over, certainty: 'possible', tags: ['unseen'] }];
  if (over?.target?.type !== 'file' || cwd === undefined || files === undefined) return [];
  const from = call.args[0] === undefined ? undefined : textOf(call.args[0]);
  const folder = from === undefined ? undefined : absolutePath(from, cwd);
  if (folder === undefined || files.list(folder) === undefined)
    return [{ ...over, certainty: 'possible', tags: ['moved', 'unlisted'] }];
  const { paths } = listBelow(folder, isGovernedPath, files, MOST_ENTRIES);
  return paths.flatMap(path => judgeArgument('write', `${cwd}${path.slice(folder.length)}`, context));
};

/** Effects that are no more certain than what brings them about. */
export const withCertainty = (effects: readonly Effect[], certainty: Effect['certainty']): readonly Effect[] =>
  certainty === 'certain' ? effects : effects.map(effect => Object.assign({}, effect, { certainty }));

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
  const all = noteUnseen(call, [...withSeenBody(call, withMethod(call, effects)), ...requestEffects(call, effects, context)]);
  return withCertainty(all, call.certainty);
};
