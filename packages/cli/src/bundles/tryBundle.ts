import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { UsageError, counted } from '@licet/core/command';

import { governingFiles } from '../pins/governingFiles.ts';
import { GROUNDING_NODES, compilePolicy } from '../policy/compile.ts';
import { POLICY_PATH, TESTS_PATH } from './bundle.ts';
import type { Bundle } from './bundle.ts';

/** Loads the policy of a bundle in a new folder and runs its tests there. Returns how many passed. Throws a {@link UsageError} where one fails. */
export async function tryBundle({ name, version, files }: Bundle): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-bundle-')));
  const refuse = (why: string): UsageError => new UsageError(`the bundle \`${name}\` version ${version} is refused: ${why}`);
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const paths = new Set(files.map(({ path }) => join(folder, path)));
    const problem = loadProblem(join(folder, POLICY_PATH), files.find(({ path }) => path === POLICY_PATH)?.text ?? '', paths);
    if (problem !== undefined) throw refuse(problem);
    return await runTests(folder, refuse);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why a policy cannot be used with the files of its bundle alone. */
function loadProblem(file: string, text: string, paths: ReadonlySet<string>): string | undefined {
  const compiled = compilePolicy(text, file);
  if ('issues' in compiled) return `its policy does not load: line ${compiled.issues[0]?.line}: ${compiled.issues[0]?.message}`;
  const needed = [...compiled.sources, ...governingFiles(compiled, GROUNDING_NODES)].map(source => source.file);
  const missing = needed.find(each => !paths.has(each));
  return missing === undefined ? undefined : `its policy needs \`${missing}\`, which is not in it`;
}

async function runTests(folder: string, refuse: (why: string) => UsageError): Promise<number> {
  const [{ testPolicy, failureText }, { policyHost }] = await Promise.all([
    import('@licet/analysis/policies'),
    import('../policy/analysisProgram.ts'),
  ]);
  const { results } = await testPolicy(policyHost, join(folder, TESTS_PATH), { policy: join(folder, POLICY_PATH) });
  const failed = results.filter(({ passed }) => !passed);
  const [first] = failed;
  if (first !== undefined) throw refuse(`${counted(failed.length, 'test')} failed: \`${first.name}\`: ${failureText(first)}`);
  if (results.length === 0) throw refuse('it has no tests');
  return results.length;
}
