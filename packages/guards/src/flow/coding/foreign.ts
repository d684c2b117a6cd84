import type { Effect } from '@licet/core';
import { isWithin } from '@licet/effects/places';

import type { Hashing } from '../hashing.ts';
import type { FlowState } from '../state.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, operandsOf, pathIn } from './calls.ts';

/** Below these lie dependencies: others write their text, and the project runs their code anyway. */
const DEPENDENCIES =
  /\/(?:node_modules|vendor|third_party|bower_components|site-packages|\.venv|venv|Pods|\.cargo\/(?:registry|git)|\.yarn\/cache|go\/pkg\/mod)(?:\/|$)/u;

/** Whether a browser or a mail program put a file where it is. */
export const isDownload = (path: string, root: string): boolean => path.includes('/Downloads/') && !isWithin(path, root);

/** Whether the text of a file comes with a dependency. */
export const isDependency = (path: string): boolean => DEPENDENCIES.test(path);

/**
 * What a session knows of a path: it was cloned or downloaded; a pull request was fetched into it, or checked out in it; its text is that of an
 * outsider.
 */
export type MarkKind = 'from elsewhere' | 'fetched' | 'checked out' | 'copied';

/** The mark of a path, as a session keeps it. */
export const markOf = (hashing: Hashing, path: string, kind: MarkKind = 'from elsewhere'): string =>
  hashing.ofRun(`${kind} ${path}`);

/** What a session knows of paths. */
export interface Marks {
  readonly state: Pick<FlowState, 'marks' | 'hasDroppedMarks'>;
  readonly hashing: Hashing;
}

/** Returns the clone or download that a path is, or lies in; undefined for any other. */
export function foreignRoot(path: string, marks: Marks, fresh: ReadonlySet<string> = NONE): string | undefined {
  return markedRoot('from elsewhere', path, marks, fresh);
}

/** Returns the path with a mark that a path is, or lies in; where marks were dropped, the path itself. */
export function markedRoot(
  kind: MarkKind,
  path: string,
  { state, hashing }: Marks,
  fresh: ReadonlySet<string> = NONE,
): string | undefined {
  if (state.hasDroppedMarks) return path;
  if (state.marks.size === 0 && fresh.size === 0) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (fresh.has(folder) || state.marks.has(markOf(hashing, folder, kind))) return folder;
  }
  return undefined;
}

const NONE: ReadonlySet<string> = new Set();
const CLONES = /^(?:clone|degit|tiged|giget|checkout|co)$/u;
const CLONERS = /^(?:git|gh|glab|hg|svn|jj|degit|tiged|giget|npx|pnpm|bunx)$/u;

/** Programs that put what they read elsewhere. */
const COPIERS =
  /^(?:cp|mv|ln|install|rsync|tar|bsdtar|unzip|7z|7za|gunzip|gzip|zcat|bunzip2|xz|unxz|zstd|cpio|jar|ditto|dd|tee|cat|sed|patch)$/u;
const ARCHIVE = /(?:\.tar)?\.(?:tgz|gz|zip|bz2|xz|zst|7z|jar|tar)$/u;

const pathsOf = (effects: readonly Effect[], kind: Effect['kind']): readonly string[] =>
  effects.flatMap(effect => (effect.kind === kind && effect.target?.type === 'file' ? [effect.target.lexical] : []));

const downloads = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'network' && target?.type === 'network' && target.direction === 'download' && !tags.includes('package_scripts');

/** Returns the paths that a command takes from elsewhere: what it clones and downloads, and what it copies or unpacks of such. `root` is the project. */
export function takenBy(calls: readonly CodeCall[], marks: Marks, root: string): ReadonlySet<string> {
  const taken = new Set<string>();
  /** A folder around the project is not marked as a whole, but for what is put into it. */
  const take = (path: string, name: string): void => {
    const isWhole = isWithin(root, path);
    if (!isWhole) taken.add(path);
    else if (name !== '') taken.add(pathIn(path, name));
  };
  let isPiped = false;
  for (const call of calls) {
    const { effects, program } = call;
    const written = pathsOf(effects, 'write').filter(path => !path.endsWith('/-') && !path.startsWith('/dev/'));
    const foreign = pathsOf(effects, 'read').filter(path => foreignRoot(path, marks, taken) !== undefined);
    const clone = cloneOf(call);
    const fetched = effects.some(downloads);
    if (clone !== undefined) taken.add(clone);
    else if (fetched && program === 'wget' && written.length === 0) taken.add(pathIn(call.folder, addressName(call)));
    if (clone === undefined && (fetched || isPiped)) for (const path of written) take(path, fetched ? addressName(call) : '');
    else if (COPIERS.test(program) || program === '')
      for (const source of foreign) for (const path of written) take(path, nameOf(source).replace(ARCHIVE, ''));
    isPiped = (fetched && written.length === 0) || (isPiped && written.length === 0);
  }
  return taken;
}

function cloneOf(call: CodeCall): string | undefined {
  if (!CLONERS.test(call.program) || !call.words.some(word => CLONES.test(word))) return undefined;
  if (call.program === 'git' && !call.words.includes('clone')) return undefined;
  if (call.program === 'gh' && call.words[1] === 'pr') return undefined;
  const operands = operandsOf(call);
  const rest = operands.slice(operands.findIndex(word => CLONES.test(word)) + 1);
  const remote = rest.findLastIndex(word => /[/:]/u.test(word) && !/^[./~]/u.test(word));
  const at = remote < 0 ? rest.findIndex(word => word.includes('/')) : remote;
  const [from, into] = at < 0 ? [rest.at(-1), undefined] : rest.slice(at);
  const name =
    into ??
    nameOf((from ?? '').replace(/\/+$/u, ''))
      .replace(/^.*:/u, '')
      .replace(/\.git$/u, '')
      .replace(/#.*$/u, '');
  return name === '' ? undefined : pathIn(call.folder, name);
}

/** The name that a download has by its address. */
function addressName(call: CodeCall): string {
  const address = operandsOf(call).find(word => word.includes('/')) ?? '';
  return nameOf(address.replace(/[?#].*$/u, '').replace(/\/+$/u, ''));
}
