import type { Effect } from '@licet/core';
import { isGovernedPath } from '../places/governed.ts';
import { addressEffects } from './address.ts';
import { draw } from '../work.ts';
import { fileChanges } from '../uses.ts';
import type { ToolUse } from '../uses.ts';
import { ofTool } from './use.ts';
import type { ToolContext } from './use.ts';
import { fileEffects, isFolder, malformed, secretsAmong } from './files.ts';
import { CHARS_PER_PATCH_UNIT, patchSteps } from '../programs/patchText.ts';
import { sqlEffects } from '../programs/statements.ts';
import { COMPUTED_FILE, sqlFiles } from '../programs/sqlFiles.ts';

/**
 * The effects of a patch, of either form: the envelope of `apply_patch` and unified or git diffs, several files in one. Every
 * header counts, also ones that are in the text of a change: too many files rather than too few. A patch that
 * names no file is `unknown`.
 */
const patchEffects = (value: unknown, context: ToolContext): readonly Effect[] => {
  const isRead = typeof value === 'string' && draw(context.work, value.length / CHARS_PER_PATCH_UNIT);
  if (context.work.left < 0) return [];
  const steps = isRead ? patchSteps(value) : [];
  if (steps.length === 0) return [malformed('a patch that names no file', context)];
  return steps.flatMap(step => step.uses.flatMap(use => fileEffects(step.path.trimEnd(), use, context)));
};

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** A command as one text: a list of words is quoted word by word, since no shell has looked at it yet. */
export const commandText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every(word => typeof word === 'string')) return undefined;
  return value.map(quote).join(' ');
};

/** Some runtimes take a call of `apply_patch` out of a command and carry it out themselves. */
const PATCH_COMMAND = /\bapply_?patch\b[\s\S]*\*\*\* Begin Patch/;

const shellEffects = (value: unknown, isInput: boolean, context: ToolContext): readonly Effect[] => {
  const text = commandText(value);
  if (text === undefined) return [malformed('a command that is no text', context)];
  const patched = PATCH_COMMAND.test(text) ? patchEffects(text, context) : [];
  const effects = [...context.shell(text, context.paths.cwd), ...patched];
  return isInput ? effects.map(effect => Object.assign({}, effect, { certainty: 'possible' as const })) : effects;
};

const unseenFile = ({ tool }: ToolContext): Effect =>
  ofTool(tool, { kind: 'unknown', certainty: 'possible', tags: ['dynamic'], note: COMPUTED_FILE });

/**
 * What a statement names to functions for files and addresses: a database in the tool's own process reads those of this machine. Other files
 * may be those of the database's machine.
 */
const filesInStatement = (value: unknown, context: ToolContext): readonly Effect[] =>
  (typeof value === 'string' ? sqlFiles(value) : []).flatMap(({ use, path }): readonly Effect[] => {
    if (path === undefined) return [unseenFile(context)];
    if (use === 'url') return addressEffects(path, 'download', 'GET', context);
    if (use !== 'read' && isGovernedPath(path))
      return fileEffects(path, { kind: 'write', certainty: 'possible', replaces: use === 'write' }, context);
    if (use === 'write') return [];
    const read = fileEffects(path, { kind: 'read', glob: /[*?[]/.test(path), certainty: 'possible' }, context);
    return isGovernedPath(path) ? read : read.filter(({ tags = [] }) => tags.includes('secret'));
  });

/** The effects of one argument in one use. Lists stand for each of their elements, except for a command's words. */
export const judgeArgument = (use: ToolUse, value: unknown, context: ToolContext, language?: string): readonly Effect[] => {
  if (use === 'text' || value === undefined || value === null || !draw(context.work, 1 / 16)) return [];
  if (use === 'shell' || use === 'input') return shellEffects(value, use === 'input', context);
  if (use === 'patch') return patchEffects(Array.isArray(value) ? value.join('\n') : value, context);
  if (Array.isArray(value)) return value.flatMap(element => judgeArgument(use, element, context, language));
  const changes = fileChanges(use);
  if (changes !== undefined) return changes.flatMap(change => fileEffects(value, change, context));
  switch (use) {
    case 'tree': {
      const isOne = typeof value === 'string' && isFolder(value, context) === false;
      return fileEffects(value, isOne ? { kind: 'read' } : { kind: 'read', recursive: true, certainty: 'possible' }, context);
    }
    case 'search': {
      const found = judgeArgument('tree', value, context);
      return found.flatMap(effect => [effect, ...secretsAmong(effect, context)]);
    }
    case 'code':
      return typeof value === 'string' ? context.code(language ?? '', value) : [malformed('code that is no text', context)];
    case 'url':
      draw(context.work, 1);
      return addressEffects(value, 'download', 'GET', context);
    case 'upload':
      draw(context.work, 1);
      return addressEffects(value, 'upload', undefined, context);
    case 'sql':
      return [...sqlEffects(value, context.tool), ...filesInStatement(value, context)];
    default:
      return [malformed('an argument that cannot be judged', context)];
  }
};
