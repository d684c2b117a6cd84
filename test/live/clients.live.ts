import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const TOKEN = `npm_${'a1B2'.repeat(9)}`;
const POLICY = `version: 1
default: pass
policy:
  all:
    - self_protection: {}
    - secret_paths: {}
    - bash_safety: {}
    - redact_output: { rules: [secrets] }
`;

describe.each(CLIENTS)('the real $runtime', client => {
  it('runs what may run, stops what must be stopped, and ends for no other reason', async () => {
    const { settings } = await (runtimes[client.runtime]?.() ?? expect.fail('no such runtime'));
    const commands = [
      ['echo one > ran.txt'],
      ['cat .env'],
      ['rm -rf / # would destroy'],
      [`echo '{}' > ${settings.files({ root: '.', home: '~' })[0]?.file ?? ''}`],
      [`printf 'the key is %s%s' npm_ ${TOKEN.slice(4)}`],
      ['sh -c "echo failed; exit 3"'],
      ['echo first > first.txt', 'echo second > second.txt'],
      ['echo last > last.txt'],
    ];
    const played = await play(client, { policy: POLICY, files: { '.env': 'KEY=never-to-be-seen\n' }, commands });
    const { project, requests, trail, version, code } = played;
    const last = requests.at(-1) ?? { results: [], text: '' };
    console.log(`${client.package} ${version}: ${requests.length} requests, ${trail.length} records`);

    expect(code).toBe(0);
    expect(last.results).toHaveLength(commands.flat().length);
    for (const file of ['ran.txt', 'first.txt', 'second.txt', 'last.txt']) expect(existsSync(join(project, file))).toBe(true);
    expect(readFileSync(join(project, 'governance.yaml'), 'utf8')).toBe(POLICY);

    expect(last.text).not.toContain('never-to-be-seen');
    for (const index of [1, 2, 3]) expect(last.results[index]).toMatch(/licet: /u);
    expect(last.results[4]).toContain('[REDACTED:npm_token]');
    expect(last.results.join('')).not.toContain(TOKEN);

    const decided = trail.filter(({ type }) => type === 'evaluation');
    const ended = trail.filter(({ type }) => type === 'outcome');
    expect(decided.map(({ ruling }) => ruling === 'block').filter(Boolean)).toHaveLength(3);
    expect(new Set(trail.map(({ sessionId }) => sessionId)).size).toBe(1);
    const passed = decided.flatMap(({ ruling, evaluationId }) => (ruling === 'block' ? [] : [evaluationId]));
    expect(ended.map(({ evaluationId }) => evaluationId).sort()).toEqual(passed.sort());
  });
});
