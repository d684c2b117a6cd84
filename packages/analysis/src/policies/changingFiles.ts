import type { Effect } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import type { FileSystemPort, MemoryFile } from '@licet/effects/places';

type Table = Readonly<Record<string, MemoryFile>>;

/** Files of tests, which the steps of a case change. */
export interface ChangingFiles {
  readonly files: FileSystemPort;
  /** Carries out what a call that has run does to files of known names. Where it does not say what it writes, a file keeps its text. */
  readonly change: (effects: readonly Effect[], payload: Readonly<Record<string, unknown>>) => void;
  /** Makes everything as it was. */
  readonly reset: () => void;
}

/** The text of a file after a tool has written or edited it. */
function textAfter(text: string, { content, old_string: old, new_string: next }: Readonly<Record<string, unknown>>): string {
  if (typeof content === 'string') return content;
  return typeof old === 'string' && typeof next === 'string' ? text.replace(old, () => next) : text;
}

/** Makes a file system of a table that can be changed. Git holds no file as it is that was changed. */
export function changingFiles(table: Table): ChangingFiles {
  let now = memoryFiles(table);
  let changed: Table = table;
  const times = new Map<string, number>();
  const marked = (path: string, said: string | undefined): string | undefined =>
    said === undefined || !times.has(path) ? said : `${said} ${times.get(path)}`;
  const use = (next: Table): void => {
    changed = next;
    now = memoryFiles(next);
  };
  const changeOne = ({ kind, target, certainty }: Effect, payload: Readonly<Record<string, unknown>>): void => {
    if (target?.type !== 'file' || target.glob !== undefined || certainty !== 'certain') return;
    const path = target.resolved;
    if (kind === 'write' && now.list(path) === undefined) {
      times.set(path, (times.get(path) ?? 0) + 1);
      use({ ...changed, [path]: { text: textAfter(now.text?.(path) ?? '', payload) } });
    }
    if (kind === 'delete')
      use(Object.fromEntries(Object.entries(changed).filter(([name]) => name !== path && !name.startsWith(`${path}/`))));
  };
  return {
    files: {
      realPath: path => now.realPath(path),
      readLink: path => now.readLink(path),
      identity: path => now.identity(path),
      list: path => now.list(path),
      text: path => now.text?.(path),
      version: path => marked(path, now.version?.(path)),
      digest: path => marked(path, now.digest?.(path)),
      isHeldByGit: paths => now.isHeldByGit?.(paths) === true,
      isKnownToGit: paths => now.isKnownToGit?.(paths) === true,
    },
    change: (effects, payload) => effects.forEach(effect => changeOne(effect, payload)),
    reset() {
      times.clear();
      use(table);
    },
  };
}
