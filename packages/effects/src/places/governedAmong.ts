import { absolutePath } from './lexical.ts';
import type { FileSystemPort } from './fileSystem.ts';
import { governedNames } from './governed.ts';

/** Names of files that govern the agent where they usually lie, from the root of a project. State and its schema are no text that a search aims at. */
const NAMES: readonly string[] = [
  ...governedNames.filter(name => !/(?:^|\/)\.(?:licet|git)(?:\/|$)|^\.\w+$/.test(name)),
  '.licet/licet.sh',
];

/** The names of files that govern the agent which an expression over file names matches. */
export function governedNamesOf(expression: string): readonly string[] {
  if (expression.length > 200 || /[+*}]\s*\)\s*[+*{]/.test(expression)) return [];
  try {
    const test = new RegExp(expression.replace(/\(\?[a-z]+\)/gi, ''), 'i');
    return NAMES.filter(name => test.test(name));
  } catch {
    return [];
  }
}

/** The longest part of an expression that each match has in it; empty where none is certain. */
function certainPart(expression: string): string {
  if (expression.includes('|') || /[?*{]/.test(expression)) return '';
  const parts = expression
    .replace(/\\[bB<>]/g, '\0')
    .replace(/\\([^\w\s])/g, '$1')
    .split(/[\0^$.[\](){}+\\]/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/**
 * Whether a search for text below a folder may list a file that governs the agent: one that is there and holds the text. An expression
 * that is not plain may be in any of them.
 *
 * @param showsHidden - Whether the search looks into files whose names begin with a dot.
 */
export function listsGoverned(
  folder: string,
  expression: string | undefined,
  showsHidden: boolean,
  files: FileSystemPort | undefined,
): boolean {
  const part = expression === undefined ? '' : certainPart(expression);
  const near = NAMES.filter(name => showsHidden || !name.startsWith('.'));
  return near.some(name => {
    const text = files?.text?.(absolutePath(name, folder) ?? name);
    return text?.toLowerCase().includes(part.toLowerCase()) === true;
  });
}
