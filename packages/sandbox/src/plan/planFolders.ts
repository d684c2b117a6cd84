import type { Json } from '@licet/core';
import { expandGlob, isWithin, matcherFor, patternTexts } from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PatternInput } from '@licet/effects/places';

import type { Residual } from './sandboxPlan.ts';

/** Lists of patterns, all of which a path must match, each with the rule that it is from. */
export interface OpenedBy {
  readonly rule: string;
  readonly patterns: readonly Json[];
}

/** Folders that are open as a whole, and the patterns that name something else than a folder. */
export interface OpenFolders {
  readonly folders: readonly string[];
  readonly residual: readonly Residual[];
}

/**
 * Returns the folders of the project that every list opens with all that is in them. A pattern that names single files opens no folder, and is
 * left out with a residual. Without any list the project is open.
 */
export function openFolders(lists: readonly OpenedBy[], place: KnownPlace): OpenFolders {
  const { root } = place;
  if (lists.length === 0) return { folders: [root], residual: [] };
  const all = lists.map(({ rule, patterns }) => ({ rule, inputs: patterns as readonly PatternInput[] }));
  const matchers = all.map(({ rule, inputs }) => matcherFor(rule, inputs, place, 'grant'));
  const residual: Residual[] = [];
  const candidates = all.flatMap(({ rule, inputs }) =>
    patternTexts(inputs).flatMap(pattern => {
      const found = foldersOf(pattern, place);
      if (found === undefined) residual.push({ rule, text: `\`${pattern}\` names no folder, and stays closed` });
      return found ?? [];
    }),
  );
  const open = [...new Set(candidates)].filter(folder => isInside(folder, root) && matchers.every(covers(folder, place)));
  return { folders: open.filter(folder => !open.some(other => other !== folder && isWithin(folder, other))), residual };
}

const isInside = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}/`);

const covers =
  (folder: string, { files }: KnownPlace) =>
  (matcher: PathMatcher): boolean =>
    matcher.covers({ type: 'file', lexical: folder, resolved: files.realPath(folder) ?? folder, recursive: true }, files);

/** The folders that a pattern opens with all that is in them; undefined where it means single files. */
function foldersOf(pattern: string, { root, home, files }: KnownPlace): readonly string[] | undefined {
  const [, head = ''] = /^(?:\.\/)*(.*?)(?:\/\*\*|\/|^\*\*)?$/u.exec(pattern) ?? [];
  const isFolder = /(?:^|\/)(?:\*\*)?$/u.test(pattern) || head === '.';
  const absolute = head.startsWith('/') ? head : head.startsWith('~') ? `${home}${head.slice(1)}` : `${root}/${head}`;
  const path = absolute.replace(/\/\.?$/u, '');
  if (!isFolder && (!head.includes('/') || files.list(path) === undefined)) return undefined;
  if (!/[*?[\]{}()\\]/u.test(path)) return [path];
  if (path.includes('**')) return undefined;
  const { paths, complete } = expandGlob(path, files);
  return complete ? paths.filter(each => files.list(each) !== undefined) : undefined;
}
