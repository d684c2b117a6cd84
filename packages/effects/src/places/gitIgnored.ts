import type { FileSystemPort } from './fileSystem.ts';
import { join } from './lexical.ts';

/** One line of a `.gitignore`. A line that cannot be read ignores nothing, and takes back everything if it begins with `!`. */
interface Rule {
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  readonly matches: (path: string) => boolean;
}

/** Rules of the folders above a path, the nearest last. */
export type IgnoreRules = readonly Rule[];

const MOST_WILDCARDS = 4;

const ESCAPED = /[.+^${}()|\\]/g;

/** A line as a test of a path below its folder; undefined where it is too rich. */
function testOf(pattern: string, folder: string): ((path: string) => boolean) | undefined {
  if (/[\\[\]]/.test(pattern) || (pattern.match(/\*+|\?/g)?.length ?? 0) > MOST_WILDCARDS) return undefined;
  const isAnchored = /\/./.test(pattern);
  const source = pattern
    .replace(/^\//, '')
    .replace(ESCAPED, String.raw`\$&`)
    .replaceAll('?', '[^/]')
    .replaceAll('**/', '\0')
    .replaceAll('/**', '\u0001')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
    .replaceAll('\u0001', '/.*');
  const expression = new RegExp(`^${source}$`);
  return path => {
    const below = path.slice(folder.length + (folder === '/' ? 0 : 1));
    return expression.test(isAnchored ? below : below.slice(below.lastIndexOf('/') + 1));
  };
}

function ruleOf(line: string, folder: string): readonly Rule[] {
  const text = line.trimEnd();
  if (text === '' || text.startsWith('#')) return [];
  const keeps = text.startsWith('!');
  const pattern = keeps ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith('/');
  const matches = testOf(pattern.replace(/\/$/, ''), folder);
  if (matches === undefined) return keeps ? [{ keeps, foldersOnly: false, matches: () => true }] : [];
  return [{ keeps, foldersOnly, matches }];
}

/** The rules that a folder adds to those above it. What a search itself is told to ignore only adds to them, unless it takes lines back. */
export function rulesIn(folder: string, above: IgnoreRules, files: FileSystemPort): IgnoreRules {
  const text = (name: string): string => files.text?.(join(folder, name)) ?? '';
  const own = text('.gitignore')
    .split('\n')
    .flatMap(line => ruleOf(line, folder));
  const taken = ['.ignore', '.rgignore', '.agignore'].flatMap(name =>
    text(name)
      .split('\n')
      .filter(line => line.startsWith('!'))
      .flatMap(line => ruleOf(line, folder)),
  );
  return own.length === 0 && taken.length === 0 ? above : [...above, ...own, ...taken];
}

/** Whether the last line that matches a path ignores it. */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
  const last = rules.findLast(({ foldersOnly, matches }) => (isFolder || !foldersOnly) && matches(path));
  return last !== undefined && !last.keeps;
}

/** Whether git is told to ignore a file, or a folder around it, below a folder: what is named itself is looked into. */
export function isIgnoredBelow(path: string, top: string, files: FileSystemPort): boolean {
  const parts = path
    .slice(top.length)
    .split('/')
    .filter(part => part !== '');
  const above = rulesAbove(top, files);
  if (above === undefined) return false;
  let [folder, rules] = [top, above];
  for (const [at, part] of parts.entries()) {
    rules = rulesIn(folder, rules, files);
    folder = join(folder, part);
    if (isIgnored(folder, at < parts.length - 1, rules)) return true;
  }
  return false;
}

/** The rules from the root of the repository down to a folder, the folder left out; undefined outside of a repository, where nothing is ignored. */
export function rulesAbove(folder: string, files: FileSystemPort): IgnoreRules | undefined {
  const folders: string[] = [];
  for (let at = folder; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    if (at !== folder) folders.unshift(at);
    if (files.identity(join(at, '.git')) !== undefined)
      return folders.reduce<IgnoreRules>((rules, each) => rulesIn(each, rules, files), []);
  }
  return undefined;
}
