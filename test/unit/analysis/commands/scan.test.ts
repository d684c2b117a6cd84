import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ScanReport } from '@licet/analysis';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { project } from '../../../support/cli.ts';
import type { Ended } from '../../../support/cli.ts';
import { licetHere } from '../../../support/licetHere.ts';

const use = (cwd: string, id: string, name: string, input: object): string =>
  JSON.stringify({
    type: 'assistant',
    sessionId: 'a',
    cwd,
    timestamp: new Date().toISOString(),
    message: { content: [{ type: 'tool_use', id, name, input }] },
  });

/** A folder of settings of Claude Code with one session: it looks, reads a secret, deletes, and has a line that is torn. */
function settingsWithSession(): string {
  const root = project('version: 1\ndefault: pass\n');
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  const folder = join(root, 'settings', 'projects', 'shop');
  mkdirSync(folder, { recursive: true });
  const gone = '/home/ann/gone';
  const lines = [
    use(root, '1', 'Bash', { command: 'ls -la' }),
    use(root, '2', 'Bash', { command: 'ls -la' }),
    use(root, '3', 'Bash', { command: 'cat .env' }),
    use(root, '4', 'Bash', { command: 'rm -rf ~' }),
    use(root, '5', 'Bash', { command: 'git push --force' }),
    '{"type":"assis',
    use(gone, '6', 'Bash', { command: 'wc -l a.txt' }),
  ];
  writeFileSync(join(folder, 'a.jsonl'), lines.join('\n'));
  return join(root, 'settings');
}

function scan(settings: string, ...words: readonly string[]): Promise<Ended> {
  vi.stubEnv('CLAUDE_CONFIG_DIR', settings);
  return licetHere(settings, ['scan', ...words]);
}

afterEach(() => void vi.unstubAllEnvs());

describe('licet scan', () => {
  it('says what the profile would have stopped, which secrets were read, and what `quiet` would have saved', async () => {
    const { status, stdout } = await scan(settingsWithSession());

    expect(status).toBe(0);
    expect(stdout).toContain('rm -rf ~');
    expect(stdout).toContain('.env');
    expect(stdout).toContain('next: licet init --quiet look');
  });

  it('prints the same as JSON', async () => {
    const found = JSON.parse((await scan(settingsWithSession(), '--json')).stdout) as ScanReport & { readonly broken: number };

    expect(found.calls).toBeGreaterThanOrEqual(6);
    expect(found.rulings.block).toBeGreaterThanOrEqual(2);
    expect(found.quiet.look).toBeGreaterThanOrEqual(2);
    expect(found.stops.map(({ words }) => words).join('\n')).toContain('rm -rf ~');
  });

  it('judges a call that comes again as it judged the first one', async () => {
    const root = project('version: 1\ndefault: pass\n');
    const folder = join(root, 'settings', 'projects', 'shop');
    for (const each of [folder, join(root, 'src')]) mkdirSync(each, { recursive: true });
    for (let at = 0; at < 200; at++) writeFileSync(join(root, 'src', `file-${at}.ts`), '');
    const lines = Array.from({ length: 300 }, (_, at) => use(root, String(at), 'Bash', { command: 'ls; rm -rf src' }));
    writeFileSync(join(folder, 'a.jsonl'), lines.join('\n'));
    const { stops } = JSON.parse((await scan(join(root, 'settings'), '--json')).stdout) as ScanReport;

    expect(stops.map(({ ruling, calls }) => ({ ruling, calls }))).toEqual([{ ruling: 'ask', calls: 300 }]);
  });

  it('prints a page that loads nothing', async () => {
    const { stdout } = await scan(settingsWithSession(), '--html');

    expect(stdout).toMatch(/^<!doctype html>/i);
    expect(stdout).toContain('rm -rf ~');
    expect(stdout).not.toMatch(/<(?:script|link|img)\b[^>]*(?:src|href)=/i);
  });

  it('says that there is nothing to judge before a time', async () => {
    const { stdout } = await scan(settingsWithSession(), '--since', '2099-01-01');

    expect(stdout).toContain('no session of an agent was found');
  });
});
