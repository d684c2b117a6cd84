import type NodeFs from 'node:fs';

/** The calls of `node:fs` that reading an index takes. */
export interface GitFiles extends Pick<typeof NodeFs, 'statSync' | 'lstatSync'> {
  /** Reads a plain file. Throws for anything else. */
  readFileSync(path: string): Buffer;
}

/** Most files that are compared with the index, how much of them is read, and the largest index: a look must cost little. */
const MAX_FILES = 300;
const MAX_BYTES = 32 << 20;
const MAX_INDEX_BYTES = 64 << 20;

/** Where the parts of an index entry lie: see `gitformat-index`. */
const HEADER = 12;
const OBJECT = 40;
const FLAGS = 60;
/** The parts of the flags. */
const EXTENDED = 0x4000;
const STAGE = 0x3000;
const LENGTH = 0x0fff;

/**
 * Tells whether git's index holds every file as it is now, so that `git restore` brings it back. The index and the files are
 * read, no program runs; what cannot be proved (SHA-256 objects, converted line ends, a split index) is not held.
 * Throws where files cannot be read.
 */
export function isHeldByGit(paths: readonly string[], fs: GitFiles): boolean {
  const [first] = paths;
  if (first === undefined || paths.length > MAX_FILES) return false;
  const place = repositoryOf(first, fs);
  if (place === undefined || !paths.every(path => path.startsWith(`${place.tree}/`))) return false;
  const index = `${place.git}/index`;
  if (fs.statSync(index).size > MAX_INDEX_BYTES) return false;
  const names = new Set(paths.map(path => path.slice(place.tree.length + 1)));
  const sizes = paths.map(path => fs.lstatSync(path).size);
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES) return false;
  const held = objectsIn(fs.readFileSync(index), names);
  return paths.every(path => held.get(path.slice(place.tree.length + 1)) === objectOf(path, fs));
}

/** What git calls an empty file, and a file that is only meant to be added. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** Tells whether git's index holds some version of every file: each index is read once. Throws where files cannot be read. */
export function isKnownToGit(paths: readonly string[], fs: GitFiles): boolean {
  const wanted = new Map<string, Set<string>>();
  for (const path of paths) {
    const place = repositoryOf(path, fs);
    if (place === undefined) return false;
    const names = wanted.get(place.git) ?? new Set();
    wanted.set(place.git, names.add(path.slice(place.tree.length + 1)));
  }
  return [...wanted].every(([git, names]) => {
    const index = `${git}/index`;
    if (fs.statSync(index).size > MAX_INDEX_BYTES) return false;
    const objects = objectsIn(fs.readFileSync(index), names);
    return [...names].every(name => (objects.get(name) ?? EMPTY) !== EMPTY);
  });
}

function repositoryOf(path: string, fs: GitFiles): { readonly tree: string; readonly git: string } | undefined {
  for (let tree = parentOf(path); tree !== ''; tree = parentOf(tree)) {
    const git = `${tree}/.git`;
    const found = fs.statSync(git, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (found.isDirectory()) return { tree, git };
    const named = /^gitdir: (.+)/.exec(fs.readFileSync(git).toString('utf8'))?.[1];
    return named === undefined ? undefined : { tree, git: named.startsWith('/') ? named : `${tree}/${named}` };
  }
  return undefined;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The objects of the wanted names, in hexadecimal. Entries in the middle of a merge are none. */
function objectsIn(bytes: Buffer, wanted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return found;
  const lengths = new Set([...wanted].map(name => Buffer.byteLength(name)));
  const keep = (name: Buffer, at: number): void => {
    const text = name.toString();
    if (wanted.has(text)) found.set(text, bytes.toString('hex', at + OBJECT, at + FLAGS));
  };
  let previous: Buffer = Buffer.alloc(0);
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = bytes.readUInt16BE(at + FLAGS);
    const start = at + FLAGS + ((flags & EXTENDED) === 0 ? 2 : 4);
    const isWhole = (flags & STAGE) === 0;
    if (version === 4) {
      const [kept, from] = prefixOf(bytes, start, previous.length);
      const end = bytes.indexOf(0, from);
      previous = Buffer.concat([previous.subarray(0, kept), bytes.subarray(from, end)]);
      if (isWhole && lengths.has(previous.length)) keep(previous, at);
      at = end + 1;
    } else {
      const length = flags & LENGTH;
      const end = length < LENGTH ? start + length : bytes.indexOf(0, start);
      if (isWhole && lengths.has(end - start)) keep(bytes.subarray(start, end), at);
      at += Math.ceil((end + 1 - at) / 8) * 8;
    }
  }
  return found;
}

/** How much of the previous name a name of version 4 begins with, and the place of the rest. */
function prefixOf(bytes: Buffer, start: number, length: number): readonly [kept: number, from: number] {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let dropped = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    dropped = ((dropped + 1) << 7) | (byte & 0x7f);
  }
  return [Math.max(0, length - dropped), at];
}

/** The object that git would make of a file; empty for what is no ordinary file. */
function objectOf(path: string, fs: GitFiles): string {
  if (!fs.lstatSync(path).isFile()) return '';
  const content = fs.readFileSync(path);
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
