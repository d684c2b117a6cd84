import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { missingSandbox } from '../process/sandbox/sandboxWorld.ts';
import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const policyWith = (sandbox: string): string => `version: 1
default: pass
sandbox: ${sandbox}
sessions: { store: sqlite, path: .licet/state.db }
audit: { store: sqlite, path: .licet/state.db }
policy:
  all:
    - self_protection: {}
    - secret_paths: {}
    - file_boundary: { allow: ['**'] }
    - contained: { at_least: constructed, else: ask }
`;

/** What the script runs is chosen at run time, so that no analysis sees it. */
const FILES = {
  'package.json': '{"scripts":{"test":"node run.cjs"}}',
  'run.cjs': `const { lines } = JSON.parse(require('node:fs').readFileSync('lines.json', 'utf8'));
process.exit(require('node:child_process').spawnSync('sh', ['-c', lines], { stdio: 'inherit' }).status)`,
  'lines.json': JSON.stringify({ lines: 'rm -rf ~/photos; echo tried > tried.txt; echo all tests passed' }),
};

const [client] = CLIENTS;
const missing = missingSandbox();

describe.skipIf(missing !== undefined)(
  `a real Claude Code under sandbox: auto${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    const run = async (sandbox: string) =>
      play(client ?? expect.fail('no client'), {
        policy: policyWith(sandbox),
        accepted: true,
        files: FILES,
        inHome: { 'photos/one.jpg': 'the only copy' },
        commands: [
          ['npm test --silent'],
          ["node -e \"require('fs').writeFileSync('lines.json', JSON.stringify({ lines: 'echo harmless' }))\""],
          ['npm test --silent'],
        ],
      });

    it('runs tests without a question, and keeps the home folder from them', async () => {
      const { project, home, requests, trail, version } = await run('auto');
      const last = requests.at(-1) ?? { results: [], text: '' };
      console.log(`${client?.package} ${version}\n${last.results.join('\n')}`);

      expect(readFileSync(join(home, 'photos/one.jpg'), 'utf8')).toBe('the only copy');
      expect(existsSync(join(project, 'tried.txt'))).toBe(true);
      expect(last.results[0]).toContain('all tests passed');
      expect(last.results[2]).toContain('harmless');
      expect(last.text).toMatch(/runs in a sandbox that holds it to the policy.*self_protection \(governance\.yaml:\d+\)/u);
      expect(trail.filter(({ type }) => type === 'anomaly')).toEqual([]);
      const outcomes = trail
        .filter(({ type }) => type === 'outcome')
        .map(line => (line as { containment?: { held: boolean } }).containment?.held);
      expect(outcomes).toEqual([true, undefined, true]);
      expect(trail.flatMap(({ ruling }) => ruling ?? [])).toEqual(['pass', 'pass', 'pass']);
    });

    it('stops the same tests where the sandbox is off', async () => {
      const { home, project, requests } = await run('off');

      expect(existsSync(join(home, 'photos/one.jpg'))).toBe(true);
      expect(existsSync(join(project, 'tried.txt'))).toBe(false);
      expect(requests.at(-1)?.results[0]).toContain('no sandbox holds it');
    });
  },
);
