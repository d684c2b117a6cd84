import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import type { RecordedEvent } from '@licet/core/store';

import { UsageError, inputPath, isStdin } from '@licet/core/command';

/** How to read the transcripts of a program. `@licet/adapters/runtimes` has the formats of agent runtimes. */
export interface TranscriptFormat {
  /** The name as people know it. */
  readonly title: string;
  /** The folders that the program writes transcripts into. */
  readonly folders: (home: string, env: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Whether a file in them is a transcript, by its path without `.gz`. */
  readonly matches: (file: string) => boolean;
  /** Starts to read one file, an entry at a time. The reader throws for an entry that is broken. */
  readonly open: (file: string) => { entry(value: unknown): readonly RecordedEvent[] };
}

/** What reading transcripts has come to so far. */
export interface Reading {
  readonly files: number;
  readonly filesRead: number;
  /** Lines that are no entry, and files that end in the middle of one. */
  readonly broken: number;
}

interface Transcript {
  readonly file: string;
  /** Transcripts of one session come together: those of its subagents after its own. */
  readonly group: string;
  readonly changedAt: number;
}

/**
 * Reads transcripts, one session after the other, the one that ended first before the others. A line at a time is in memory; files
 * may be compressed with gzip. A broken line is counted and passed over. `see` is told of the reading as it goes on.
 */
export async function* transcriptEvents(
  format: TranscriptFormat,
  paths: readonly string[],
  { since = 0, see }: { readonly since?: number; readonly see: (reading: Reading) => void },
): AsyncGenerator<RecordedEvent> {
  const files = inOrder(paths.flatMap(path => findTranscripts(inputPath(path), format))).filter(each => each.changedAt >= since);
  let [filesRead, broken] = [0, 0];
  const open = new Set<string>();
  for (const [index, { file, group }] of files.entries()) {
    const reader = format.open(file.replace(/\.gz$/u, ''));
    for await (const line of linesOf(file, () => void broken++)) {
      const events = entryOf(line, value => reader.entry(value));
      if (events === undefined) broken++;
      for (const event of events ?? []) {
        if (event.type === 'call') open.add(event.action.sessionId);
        if (event.type === 'end' || event.at >= since) yield event;
      }
    }
    see({ files: files.length, filesRead: ++filesRead, broken });
    if (files[index + 1]?.group === group) continue;
    for (const sessionId of open) yield { type: 'end', sessionId };
    open.clear();
  }
}

function entryOf(line: string, read: (value: unknown) => readonly RecordedEvent[]): readonly RecordedEvent[] | undefined {
  if (line.trim() === '') return [];
  try {
    return read(JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

async function* linesOf(file: string, torn: () => void): AsyncGenerator<string> {
  const raw: Readable = isStdin(file) ? process.stdin : createReadStream(file);
  const input: Readable = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const failed = new Promise<void>((done, fail) => {
    raw.once('error', fail);
    input.once('error', fail);
    input.once('close', done);
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  failed.catch(() => lines.close());
  try {
    yield* lines;
    await failed;
  } catch {
    torn();
  }
}

function findTranscripts(path: string, format: TranscriptFormat): readonly Transcript[] {
  if (isStdin(path)) return [{ file: path, group: path, changedAt: Date.now() }];
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`there is no transcript \`${path}\`: name a file or a folder of ${format.title}`);
  const found: Transcript[] = [];
  const add = (file: string, changedAt: number): void => {
    const group = file
      .replace(/\.gz$/u, '')
      .replace(/\/subagents\/[^/]+$/u, '')
      .replace(/\.jsonl?$/u, '');
    found.push({ file, group, changedAt });
  };
  if (!stats.isDirectory()) add(path, stats.mtimeMs);
  else
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      if (!format.matches(name.replace(/\.gz$/u, ''))) continue;
      const at = statSync(join(path, name), { throwIfNoEntry: false });
      if (at?.isFile() === true) add(join(path, name), at.mtimeMs);
    }
  return found;
}

function inOrder(found: readonly Transcript[]): readonly Transcript[] {
  const last = new Map<string, number>();
  for (const { group, changedAt } of found) last.set(group, Math.max(last.get(group) ?? 0, changedAt));
  const ended = ({ group }: Transcript): number => last.get(group) ?? 0;
  const isOwn = ({ file, group }: Transcript): boolean => file.replace(/\.jsonl?(?:\.gz)?$/u, '') === group;
  return found.toSorted(
    (a, b) =>
      ended(a) - ended(b) ||
      (a.group < b.group ? -1 : a.group > b.group ? 1 : Number(isOwn(b)) - Number(isOwn(a)) || (a.file < b.file ? -1 : 1)),
  );
}
