import { expect, it } from 'vitest';

import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const POLICY = `version: 1
default: pass
facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['*.mjs', package.json] } }
policy:
  all:
    - self_protection: {}
    - when: { if: { runs: git commit }, then: { requires: tests_passing } }
    - obligation: { name: changelog, when: tests_passing, fulfilled_by: { writes: [CHANGELOG.md] } }
`;

const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'sum.mjs': 'export const sum = (a, b) => a - b;\n',
  'sum.test.mjs':
    "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { sum } from './sum.mjs';\ntest('sum', () => assert.equal(sum(2, 2), 4));\n",
};

/** Each turn of the script, and what the model must read of it. */
const TURNS: readonly (readonly [command: string, told: RegExp])[] = [
  ['git init -q . && git add .', /.*/u],
  ['git commit -qm early', /`tests_passing` is not established/u],
  ['npm test', /Exit code 1/u],
  ['git commit -qm failed', /it failed the last time/u],
  ['npm test || true', /fail 1/u],
  ['git commit -qm hidden', /`\|\|` hides its status/u],
  ['sed -i s/-/+/2 sum.mjs && sed -i "s/a - b/a + b/" sum.mjs', /.*/u],
  ['npm test', /pass 1/u],
  ['git -c user.name=a -c user.email=a@b commit -qm tested', /^(?!.*licet:)/u],
  ['echo "// more" >> sum.mjs', /.*/u],
  [
    'git -c user.name=a -c user.email=a@b commit -qam untested',
    /`tests_passing` is not established: `sum\.mjs` has changed since/u,
  ],
];

it('opens the gate of tests in the real Claude Code only when they have passed, and tells what is left before it stops', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const played = await play(client, { policy: POLICY, files: FILES, commands: TURNS.map(([command]) => [command]) });
  const last = played.requests.at(-1) ?? { results: [], text: '' };
  console.log(`${client.package} ${played.version}`);
  for (const [index, [command]] of TURNS.entries()) console.log(`> ${command}\n  ${last.results[index]?.slice(0, 300)}`);
  for (const { type, name, change } of played.trail) if (type === 'fact') console.log(`fact ${name} ${change}`);

  expect(played.code).toBe(0);
  for (const [index, [command, told]] of TURNS.entries())
    expect([command, last.results[index]]).toEqual([command, expect.stringMatching(told)]);
  const facts = played.trail.filter(({ type, name }) => type === 'fact' && name === 'tests_passing').map(({ change }) => change);
  expect(facts).toEqual(['established', 'void']);

  const kept = played.requests.filter(({ text }) => text.includes('before you stop, this is still to be done'));
  expect(kept).toHaveLength(1);
  expect(kept[0]?.text).toContain('changelog: change `CHANGELOG.md`');
  expect(played.requests[0]?.text).toContain('Licet: facts that rules ask for');
});
