import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A file that changed this recently may change again without a sign of it. */
const YOUNG_MS = 2_000;
/** How many kinds of runs are added to what is kept of a bundle. */
const MOST_KINDS = 12;

/** A bundle that this process runs, and what was kept of it. */
interface Loaded {
  readonly script: Script;
  /** Tells the state of its file. */
  readonly stamp: string;
  readonly changedMs: number;
  /** The kinds of runs whose functions are among what is kept, one for each time. */
  readonly runs: readonly string[];
}

type Load = (module: NodeJS.Module, path: string) => void;

/**
 * Keeps what V8 has compiled of the bundles in a folder for the next process. Node's own cache holds what is compiled when a file is loaded;
 * this one is made when a process ends well, so that it holds the functions that were called too: compiling those takes most of a short process.
 * What another kind of run needs, another command or other bundles, is added by the first of its kind. Runs of one kind differ too, as those that
 * judge different commands do: so what a later one needs is added now and then, half as often after each time. `run` names the kind, at the end;
 * undefined for one that keeps nothing.
 *
 * V8 looks at its version, its flags and the length of the source, but ends the process where the data is damaged: the data is therefore kept twice
 * and compared, which takes less time than loading a checksum, and belongs to one state of the bundle's file.
 */
export function keepCode(folder: string, bundles: string, run: () => string | undefined): void {
  const loaded = new Map<string, Loaded>();
  const extensions = (Module as unknown as { readonly _extensions: Record<string, Load> })._extensions;
  const usual = extensions['.cjs'] ?? extensions['.js'];
  // Two programs of one version, or one that two versions of Node run, do not share.
  const place = join(folder, `${process.version}-${process.arch}`, bundles.replace(':', ''));
  extensions['.cjs'] = (module, path) => {
    if (dirname(path) !== bundles) return usual?.(module, path);
    const bundle = load(path, join(place, basename(path)));
    loaded.set(basename(path), bundle);
    const body = bundle.script.runInThisContext() as (...world: readonly unknown[]) => void;
    body.call(module.exports, module.exports, createRequire(path), module, path, bundles);
  };
  process.on('exit', code => {
    const named = run();
    if (named === undefined || code >= 3) return;
    const kind = [named, ...[...loaded.keys()].sort()].join('+');
    for (const [name, bundle] of loaded) keep(join(place, name), bundle, kind);
  });
}

function load(path: string, kept: string): Loaded {
  const file = openSync(path, 'r');
  try {
    const { ino, size, mtimeMs, ctimeMs } = fstatSync(file);
    const stamp = [ino, size, mtimeMs, ctimeMs].join('-');
    const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, 'utf8')}\n})`;
    const { data, runs } = read(kept, stamp);
    if (data === undefined) makeFolder(dirname(kept));
    const script = new Script(source, { filename: path, ...(data && { cachedData: data }) });
    return { script, stamp, changedMs: ctimeMs, runs: script.cachedDataRejected === false ? runs : [] };
  } finally {
    closeSync(file);
  }
}

/** More than the line at the end of what is kept takes, and a piece that is compared: memory that was never touched takes longer than a read. */
const [LINE, PIECE] = [4_096, 65_536];

/** The data is first, since V8 wants it aligned; then once more; then a line of what it belongs to. */
function read(file: string, stamp: string): { readonly data?: Buffer; readonly runs: readonly string[] } {
  try {
    const kept = openSync(file, 'r');
    try {
      const { size } = fstatSync(kept);
      const line = bytesOf(kept, Math.max(0, size - LINE), Math.min(size, LINE));
      const end = line.lastIndexOf('\n');
      const [made, ...runs] = line.toString('latin1', end + 1).split(' ');
      const data = made === stamp ? bytesOf(kept, 0, (size - line.length + end) / 2) : undefined;
      return data !== undefined && comesAgain(kept, data) ? { data, runs } : { runs: [] };
    } finally {
      closeSync(kept);
    }
  } catch {
    return { runs: [] };
  }
}

/** Throws where there are not so many bytes. */
function bytesOf(file: number, from: number, count: number, into: Buffer = Buffer.allocUnsafeSlow(count)): Buffer {
  if (readSync(file, into, 0, count, from) !== count) throw new Error('it ends early');
  return into.subarray(0, count);
}

/** Tells whether the same bytes stand once more behind those at the beginning of a file. */
function comesAgain(file: number, data: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(PIECE);
  for (let at = 0; at < data.length; at += PIECE) {
    const part = data.subarray(at, at + PIECE);
    if (!part.equals(bytesOf(file, data.length + at, part.length, piece))) return false;
  }
  return true;
}

/** Made at the beginning, not at the end: `licet uninstall` may have taken it away in the meantime. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // Nothing is kept then.
  }
}

/** True for the first run of a kind, while there are few kinds, and for fewer and fewer of the others. */
function adds(kind: string, runs: readonly string[]): boolean {
  const kinds = new Set(runs);
  if (!kinds.has(kind)) return kinds.size < MOST_KINDS;
  return Math.random() < 2 ** (kinds.size - runs.length - 1);
}

function keep(file: string, { script, stamp, changedMs, runs }: Loaded, kind: string): void {
  if (!adds(kind, runs) || Date.now() - changedMs < YOUNG_MS) return;
  try {
    const data = script.createCachedData();
    const whole = Buffer.concat([data, data, Buffer.from(`\n${[stamp, ...runs, kind].join(' ')}`)]);
    writeFileSync(`${file}.${process.pid}`, whole, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // What cannot be kept is compiled again.
  }
}
