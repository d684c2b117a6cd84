import { sha256 } from '@licet/core/text';
import type { FileSystemPort, KnownPlace, PathMatcher } from '@licet/effects/places';
import { collapse, matcherFor } from '@licet/effects/places';

/** How a set of files is: by their sizes and times, and by what they hold. */
export type FileState = { readonly versions: string; readonly content: string };

/** A set of files that a fact is bound to. */
export interface FileSet {
  /** How the files are now; undefined where they cannot all be seen. */
  now(): FileState | undefined;
  /** Whether they are as they were. Contents are read only where sizes or times are others. */
  isAs(earlier: FileState): boolean;
}

const MOST_ENTRIES = 20_000;
const MOST_FILES = 5_000;

/** Folders that are looked into only by a pattern that names them. */
const PASSED_OVER = ['node_modules', '.git', '.venv'];

/** Makes the set of files that patterns match in a project. */
export function fileSet(patterns: readonly string[], place: KnownPlace): FileSet {
  const matcher = matcherFor('while_unchanged', patterns, place, 'restrict');
  const list = (): readonly string[] | undefined => filesIn(patterns, matcher, place);
  return Object.freeze<FileSet>({
    now() {
      const found = list();
      const versions = found && digestOf(found, path => place.files.version?.(path));
      const content = found && digestOf(found, path => place.files.digest?.(path));
      return versions === undefined || content === undefined ? undefined : { versions, content };
    },
    isAs({ versions, content }) {
      const found = list();
      if (found === undefined) return false;
      return (
        digestOf(found, path => place.files.version?.(path)) === versions ||
        digestOf(found, path => place.files.digest?.(path)) === content
      );
    },
  });
}

function digestOf(paths: readonly string[], read: (path: string) => string | undefined): string | undefined {
  const lines: string[] = [];
  for (const path of paths) {
    const said = read(path);
    if (said === undefined) return undefined;
    lines.push(`${path}\0${said}`);
  }
  return sha256(lines.join('\n'));
}

/** Every file that matches, in order; undefined where there are too many to look at. */
function filesIn(patterns: readonly string[], matcher: PathMatcher, place: KnownPlace): readonly string[] | undefined {
  const { files } = place;
  const folders = new Set(patterns.map(pattern => startOf(pattern, place)));
  const passed = PASSED_OVER.filter(name => !patterns.some(pattern => pattern.includes(name)));
  const found = new Set<string>();
  let seen = 0;
  // What is added while it is gone through is gone through as well, and nothing twice.
  for (const folder of folders) {
    const entries = files.list(folder);
    if (entries === undefined && matcher.match(folder).length > 0 && files.realPath(folder) !== undefined) found.add(folder);
    for (const { name, kind } of entries ?? []) {
      if ((seen += 1) > MOST_ENTRIES || found.size > MOST_FILES) return undefined;
      const path = `${folder === '/' ? '' : folder}/${name}`;
      if (kind === 'folder' && !passed.includes(name)) folders.add(path);
      else if (kind !== 'folder' && isFile(path, files) && matcher.match(path).length > 0) found.add(path);
    }
  }
  return [...found].sort();
}

/** A link to a folder has no content. */
const isFile = (path: string, files: FileSystemPort): boolean => files.list(path) === undefined;

/** The folder, or the file, that a pattern names before its first wildcard; a name without a slash may stand anywhere below the root. */
function startOf(pattern: string, { root, home }: KnownPlace): string {
  const plain = pattern.replace(/^(?:\.\/+)+/, '');
  const isAtHome = plain.startsWith('~');
  const [first = '', ...rest] = plain.split('/');
  if (rest.length === 0 && !isAtHome) return root;
  const parts = isAtHome ? rest : [first, ...rest];
  const magic = parts.findIndex(part => /[*?[{(\\]/.test(part));
  const fixed = parts.slice(0, magic < 0 ? parts.length : magic).join('/');
  return collapse(`${isAtHome ? home : plain.startsWith('/') ? '' : root}/${fixed}`);
}
