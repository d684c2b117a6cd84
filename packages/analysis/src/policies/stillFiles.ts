import type { FileSystemPort } from '@licet/effects/places';

/** Most answers of each sort that are kept. */
const MOST = 50_000;

/** Remembers what a file system has answered: for work that looks at the same files many times while nothing changes them. */
export function stillFiles(files: FileSystemPort): FileSystemPort {
  const once = <Given, Answer>(ask: (given: Given) => Answer, keyOf: (given: Given) => string): ((given: Given) => Answer) => {
    const known = new Map<string, Answer>();
    return given => {
      const key = keyOf(given);
      if (known.has(key)) return known.get(key) as Answer;
      const answer = ask(given);
      if (known.size >= MOST) known.clear();
      known.set(key, answer);
      return answer;
    };
  };
  const byPath = <Answer>(ask: (path: string) => Answer): ((path: string) => Answer) => once(ask, path => path);
  const byPaths = (ask: (paths: readonly string[]) => boolean): ((paths: readonly string[]) => boolean) =>
    once(ask, paths => paths.join('\n'));
  return {
    isStill: true,
    realPath: byPath(path => files.realPath(path)),
    readLink: byPath(path => files.readLink(path)),
    identity: byPath(path => files.identity(path)),
    list: byPath(path => files.list(path)),
    text: byPath(path => files.text?.(path)),
    madeAt: byPath(path => files.madeAt?.(path)),
    changedAt: byPath(path => files.changedAt?.(path)),
    isHeldByGit: byPaths(paths => files.isHeldByGit?.(paths) === true),
    isKnownToGit: byPaths(paths => files.isKnownToGit?.(paths) === true),
  };
}
