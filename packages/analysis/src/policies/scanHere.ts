import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Certificate, Certify, Effect } from '@licet/core';
import type { RecordedCall } from '@licet/core/store';
import { chain } from '@licet/core/nodes';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { createCertifier } from '@licet/effects';
import { budgetOf, nodeFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';
import { profileText } from '@licet/guards';

import { scanSessions } from '../scan.ts';
import type { ScannedPolicy, ScanReport } from '../scan.ts';
import type { PolicyHost } from './host.ts';
import { transcriptEvents } from './transcriptFiles.ts';
import type { Reading, TranscriptFormat } from './transcriptFiles.ts';
import { worldHere, worldOf } from './world.ts';

/** What a scan of this machine finds. */
export interface FoundHere extends ScanReport {
  /** The programs whose sessions were read, as people know them. */
  readonly hosts: readonly string[];
  /** Files that were read, and lines in them that are no entry. */
  readonly files: number;
  readonly broken: number;
}

interface ScanRequest {
  /** From when on, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Is told how many calls have been judged, now and then. */
  readonly see?: (calls: number) => void;
}

const EVERY = 500;
const MOST_ROOTS = 40;

/** Reads the sessions of every host that keeps some on this machine, and judges them by the profile `standard`. Nothing is written, run or sent. */
export async function scanHere(
  host: PolicyHost,
  formats: Readonly<Record<string, () => Promise<TranscriptFormat>>>,
  { since, see }: ScanRequest,
): Promise<FoundHere> {
  const scan = scanSessions(byProject(host));
  const hosts: string[] = [];
  let [calls, files, broken] = [0, 0, 0];
  for (const load of Object.values(formats)) {
    const format = await load();
    const folders = format.folders(homedir(), process.env).filter(folder => existsSync(folder));
    let reading: Reading = { files: 0, filesRead: 0, broken: 0 };
    const events = transcriptEvents(format, folders, { ...(since !== undefined && { since }), see: now => void (reading = now) });
    const before = calls;
    for await (const event of events) {
      await scan.take(event);
      if (event.type === 'call' && ++calls % EVERY === 0) see?.(calls);
    }
    if (calls > before) hosts.push(format.title);
    files += reading.filesRead;
    broken += reading.broken;
  }
  return { ...scan.report(), hosts, files, broken };
}

/** The policy as it would be for the project that a session ran in. What is not on this machine has no files. */
function byProject(host: PolicyHost): (first: RecordedCall) => ScannedPolicy {
  const { compiled } = host.compile(profileText('standard'), join(homedir(), 'governance.yaml'));
  const made = new Map<string, ScannedPolicy>();
  return ({ action: { cwd = '/' } }) => {
    const root = projectOf(cwd);
    const known = made.get(root);
    if (known !== undefined) return known;
    const home = /^\/(?:home|Users)\/[^/]+/u.exec(root)?.[0] ?? homedir();
    const files = stillFiles(nodeFiles());
    const world = existsSync(root) ? worldHere(host, root, { files }) : worldOf(host, {}, root, {}, { root, home });
    const effects = rememberEffects(world.effects);
    const certify = rememberCertificates(createCertifier({ root, home, files, effects, level: 'trusted_build' }));
    const policy = { built: world.build(compiled), effects, certify };
    made.set(root, policy);
    const [oldest] = made.keys();
    if (made.size > MOST_ROOTS && oldest !== undefined) made.delete(oldest);
    return policy;
  };
}

const MOST_CALLS = 20_000;

/** Agents make the same calls again and again, and nothing changes while sessions are read. */
function rememberEffects(analyze: EffectAnalyzer): EffectAnalyzer {
  const known = new Map<string, { readonly effects: readonly Effect[]; readonly renew: () => void }>();
  return action => {
    const { kind, tool, cwd, payload } = action;
    const key = JSON.stringify([kind, tool, cwd, payload]);
    const before = known.get(key);
    before?.renew();
    if (before !== undefined) return before.effects;
    const keep = (effects: readonly Effect[]): readonly Effect[] => {
      if (known.size >= MOST_CALLS) known.clear();
      known.set(key, { effects, renew: budgetOf(effects) });
      return effects;
    };
    return chain(analyze(action), keep);
  };
}

/** The same effects have the same certificate, but for what sessions made: a file of the session counts as one of the user here. */
function rememberCertificates(certify: Certify): Certify {
  const known = new WeakMap<readonly Effect[], Certificate | false>();
  return (action, effects) => {
    const found = known.get(effects) ?? certify(action, effects) ?? false;
    known.set(effects, found);
    return found === false ? undefined : found;
  };
}

/** The repository that a folder lies in, or the folder itself. */
function projectOf(cwd: string): string {
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return cwd;
}

/** Most answers of each sort that are kept. */
const MOST = 50_000;

/** Remembers what a file system has answered: for work that looks at the same files many times while nothing changes them. */
function stillFiles(files: FileSystemPort): FileSystemPort {
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
