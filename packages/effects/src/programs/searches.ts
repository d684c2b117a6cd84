import { escapeGlob } from '../places/segments.ts';
import type { Argument, Call, Finding, Search } from './descriptor.ts';
import { secretNamesOf } from '../places/secretNames.ts';

/** The known texts given with options. */
export const textsOf = (call: Call, ...options: readonly string[]): readonly string[] =>
  options.flatMap(option => call.values(option).flatMap(({ text }) => text ?? []));

/** The folders and files that a search looks through: the operands behind the pattern, else the current folder. */
export const searched = (call: Call, isSupplied: boolean): readonly Argument[] => {
  const paths = call.operands.slice(isSupplied ? 0 : 1);
  return paths.length === 0 ? [{ text: '.', glob: false }] : paths;
};

/** A name pattern at any depth of a folder; tools that search take a leading dot for any other character. */
const anywhere = ({ text, glob }: Argument, name: string): Argument | undefined => {
  if (text === undefined) return undefined;
  const folder = (glob ? text : escapeGlob(text)).replace(/\/+$/, '');
  const within = name.includes('/') ? name.replace(/^\//, '') : `**/${/^[*?[]/.test(name) ? `{${name},.${name}}` : name}`;
  return { text: `${folder}/${within}`, glob: true };
};

/** Reads of trees, or of what name patterns leave of them. */
export const searches = (
  paths: readonly Argument[],
  names: readonly string[],
  search: Search | undefined,
): readonly Finding[] => {
  const as = { as: 'read', ...(search !== undefined && { searches: search }) } as const;
  if (names.length === 0 || names.some(name => /^\**$/.test(name)))
    return paths.map(value => ({ use: { ...as, recursive: true }, value }));
  return paths.flatMap(path => names.flatMap(name => anywhere(path, name) ?? [])).map(value => ({ use: as, value }));
};

/** A regular expression over names as a pattern, when it is a plain one. */
const patternOf = (source: string): string | undefined => {
  const plain = source.replace(/^\^/, '').replace(/\$$/, '').replace(/\\\./g, '.').replace(/\.\*/g, '*');
  if (!/^[\w.*-]+$/.test(plain)) return undefined;
  return `${source.startsWith('^') ? '' : '*'}${plain}${source.endsWith('$') ? '' : '*'}`.replace(/\*+/g, '*');
};

/** The name patterns that an expression means; every name when that is not known. */
export const namesOf = (source: string): readonly string[] => {
  const plain = patternOf(source);
  const secrets = plain === undefined ? secretNamesOf(source) : [];
  return secrets.length > 0 ? secrets : [plain ?? '*'];
};
