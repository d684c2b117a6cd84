import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compilePolicy } from 'licet/source/policy/compile.ts';
import { unmatchedRuns } from 'licet/source/policy/doubts.ts';
import { expect, it } from 'vitest';

/** What is said of a policy in a project with the file `scripts/deploy.sh`. */
function saidOf(policy: string): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  mkdirSync(join(root, 'scripts'));
  writeFileSync(join(root, 'scripts/deploy.sh'), 'echo deploy\n');
  const compiled = compilePolicy(`version: 1\ndefault: pass\n${policy}`, join(root, 'governance.yaml'));
  if ('issues' in compiled) expect.fail(compiled.issues[0]?.message);
  return unmatchedRuns(compiled.compiled, root).map(({ line, message }) => `${line}: ${message}`);
}

const gate = (runs: string): string => `policy:\n  all:\n    - when: { if: { runs: ${runs} }, then: { human_approval: {} } }\n`;

it.each([
  ['./deploy.sh', gate('./deploy.sh')],
  ['scripts/deply.sh', gate('[git push, scripts/deply.sh prod]')],
  ['/nowhere/deploy.sh', gate('/nowhere/deploy.sh')],
  ['./deploy.sh', 'policy:\n  all:\n    - rate_limit: { max: 1, window: 1d, match: { runs: ./deploy.sh } }\n'],
])('warns of the path %s, where no file is', (path, policy) => {
  const [said, ...more] = saidOf(policy);

  expect(more).toEqual([]);
  expect(said).toMatch(/^5: `runs: .*` names a file that does not exist, so it matches nothing: /u);
  expect(said).toContain(path);
});

it.each([
  './scripts/deploy.sh',
  'scripts/deploy.sh',
  'deploy.sh',
  'git push',
  'npx eslint .',
  './scripts/*.sh',
  'npm run build:web',
  'tests',
])('says nothing of `%s`', runs => {
  expect(saidOf(gate(`'${runs}'`))).toEqual([]);
});
