import { homedir } from 'node:os';

import type { Evaluation, Registry, Effect } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { expandGlob, memoryFiles } from '@licet/effects/places';
import type { FileSystemPort, MemoryFile } from '@licet/effects/places';

import { comparePolicies } from '../comparePolicies.ts';
import { judgedEffects } from '../replay.ts';
import type { TestSubject } from '../runTests.ts';
import type { Place, PolicyHost, PolicyNodes } from './host.ts';

/** The project's folder and the home folder of tests, wherever the policy itself lies: a test says the same on every machine. */
export const TEST_PLACE = Object.freeze({ root: '/project', home: '/home/you' });

/** Tells whether two policies are proven to rule the same. */
export function ruleTheSame(older: CompiledPolicy, newer: CompiledPolicy, nodes: Registry): boolean {
  const { neverMilder, neverStricter } = comparePolicies(older, newer, nodes);
  return neverMilder && neverStricter;
}

/** A world to judge actions in: where it lies, and what is in it. */
export interface World {
  readonly effects: EffectAnalyzer;
  readonly build: (compiled: CompiledPolicy) => BuiltPolicy;
  /** See `PolicyNodes`. */
  readonly recall?: PolicyNodes['recall'];
  /** Says which globs of a call match no file of this world, where it is made of a table of files. */
  readonly hintsOf?: (evaluation: Evaluation) => readonly string[];
  /** What calls do to its files, where it is made of a table of files. */
  readonly changes?: Omit<ChangingFiles, 'files'>;
}

/** What git knows of the files of a world. */
interface GitWorld {
  /** The files that it does not know. It knows the names of all others. @defaultValue none */
  readonly untracked?: readonly string[];
  /** Whether the others are as git holds them, as in a fresh clone, and not changed. @defaultValue false */
  readonly isClone?: boolean;
}

/**
 * Makes a world of a table of files, by their paths from the project's folder. `root` is the folder of the policy, where its
 * graphs are. `place` is where tests are, or another one.
 */
export function worldOf(
  host: PolicyHost,
  files: Readonly<Record<string, string>>,
  root: string,
  { untracked = [], isClone = false }: GitWorld = {},
  { root: project, home }: Place = TEST_PLACE,
): World {
  const place = { root: project, home };
  const unknown = new Set(untracked.map(path => absolute(path, place)));
  const table = Object.entries(files).map(([name, text]): [string, MemoryFile] => {
    const path = absolute(name, place);
    return [path, { text, ...(isClone && !unknown.has(path) && { held: true }) }];
  });
  const { files: stored, ...changes } = changingFiles({
    [place.root]: 'folder',
    [place.home]: 'folder',
    ...Object.fromEntries(table),
  });
  const system = { ...stored, isKnownToGit: (paths: readonly string[]) => !paths.some(path => unknown.has(path)) };
  const { build } = host.nodesAt(root);
  return {
    effects: analyzeEffects({ ...place, files: system, env: { HOME: place.home, PATH: '/usr/bin:/bin' } }),
    build: compiled => build(compiled, { ...place, files: system }),
    hintsOf: evaluation => unmatchedGlobs(evaluation, system, place),
    changes,
  };
}

/** What is said of a glob that matches nothing: in a project it may match a file that the policy stops at. */
function unmatchedGlobs(evaluation: Evaluation, files: FileSystemPort, { root }: Place): readonly string[] {
  return judgedEffects(evaluation).flatMap(({ target }) => {
    if (target?.type !== 'file' || target.glob === undefined) return [];
    if (expandGlob(target.glob, files).paths.length > 0) return [];
    const name = target.glob.startsWith(`${root}/`) ? target.glob.slice(root.length + 1) : target.glob;
    return [
      `\`${name}\` matches no file of the tests, so that nothing is judged by what it would match: add such files to \`files:\``,
    ];
  });
}

/** What tests are run against. */
export function subjectOf(compiled: CompiledPolicy, { effects, build, hintsOf, changes }: World): TestSubject {
  return {
    built: build(compiled),
    effects,
    cwd: TEST_PLACE.root,
    ...(hintsOf !== undefined && { hintsOf }),
    ...(changes !== undefined && { changes }),
  };
}

/** A world of this machine: what lies in it is looked at as it is now, through `files` where they are given. Nothing is written. */
export function worldHere(
  host: PolicyHost,
  root: string,
  { policyRoot = root, files }: { readonly policyRoot?: string; readonly files?: FileSystemPort } = {},
): World {
  const home = homedir();
  const seen = files === undefined ? {} : { files };
  const { build, recall } = host.nodesAt(policyRoot);
  return {
    ...(recall !== undefined && { recall }),
    effects: analyzeEffects({ root, home, ...seen }),
    build: compiled => build(compiled, { root, home, ...seen }),
  };
}

function absolute(path: string, { root, home }: Place): string {
  if (path.startsWith('/')) return path;
  return path.startsWith('~/') ? home + path.slice(1) : `${root}/${path}`;
}

type Table = Readonly<Record<string, MemoryFile>>;

/** Files of tests, which the steps of a case change. */
interface ChangingFiles {
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
function changingFiles(table: Table): ChangingFiles {
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
