import { LineCounter, isCollection, isPair, parseDocument } from 'yaml';
import type { Node } from 'yaml';

import { messageOf, yamlFault } from '@licet/core/text';

import { ImportError } from './importError.ts';

type Path = readonly (string | number)[];

/** Something in a file that nothing here corresponds to, and why. */
export interface Left {
  readonly line: number;
  /** The way there: `norms[2].severity`. */
  readonly path: string;
  readonly why: string;
}

/** A configuration of another tool, YAML or JSON, and an account of what has been turned. */
export interface Source {
  /** The value at a path; undefined where there is none. */
  at(...path: Path): unknown;
  /** The texts of a list at a path, or of a single text; what is no text is left. */
  texts(...path: Path): readonly { readonly text: string; readonly path: Path }[];
  indices(...path: Path): readonly number[];
  keys(...path: Path): readonly string[];
  /** Says that everything at a path has been turned. */
  take(...path: Path): void;
  /** Reports that a setting at a path was not converted, or only in part, and why. */
  leave(path: Path, why: string): void;
  /** Everything that was left, line by line; settings that were not read are left too. */
  left(): readonly Left[];
}

const spoken = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');

/** Reads a configuration. Throws a {@link ImportError} for a text that is neither YAML nor JSON, or no mapping. */
export function readSource(text: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) throw new ImportError(`the file is neither YAML nor JSON: ${yamlFault(error.message)}`);
  const value = dataOf(document);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ImportError('expected a mapping of settings in the file, found something else');
  return sourceOf(value, path => {
    for (let end = path.length; end > 0; end--) {
      const offset = keyNode(document.contents, path.slice(0, end))?.range?.[0];
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return 1;
  });
}

/** Throws a {@link ImportError} for an alias of an anchor that is not above it, and for too many of them. */
function dataOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new ImportError(`the file is neither YAML nor JSON: ${yamlFault(messageOf(cause))}`, { cause });
  }
}

function sourceOf(value: object, lineOf: (path: Path) => number): Source {
  const said: Said = new Map();
  const at = (...path: Path): unknown =>
    path.reduce<unknown>(
      (from, part) =>
        typeof from === 'object' && from !== null && Object.hasOwn(from, part) ? Reflect.get(from, part) : undefined,
      value,
    );
  const indices = (...path: Path): readonly number[] => {
    const found = at(...path);
    return Array.isArray(found) ? found.map((_, index) => index) : [];
  };
  return {
    at,
    indices,
    texts(...path) {
      const places = typeof at(...path) === 'string' ? [path] : indices(...path).map(index => [...path, index]);
      return places.flatMap(place => {
        const text = at(...place);
        return typeof text === 'string' ? [{ text, path: place }] : [];
      });
    },
    keys(...path) {
      const found = at(...path);
      return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.keys(found) : [];
    },
    take: (...path) => void (said.has(spoken(path)) || said.set(spoken(path), undefined)),
    leave: (path, why) => void said.set(spoken(path), why),
    left: () => leftOf(value, said, lineOf).toSorted((a, b) => a.line - b.line),
  };
}

/** What has been said of the paths: why they were left, or nothing of those that were taken. */
type Said = Map<string, string | undefined>;

function leftOf(value: unknown, said: Said, lineOf: (path: Path) => number): readonly Left[] {
  const visit = (here: unknown, path: Path, isTaken: boolean): readonly Left[] => {
    const name = spoken(path);
    const why = said.get(name);
    const own = why === undefined ? [] : [{ line: lineOf(path), path: name, why }];
    if (why !== undefined && !hasTaken(said, name)) return own;
    const taken = isTaken || said.has(name);
    const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(here)
      ? [...here.entries()]
      : Object.entries(typeof here === 'object' && here !== null ? here : {});
    if (parts.length > 0) return [...own, ...parts.flatMap(([part, inner]) => visit(inner, [...path, part], taken))];
    return taken ? own : [...own, { line: lineOf(path), path: name, why: 'nothing here corresponds to it' }];
  };
  return visit(value, [], false);
}

/** Whether something below a path that was left has been taken all the same. */
const hasTaken = (said: Said, name: string): boolean =>
  [...said].some(([other, why]) => why === undefined && (other.startsWith(`${name}.`) || other.startsWith(`${name}[`)));

/** The key that leads to a value, which is where people look for it; the value itself in a list. */
function keyNode(from: unknown, path: Path): Node | undefined {
  const [part, ...rest] = path;
  if (!isCollection(from)) return undefined;
  const item = from.items.find((each, index) =>
    isPair(each) ? (each.key as { value?: unknown }).value === part : index === part,
  );
  const value: unknown = isPair(item) ? item.value : item;
  if (rest.length > 0) return keyNode(value, rest);
  return (isPair(item) ? item.key : item) as Node | undefined;
}
