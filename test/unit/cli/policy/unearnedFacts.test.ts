import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { insertHooks } from 'licet/source/init/settingsText.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { unearnedFacts } from 'licet/source/policy/doubts.ts';
import { expect, it } from 'vitest';

/** What is said of a policy in a project that has the hook in these runtimes. */
async function saidOf(policy: string, names: readonly string[]): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  for (const name of names) {
    const { settings } = (await runtimes[name]?.()) ?? expect.fail(name);
    const [first] = settings.files({ root, home: root });
    if (settings.layout === 'plugin' || first === undefined) expect.fail('expected settings with handlers');
    const command = { node: '/usr/bin/node', bundle: '/opt/licet.cjs', policy: join(root, 'governance.yaml') };
    mkdirSync(dirname(first.file), { recursive: true });
    writeFileSync(first.file, insertHooks('{}', settings.entries(command)).text);
  }
  const compiled = compilePolicy(`version: 1\ndefault: pass\n${policy}`, join(root, 'governance.yaml'));
  if ('issues' in compiled) expect.fail(compiled.issues[0]?.message);
  return (await unearnedFacts(compiled.compiled, root)).map(({ line, message }) => `${line}: ${message}`);
}

const GATE = 'policy:\n  all:\n    - facts: { facts: { tested: { earned_by: { runs: tests } }, read: { earned_by: human } } }\n';

it('warns of a fact that no runtime with the hook can tell of, and says what to write instead', async () => {
  const [said, ...more] = await saidOf(GATE, ['codex']);

  expect(more).toEqual([]);
  expect(said).toMatch(/^5: Codex does not tell how a command ended, so nothing earns it: .*`tested`, as `output`/u);
});

it('says where, when other runtimes can', async () => {
  expect(await saidOf(GATE, ['codex', 'claude-code'])).toEqual([expect.stringContaining('nothing earns it in Codex')]);
});

it.each([
  ['a runtime that tells exit codes', GATE, ['claude-code']],
  ['no runtime at all', GATE, []],
  ['a fact with an output', GATE.replace('runs: tests', "runs: tests, output: '9 passed'"), ['codex']],
  ['a policy without facts', 'policy: { floor: {} }\n', ['codex']],
])('says nothing of %s', async (_what, policy, names) => {
  expect(await saidOf(policy, names)).toEqual([]);
});
