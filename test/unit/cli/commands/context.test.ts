import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { printContext } from 'licet/source/commands/context.ts';
import { expect, it } from 'vitest';

it('prints what an agent is told when a session begins, and leaves no file behind', async () => {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  const policy = join(root, 'governance.yaml');
  writeFileSync(
    policy,
    'version: 1\ndefault: pass\nfacts: { tests_passing: { earned_by: { runs: tests } } }\npolicy: { when: { if: { runs: git commit }, then: { requires: tests_passing } } }\n',
  );
  const said: string[] = [];
  const terminal = { print: (text: string) => void said.push(text), complain: () => undefined, hasColor: false };

  expect(await printContext({ policy }, terminal)).toBe(0);
  expect(said.join('\n')).toContain('Needed before a call: `tests_passing` (for runs: git commit).');
  expect(said.join('\n')).toContain('- tests_passing: does not hold: run the tests as a separate call');
  expect(said.join('\n').length).toBeLessThanOrEqual(4_000);
  expect(readdirSync(root)).toEqual(['governance.yaml']);
});

it('says the rules in words, not as JSON', async () => {
  const policy = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'governance.yaml');
  writeFileSync(
    policy,
    'version: 1\ndefault: pass\nfacts: { tests_passing: { earned_by: { runs: [tests, npm test] } } }\npolicy: { when: { if: { runs: git commit }, then: { requires: tests_passing } } }\n',
  );
  const said: string[] = [];

  await printContext({ policy }, { print: text => void said.push(text), complain: () => undefined, hasColor: false });

  expect(said.join('\n')).toContain('does not hold: run the tests or `npm test` as a separate call');
  expect(said.join('\n')).not.toMatch(/"|earnedBy/u);
});
