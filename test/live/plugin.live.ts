import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { BUNDLE } from '../support/cli.ts';
import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const POLICY = `version: 1
default: pass
policy: { all: [{ self_protection: {} }, { bash_safety: {} }, { redact_output: { rules: [secrets] } }] }
`;

const TOKEN = `npm_${'a1B2'.repeat(9)}`;

it('governs a real Claude Code as a plugin, with nothing in its settings', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const played = await play(client, {
    policy: POLICY,
    init: 'none',
    // The folder of the package, as it is packed: the bundles lie in a folder of it.
    args: () => ['--plugin-dir', dirname(dirname(BUNDLE))],
    files: {},
    commands: [['echo one > ran.txt'], ['rm -rf / # would destroy'], [`printf 'the key is %s%s' npm_ ${TOKEN.slice(4)}`]],
  });
  const last = played.requests.at(-1) ?? { results: [], text: '' };
  console.log(`${client.package} ${played.version}`);

  expect(played.code).toBe(0);
  expect(existsSync(join(played.project, '.claude'))).toBe(false);
  expect(existsSync(join(played.project, 'ran.txt'))).toBe(true);
  expect(last.results[1]).toMatch(/licet: /u);
  expect(last.results[2]).toContain('[REDACTED:npm_token]');
  expect(played.trail.map(({ type }) => type).filter(type => type !== 'policy')).toEqual([
    'evaluation',
    'outcome',
    'evaluation',
    'evaluation',
    'outcome',
  ]);
});
