import { dirname, resolve } from 'node:path';

import { GovernanceError } from '@licet/core';
import { didYouMean } from '@licet/core/text';
import type { CompiledPolicy } from '@licet/core/policy';
import { collectCoverage, isNoticed, mutantsOf, parsePolicyTests, patternsHit, runPolicyTests } from '@licet/analysis';
import type { Coverage, PolicyTests, TestResult } from '@licet/analysis';

import { includePack, packs } from '@licet/guards';

import { UsageError } from '@licet/core/command';
import { compilePolicy } from '../policy/compile.ts';
import { nodeAt } from '../policy/nodes.ts';
import { readInputFile, unusable } from '../text/inputFile.ts';
import { TEST_PLACE, everyNode, ruleTheSame, subjectOf, worldOf } from './subject.ts';

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
  file: string,
  { policy, only, coverage = false, mutate = false }: TestOptions = {},
): Promise<TestReport> {
  const tests = parsePolicyTests(readNamed(file), file);
  const policyFile = policy ?? testedBy(file, tests.policy);
  const compiled = loadNamed(policyFile);
  const world = worldOf(tests.files, dirname(policyFile), tests.untracked);
  const seen = collectCoverage();
  const subject = { ...subjectOf(compiled, world), ...(coverage && { onEvaluation: seen.see }) };
  const results = await runPolicyTests(tests, subject, name => only?.test(name) ?? true);
  const report = { file, policy: policyFile, results };
  const nodes = everyNode(TEST_PLACE.root);
  const ran = { ...tests, cases: tests.cases.filter(({ name }) => only?.test(name) ?? true) };
  const patterns = coverage
    ? await patternsHit({ tests: ran, compiled, registry: nodes, subjectOf: each => subjectOf(each, world) })
    : [];
  return {
    ...report,
    ...(coverage && { coverage: seen.result(compiled.policy, nodes, patterns) }),
    ...(mutate && results.every(({ passed }) => passed) && { mutation: await score(tests, compiled, dirname(policyFile)) }),
  };
}

/** The files that a test file goes by: itself, its policy, and what that includes. `policy` is tested instead of its own; absolute. */
export function filesOf(file: string, policy?: string): readonly string[] {
  const tested =
    policy ??
    testedBy(
      file,
      attempt(() => parsePolicyTests(readNamed(file), file).policy),
    );
  const included = attempt(() => loadNamed(tested).sources.map(source => source.file)) ?? [];
  return [...new Set([file, tested, ...included])].filter(each => !each.includes(PACK)).map(each => resolve(each));
}

/** Runs tests against a policy, both as texts that stand in no file yet. */
export async function testTexts(policy: string, text: string): Promise<readonly TestResult[]> {
  const tests = parsePolicyTests(text);
  const world = worldOf(tests.files, TEST_PLACE.root, tests.untracked);
  return runPolicyTests(tests, subjectOf(compileNamed(policy, resolve('governance.yaml')), world));
}

/** What the name of a pack begins with. */
const PACK = 'pack:';

/** The policy that a test file is for, by the name that it has there: a pack, or a file beside it. */
function testedBy(file: string, named: string = 'governance.yaml'): string {
  return named.startsWith(PACK) ? named : resolve(dirname(file), named);
}

/** Reads and compiles a policy, or a pack by its name: `pack:standard`. Throws a {@link GovernanceError} that names what is wrong first. */
function loadNamed(file: string): CompiledPolicy {
  return file.startsWith(PACK)
    ? compileNamed(packText(file), resolve(TEST_PLACE.root, file))
    : compileNamed(readNamed(file), file);
}

/** Compiles the text of a policy. Throws a {@link GovernanceError} that names what is wrong first. */
export function compileNamed(text: string, file: string): CompiledPolicy {
  const result = compilePolicy(text, file);
  if ('compiled' in result) return result.compiled;
  const [first] = result.issues;
  const where = `${first?.file ?? file}:${first?.line ?? 1}`;
  throw new GovernanceError(
    'policy_invalid',
    `${where}: ${first?.message ?? 'the policy does not load'}: run \`licet validate\``,
  );
}

function packText(name: string): string {
  const pack = includePack(name.slice(PACK.length));
  if (pack !== undefined) return pack.text;
  throw new UsageError(
    `there is no pack \`${name.slice(PACK.length)}\`${didYouMean(name.slice(PACK.length), Object.keys(packs))}`,
  );
}

function readNamed(file: string): string {
  try {
    return readInputFile(file);
  } catch (error) {
    throw unusable(`\`${file}\``, 'read', error);
  }
}

async function score(tests: PolicyTests, compiled: CompiledPolicy, root: string): Promise<MutationScore> {
  const world = worldOf(tests.files, root, tests.untracked);
  const survivors: MutationScore['survivors'][number][] = [];
  let mutants = 0;
  const nodes = everyNode(root);
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
