import type { Effect } from '@licet/core';
import { baseName } from '../places/lexical.ts';
import { normalizePath } from '../places/normalize.ts';
import { holdsData } from '../places/overwritten.ts';
import { secretsBelow } from '../places/secretsBelow.ts';
import { fileTarget, globTarget } from '../places/target.ts';
import type { FileChange } from '../uses.ts';
import { draw } from '../work.ts';
import { ofTool } from './use.ts';
import type { ToolContext } from './use.ts';

/** An argument that says nothing that could be judged. */
export const malformed = (note: string, { tool }: ToolContext): Effect =>
  ofTool(tool, { kind: 'unknown', tags: ['malformed'], note });

/** What placing a file and giving it its marks costs, apart from questions to the file system. */
const PER_FILE = 10;

const effectOn = (text: string, use: FileChange, { tool, root, paths, marks }: ToolContext): Effect => {
  const options = { ...paths, recursive: use.recursive };
  const target = use.glob === true ? globTarget(text, options) : fileTarget(text, options);
  const base = { program: tool, via: [], certainty: use.certainty ?? 'certain' } as const;
  if (target.type === 'refusal')
    return { ...base, kind: 'unknown', tags: [target.code], note: `a path that cannot be judged: ${target.message}` };
  const over: readonly string[] = use.replaces === true && holdsData(target, { ...paths, root }) ? ['overwritten'] : [];
  const tags = [...(use.tags ?? []), ...over, ...marks(use.kind, target)];
  return { ...base, kind: use.kind, target, ...(tags.length > 0 ? { tags } : {}) };
};

/**
 * The effect of a tool on the file that an argument names. Some tools trim what they are given, so a name with spaces around it
 * means two files. A value that is no text is `unknown`.
 */
export const fileEffects = (value: unknown, use: FileChange, context: ToolContext): readonly Effect[] => {
  if (typeof value !== 'string') return [malformed('a path that is no text', context)];
  if (!draw(context.work, PER_FILE)) return [];
  const own = effectOn(value, use, context);
  const trimmed = value.trim();
  return trimmed === value || trimmed === '' ? [own] : [own, effectOn(trimmed, { ...use, certainty: 'possible' }, context)];
};

/** Whether a text is the absolute or relative path of a folder that exists now. Nothing when that is unknown. */
export const isFolder = (text: string, context: ToolContext): boolean | undefined => {
  const { files } = context.paths;
  const path = normalizePath(text, context.paths);
  if (files === undefined || path.type === 'refusal') return undefined;
  return files.realPath(path.lexical) === undefined ? undefined : files.list(path.lexical) !== undefined;
};

const MOST_SECRETS = 32;

/** The secrets that lie where a search looks, each with the pattern that leaves it out. */
export const secretsAmong = ({ target }: Effect, { tool, paths }: ToolContext): readonly Effect[] => {
  if (target?.type !== 'file' || target.recursive !== true) return [];
  const found = secretsBelow(target, paths);
  return found.slice(0, MOST_SECRETS).map(path => ({
    kind: 'read',
    target: { type: 'file', lexical: path, resolved: path },
    program: tool,
    via: [],
    certainty: 'possible',
    tags: ['secret', 'among'],
    ...(found.length <= MOST_SECRETS && { leftOutBy: `glob:!${baseName(path)}` }),
  }));
};
