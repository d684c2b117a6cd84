import { homedir } from 'node:os';

import { buildPolicy } from '@licet/core/policy';
import type { Evaluation, Registry } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';
import { celCondition } from '@licet/core/cel';
import { comparePolicies, judgedEffects } from '@licet/analysis';
import type { TestSubject } from '@licet/analysis';
import { analyzeEffects } from '@licet/effects';
import { expandGlob, memoryFiles } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';

import { openGrounding } from '../grounding/openGrounding.ts';
import { asQuestion } from '../policy/openEngine.ts';
import { ownProgram } from '../policy/ownProgram.ts';
import { registry } from '../policy/registry.ts';

/** The project's folder and the home folder of tests, wherever the policy itself lies: a test says the same on every machine. */
export const TEST_PLACE = Object.freeze({ root: '/project', home: '/home/you' });

/** Every node that a policy may name, those that look into a graph included. Their graphs start from `root`. */
export function everyNode(root: string): Registry {
  return registry(openGrounding({ root, writes: false }).definitions);
}

/** Tells whether two policies are proven to rule the same. */
export function ruleTheSame(older: CompiledPolicy, newer: CompiledPolicy, nodes: Registry): boolean {
  const { neverMilder, neverStricter } = comparePolicies(older, newer, nodes);
  return neverMilder && neverStricter;
}

/** A world to judge actions in: where it lies, and what is in it. */
export interface World {
  readonly effects: EffectAnalyzer;
  readonly build: (compiled: CompiledPolicy) => BuiltPolicy;
  /** Says which globs of a call match no file of this world, where it is made of a table of files. */
  readonly hintsOf?: (evaluation: Evaluation) => readonly string[];
}

/** Where a world lies: the folder of the project and the home folder, absolute. */
export type Place = Readonly<Record<'root' | 'home', string>>;

/**
 * Makes a world of a table of files, by their paths from the project's folder. `root` is the folder of the policy, where its
 * graphs are. Git knows all of them, as in a clone, but for those that are `untracked`. `place` is where tests are, or another one.
 */
export function worldOf(
  files: Readonly<Record<string, string>>,
  root: string,
  untracked: readonly string[] = [],
  place: Place = TEST_PLACE,
): World {
  const unknown = new Set(untracked.map(path => absolute(path, place)));
  const table = Object.entries(files).map(([path, text]): [string, { text: string }] => [absolute(path, place), { text }]);
  const stored = memoryFiles({ [place.root]: 'folder', [place.home]: 'folder', ...Object.fromEntries(table) });
  const system = { ...stored, isKnownToGit: (paths: readonly string[]) => !paths.some(path => unknown.has(path)) };
  const grounding = openGrounding({ root, writes: false });
  const nodes = { registry: registry(grounding.definitions), resources: grounding.resources };
  return {
    effects: analyzeEffects({ ...place, files: system, env: { HOME: place.home, PATH: '/usr/bin:/bin' } }),
    build: compiled => asQuestion(buildPolicy(compiled, { ...nodes, ...place, files: system, conditions: celCondition })),
    hintsOf: evaluation => unmatchedGlobs(evaluation, system, place),
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
export function subjectOf(compiled: CompiledPolicy, { effects, build, hintsOf }: World): TestSubject {
  return { built: build(compiled), effects, cwd: TEST_PLACE.root, ...(hintsOf !== undefined && { hintsOf }) };
}

/** A world of this machine: what lies in it is looked at as it is now. Nothing is written. */
export function worldHere(root: string, policyRoot: string = root): World {
  const grounding = openGrounding({ root: policyRoot, writes: false });
  const home = homedir();
  const nodes = { registry: registry(grounding.definitions), resources: grounding.resources, program: ownProgram() };
  return {
    effects: analyzeEffects({ root, home }),
    build: compiled => asQuestion(buildPolicy(compiled, { ...nodes, root, home, conditions: celCondition })),
  };
}

function absolute(path: string, { root, home }: Place): string {
  if (path.startsWith('/')) return path;
  return path.startsWith('~/') ? home + path.slice(1) : `${root}/${path}`;
}
