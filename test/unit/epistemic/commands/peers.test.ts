import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main } from 'licet/source/main.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-peer-commands-'));
const [company, team] = [join(folder, 'company'), join(folder, 'team')] as const;

/** Runs `licet concepts` in the folder of one team, with its own home, and returns the exit code and what was printed. */
async function concepts(place: string, ...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  vi.stubEnv('HOME', join(place, 'home'));
  vi.spyOn(process, 'cwd').mockReturnValue(place);
  const lines: string[] = [];
  const terminal = {
    print: (text: string) => void lines.push(text),
    complain: (text: string) => void lines.push(`! ${text}`),
    hasColor: false,
  };
  const code = await main(['concepts', ...args], terminal);
  return { code, text: lines.join('\n') };
}

const policyWith = (peers: string): string =>
  `version: 1\ndefault: block\ngraphs:\n  main:\n    store: sqlite\n${peers}policy:\n  grounded: { graph: main }\n`;

beforeAll(async () => {
  for (const place of [company, team]) mkdirSync(join(place, 'home'), { recursive: true });
  for (const [place, peers] of [
    [company, ''],
    [team, ''],
  ] as const)
    writeFileSync(join(place, 'governance.yaml'), policyWith(peers));
  for (const depth of ['D1', 'D2']) {
    await concepts(company, 'add', 'production');
    await concepts(company, 'add', 'production', '--depth', depth, '--set', 'what=servers');
  }
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('licet concepts, with the graph of another team', () => {
  it('signs the graph, and names the key', async () => {
    expect((await concepts(company, 'peers')).text).toBe(
      'the policy declares no peers for this graph\nthis graph was never signed: `licet concepts sign FILE` makes a key',
    );
    const { code, text } = await concepts(company, 'sign', join(folder, 'company.json'));
    expect(code).toBe(0);
    expect(text).toMatch(/^signed 1 concept in .*\nother teams declare it with the key ed25519:[\w-]{43}$/u);
    expect((await concepts(company, 'sign', join(folder, 'none', 'x.json'))).code).toBe(3);
    const key = /ed25519:[\w-]{43}/u.exec(text)?.[0] ?? '';
    expect((await concepts(company, 'peers')).text).toContain(`your key: ${key}`);
    const peers = `    peers:\n      company: { path: ../company.json, key: '${key}', trust: { max_depth: D3 } }\n`;
    writeFileSync(join(team, 'governance.yaml'), policyWith(peers));
  });

  it('refuses peers that the policy does not declare', async () => {
    expect((await concepts(company, 'pull')).text).toContain('declares no peers');
    await concepts(team, 'add', 'deploy');
    expect((await concepts(team, 'pull', 'compony')).text).toContain('company');
  });

  it('rests on the peer once it was pulled', async () => {
    await concepts(team, 'add', 'deploy', '--depth', 'D1', '--set', 'what=ships');
    await concepts(team, 'add', 'company:production');
    await concepts(team, 'link', 'deploy', 'REQUIRES', 'company:production', '--depth', 'D1', '--target-depth', 'D2');
    expect(await concepts(team, 'check', 'deploy')).toMatchObject({
      code: 2,
      text: expect.stringContaining('no snapshot was pulled: `licet concepts pull company`'),
    });
    expect(await concepts(team, 'diff')).toEqual({
      code: 2,
      text: 'company:production  does not count: missing: no snapshot was pulled: `licet concepts pull company`',
    });
    expect((await concepts(team, 'peers')).text).toContain('company  missing  no snapshot was pulled');
    expect(await concepts(team, 'pull')).toMatchObject({ code: 0, text: expect.stringContaining('company  1 concept, signed') });
    expect(await concepts(team, 'check', 'deploy')).toMatchObject({ code: 0, text: expect.stringContaining('✓ grounded') });
    expect((await concepts(team, 'trace', 'deploy')).text).toContain('by the peer company');
    expect((await concepts(team, 'peers')).text).toMatch(/^company {2}known {2}1 concept, signed .*, to D3\n/u);
    expect(JSON.parse((await concepts(team, 'peers', '--json')).text)).toMatchObject({ peers: [{ state: 'known' }] });
  });

  it('says how far each concept counts', async () => {
    await concepts(team, 'add', 'live');
    await concepts(team, 'alias', 'company:prod', 'live');
    expect(await concepts(team, 'diff', 'company')).toEqual({
      code: 2,
      text: 'live = company:prod  does not count: unknown: it does not know `prod`\ncompany:production  D2 CAPABILITIES counts',
    });
    await concepts(team, 'alias', 'company:prod', '--remove');
    expect(JSON.parse((await concepts(team, 'diff', '--json')).text)).toEqual([
      { concept: 'company:production', reference: 'company:production', here: 0, counts: 2, fault: null },
    ]);
  });

  it('exports only what this graph knows itself', async () => {
    expect((await concepts(team, 'export', '--format', 'json')).text).not.toContain('servers');
  });

  it('keeps what it has when a pull fails', async () => {
    const envelope = JSON.parse(readFileSync(join(folder, 'company.json'), 'utf8')) as { readonly payload: string };
    const changed = Buffer.from(envelope.payload, 'base64').toString('utf8').replace('servers', 'nothing');
    writeFileSync(
      join(folder, 'company.json'),
      JSON.stringify({ ...envelope, payload: Buffer.from(changed).toString('base64') }),
    );
    const { code, text: said } = await concepts(team, 'pull');
    expect(code).toBe(2);
    expect(said).toContain('! the peer `company` was not pulled, so what was known of it stays');
    expect((await concepts(team, 'check', 'deploy')).code).toBe(0);
  });
});
