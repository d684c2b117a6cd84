import { dirname, resolve } from 'node:path';

import { GovernanceError } from '@licet/core';
import { didYouMean } from '@licet/core/text';
import { nodeAt } from '@licet/core/policy';
import type { CompiledPolicy } from '@licet/core/policy';
import { includePack, packs } from '@licet/guards';

import { UsageError, unusable } from '@licet/core/command';
import { collectCoverage } from '../coverage.ts';
import type { Coverage } from '../coverage.ts';
import { mutantsOf } from '../mutants.ts';
import { patternsHit } from '../patternCoverage.ts';
import { isNoticed, runPolicyTests } from '../runTests.ts';
import type { TestResult } from '../runTests.ts';
import { parsePolicyTests } from '../testFile.ts';
import type { PolicyTests } from '../testFile.ts';
import type { PolicyHost } from './host.ts';
import { TEST_PLACE, ruleTheSame, subjectOf, worldOf } from './world.ts';

/** How tests are run. */
export interface TestOptions {
  /** The policy; otherwise the one that the tests name, or the `governance.yaml` beside them. Absolute. */
  readonly policy?: string | undefined;
  /** Runs the cases whose name this finds. */
  readonly only?: RegExp | undefined;
  readonly coverage?: boolean | undefined;
  readonly mutate?: boolean | undefined;
}

/** How many mistakes in a policy its tests have noticed. */
export interface MutationScore {
  readonly mutants: number;
  readonly noticed: number;
  /** What was changed and not noticed, each with the way to its node. */
  readonly survivors: readonly { readonly change: string; readonly way: string; readonly kind: string }[];
}

/** What came of a test file. */
export interface TestReport {
  readonly file: string;
  readonly policy: string;
  readonly results: readonly TestResult[];
  readonly coverage?: Coverage;
  readonly mutation?: MutationScore;
}

/** Runs a test file, an absolute path. Throws for a file or a policy that does not load. */
export async function testPolicy(
  host: PolicyHost,
  file: string,
  { policy, only, coverage = false, mutate = false }: TestOptions = {},
): Promise<TestReport> {
  const tests = parsePolicyTests(readNamed(host, file), file);
  const policyFile = policy ?? testedBy(file, tests.policy);
  const compiled = loadNamed(host, policyFile);
  const world = worldOf(host, tests.files, dirname(policyFile), { untracked: tests.untracked, isClone: true });
  const seen = collectCoverage();
  const subject = { ...subjectOf(compiled, world), ...(coverage && { onEvaluation: seen.see }) };
  const results = await runPolicyTests(tests, subject, name => only?.test(name) ?? true);
  const report = { file, policy: policyFile, results };
  const nodes = host.nodesAt(TEST_PLACE.root).registry;
  const ran = { ...tests, cases: tests.cases.filter(({ name }) => only?.test(name) ?? true) };
  const patterns = coverage
    ? await patternsHit({ tests: ran, compiled, registry: nodes, subjectOf: each => subjectOf(each, world) })
    : [];
  return {
    ...report,
    ...(coverage && { coverage: seen.result(compiled.policy, nodes, patterns) }),
    ...(mutate && results.every(({ passed }) => passed) && { mutation: await score(host, tests, compiled, dirname(policyFile)) }),
  };
}

/** The files that a test file depends on: itself, its policy, and what that includes. `policy` is tested instead of the policy that it names; absolute. */
export function filesOf(host: PolicyHost, file: string, policy?: string): readonly string[] {
  const tested =
    policy ??
    testedBy(
      file,
      attempt(() => parsePolicyTests(readNamed(host, file), file).policy),
    );
  const included = attempt(() => loadNamed(host, tested).sources.map(source => source.file)) ?? [];
  return [...new Set([file, tested, ...included])].filter(each => !each.includes(PACK)).map(each => resolve(each));
}

/** Runs tests against a policy, both as texts that stand in no file yet. */
export async function testTexts(host: PolicyHost, policy: string, text: string): Promise<readonly TestResult[]> {
  const tests = parsePolicyTests(text);
  const world = worldOf(host, tests.files, TEST_PLACE.root, { untracked: tests.untracked, isClone: true });
  return runPolicyTests(tests, subjectOf(host.compile(policy, resolve('governance.yaml')).compiled, world));
}

/** What the name of a pack begins with. */
const PACK = 'pack:';

/** The policy that a test file is for, by the name that it has there: a pack, or a file beside it. */
function testedBy(file: string, named: string = 'governance.yaml'): string {
  return named.startsWith(PACK) ? named : resolve(dirname(file), named);
}

/** Reads and compiles a policy, or a pack by its name: `pack:standard`. Throws a {@link GovernanceError} that names what is wrong first. */
function loadNamed(host: PolicyHost, file: string): CompiledPolicy {
  const { compiled } = file.startsWith(PACK)
    ? host.compile(packText(file), resolve(TEST_PLACE.root, file))
    : host.compile(readNamed(host, file), file);
  return compiled;
}

function packText(name: string): string {
  const pack = includePack(name.slice(PACK.length));
  if (pack !== undefined) return pack.text;
  throw new UsageError(
    `there is no pack \`${name.slice(PACK.length)}\`${didYouMean(name.slice(PACK.length), Object.keys(packs))}`,
  );
}

function readNamed(host: PolicyHost, file: string): string {
  try {
    return host.readInput(file);
  } catch (error) {
    throw unusable(`\`${file}\``, 'read', error);
  }
}

async function score(host: PolicyHost, tests: PolicyTests, compiled: CompiledPolicy, root: string): Promise<MutationScore> {
  const world = worldOf(host, tests.files, root, { untracked: tests.untracked, isClone: true });
  const survivors: MutationScore['survivors'][number][] = [];
  let mutants = 0;
  const nodes = host.nodesAt(root).registry;
  for (const { change, way, compiled: mutant } of mutantsOf(compiled, nodes)) {
    const subject = attempt(() => subjectOf(mutant, world));
    if (subject === undefined) continue;
    const isUnnoticed = !(await isNoticed(tests, subject));
    // A change that is proven to rule the same is no mistake.
    if (isUnnoticed && ruleTheSame(compiled, mutant, nodes)) continue;
    mutants++;
    if (!isUnnoticed) continue;
    const { id, kind } = nodeAt(compiled.policy, way);
    survivors.push({ change, way, kind: id ?? kind });
  }
  return { mutants, noticed: mutants - survivors.length, survivors };
}

/** A mistake that does not even load needs no test. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof GovernanceError) return undefined;
    throw error;
  }
}
