import type { Action, Effect } from '@licet/core';
import type { FileEntry, FileIdentity, FileSystemPort } from './places/fileSystem.ts';
import type { Work } from './work.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The world of one analysis: what files and the environment say, and whether all that was asked of them is still so. */
export interface AskedWorld {
  readonly files: FileSystemPort | undefined;
  readonly env: Environment;
  /** Asks everything again. False also where something was asked that cannot be repeated. */
  stillSo(): boolean;
}

const sameEntries = (now: readonly FileEntry[] | undefined, then: readonly FileEntry[] | undefined): boolean =>
  now?.length === then?.length &&
  (now ?? []).every(({ name, kind }, index) => name === then?.[index]?.name && kind === then[index].kind);

const sameFile = (now: FileIdentity | undefined, then: FileIdentity | undefined): boolean =>
  now?.device === then?.device && now?.inode === then?.inode && now?.links === then?.links && now?.isFolder === then?.isFolder;

/** Notes what is asked of a world, and what it says. */
export const askedWorld = (files: FileSystemPort | undefined, env: Environment): AskedWorld => {
  const checks: (() => boolean)[] = [];
  const noted =
    <T, Asked = string>(ask: (asked: Asked) => T, isSame: (now: T, then: T) => boolean = Object.is) =>
    (asked: Asked): T => {
      const then = ask(asked);
      checks.push(() => isSame(ask(asked), then));
      return then;
    };
  const has = (question: keyof FileSystemPort): boolean => files?.[question] !== undefined;
  return {
    files: files && {
      realPath: noted(path => files.realPath(path)),
      readLink: noted(path => files.readLink(path)),
      identity: noted(path => files.identity(path), sameFile),
      list: noted(path => files.list(path), sameEntries),
      ...(has('text') && { text: noted(path => files.text?.(path)) }),
      ...(has('version') && { version: noted(path => files.version?.(path)) }),
      ...(has('digest') && { digest: noted(path => files.digest?.(path)) }),
      ...(has('madeAt') && { madeAt: noted(path => files.madeAt?.(path)) }),
      ...(has('isKnownToGit') && { isKnownToGit: noted((paths: readonly string[]) => files.isKnownToGit?.(paths) === true) }),
      ...(has('isHeldByGit') && { isHeldByGit: noted((paths: readonly string[]) => files.isHeldByGit?.(paths) === true) }),
    },
    env: askedEnvironment(env, checks),
    stillSo: () => checks.every(check => check()),
  };
};

const askedEnvironment = (env: Environment, checks: (() => boolean)[]): Environment =>
  new Proxy(env, {
    get: (of, name) => {
      const value = Reflect.get(of, name) as string | undefined;
      checks.push(() => Reflect.get(of, name) === value);
      return value;
    },
    has: (of, name) => {
      const is = Reflect.has(of, name);
      checks.push(() => Reflect.has(of, name) === is);
      return is;
    },
    ownKeys: of => {
      checks.push(() => false);
      return Reflect.ownKeys(of);
    },
  });

/** All that an analysis may read of an action. */
export type Looked = Pick<Action, 'kind' | 'tool' | 'payload' | 'cwd'>;

/** Longer arguments are analysed again: they seldom come twice. */
const MAX_KEY = 4_096;
const MOST_KEPT = 256;

/** What one analysis found, in which world, and how much of its budget was left. */
interface Found {
  readonly effects: readonly Effect[];
  readonly world: AskedWorld;
  readonly left: number;
}

/** Keeps what was found for actions. */
export interface Findings {
  /** What was found for the same action in a world that still says the same, with its own targets. */
  find(key: string): { readonly effects: readonly Effect[]; readonly work: Work } | undefined;
  keep(key: string, found: Found): void;
}

/** Makes an empty store of findings; the oldest go when there are many. */
export const findings = (): Findings => {
  const kept = new Map<string, Found>();
  return {
    find(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      if (!found.world.stillSo()) return undefined;
      kept.set(key, found);
      // What guards ask about a target is noted by the target: those of two evaluations are two.
      const effects = found.effects.map(effect =>
        effect.target?.type === 'file' ? { ...effect, target: { ...effect.target } } : effect,
      );
      return { effects, work: { left: found.left } };
    },
    keep(key, found) {
      kept.set(key, found);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
};

/** What tells one action and place from another; undefined where the arguments are no data, or long. */
export const keyOf = ({ kind, tool, payload, cwd }: Looked, ...place: readonly (string | undefined)[]): string | undefined => {
  const parts: string[] = [];
  let size = 0;
  const write = (value: unknown): boolean => {
    const part = scalar(value);
    if (part !== undefined) {
      parts.push(part);
      size += part.length;
      return size <= MAX_KEY;
    }
    if (typeof value !== 'object' || value === null) return false;
    const isList = Array.isArray(value);
    if (!isList && ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) return false;
    parts.push(isList ? '[' : '{');
    size += 2;
    const isWhole = isList ? value.every(write) : Object.entries(value).every(([name, member]) => write(name) && write(member));
    parts.push(isList ? ']' : '}');
    return isWhole;
  };
  return [kind, tool, cwd, ...place, payload].every(write) ? parts.join(',') : undefined;
};

const scalar = (value: unknown): string | undefined => {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
    case 'undefined':
      return String(value);
    default:
      return value === null ? 'null' : undefined;
  }
};
