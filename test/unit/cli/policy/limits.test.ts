import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PolicyEngine, guard, pass } from '@licet/core';
import type { PolicyLimits } from '@licet/core/policy';
import { afterAll, describe, expect, it } from 'vitest';

import { scopeFor } from '../../../../packages/cli/src/approvals/scope.ts';
import { allowOnce } from '../../../../packages/cli/src/commands/allowOnce.ts';
import { systemUser } from '../../../../packages/cli/src/human.ts';
import '../../../../packages/cli/src/policy/compile.ts';
import { cappedIssue, requirePerson } from '../../../../packages/cli/src/policy/limits.ts';
import { withHosts } from '../../../../packages/cli/src/policy/openEngine.ts';
import { pausePolicy } from '../../../../packages/cli/src/workflow/holds.ts';
import { plain, request } from '../../core/store/approvalFixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caller = { env: {}, hasTerminal: true };
const now = Date.now();
let made = 0;

/** A project whose policy has limits, and what its commands print. */
function project(limits: string) {
  const root = join(folder, `project-${made++}`);
  mkdirSync(join(root, '.licet'), { recursive: true });
  const policy = join(root, 'governance.yaml');
  const tree = 'policy: { all: [ { floor: {} }, { escalate: [ { file_boundary: { deny: [.env, b] } }, { allow_once: {} } ] } ] }';
  writeFileSync(policy, `version: 1\ndefault: pass\nsessions: { store: sqlite }\n${tree}\nlimits: ${limits}\n`);
  const said: string[] = [];
  const terminal = { print: (text: string) => void said.push(text), complain: () => undefined, hasColor: false };
  const allow = async (options: Parameters<typeof allowOnce>[1], paths = ['.env']) =>
    allowOnce(paths, { policy, ...options }, terminal, { caller, cwd: root, now });
  const pause = async (time: string, as?: string) =>
    pausePolicy([time, 'a demonstration'], { policy, ...(as && { as }) }, terminal, caller);
  return { allow, pause, said };
}

describe('licet allow-once under limits', () => {
  it('makes only exceptions that count as they are asked for', async () => {
    const { allow, said } = project('{ exceptions: { of: [read], for: 30m, uses: 2 } }');

    await expect(allow({ to: 'read' })).rejects.toThrow('allows `--for 30m` at most');
    await expect(allow({ to: 'read', for: '10m', uses: '3' })).rejects.toThrow('allows `--uses 2` at most');
    await expect(allow({ for: '10m' })).rejects.toThrow('allows exceptions for read, not for write');
    await expect(allow({ for: '10m', forCommand: 'ls' }, [])).rejects.toThrow('not for command');
    expect(await allow({ to: 'read', for: '30m', uses: '2' })).toBe(0);
    expect(said.join('\n')).toContain('open  read .env');
  });

  it('makes none where there may be none, or for other people only', async () => {
    await expect(project('{ exceptions: never }').allow({})).rejects.toThrow('is `never`: no exception can be made');
    await expect(project('{ exceptions: { by: [zed] } }').allow({})).rejects.toThrow('`zed` only, and you are');
    expect(await project(`{ exceptions: { by: ['${systemUser()}'] } }`).allow({})).toBe(0);
  });
});

describe('licet pause under limits', () => {
  it('pauses only as long as the limits allow, and only for whom they name', async () => {
    const { pause, said } = project('{ pauses: { for: 15m, by: [ann] } }');

    await expect(pause('1h', 'ann')).rejects.toThrow('allows a pause of 15m at most');
    await expect(pause('5m', 'bob')).rejects.toThrow('allows it to `ann` only, and you are `bob`');
    expect(await pause('5m', 'ann')).toBe(0);
    expect(said.at(-1)).toContain('paused until');
    await expect(project('{ pauses: never }').pause('5m')).rejects.toThrow('allows no pause');
  });
});

describe('a yes for several calls under limits', () => {
  const asked = { ...request([plain]), generalization: { acts: [], cwd: '/', effects: [] } as never };
  const scope = (limit: PolicyLimits['scopedApprovals']) =>
    scopeFor(asked, { for: '8h', ...(limit !== undefined && { limit }) }, now);

  it('covers no more than the limits let it cover', () => {
    expect(scope(undefined)).toMatchObject({ until: now + 8 * 3_600_000, uses: 100 });
    expect(scope({ for: '1h', uses: 5 })).toMatchObject({ until: now + 3_600_000, uses: 5 });
    expect(() => scope('never')).toThrow('lets a yes cover one call only');
    expect(scopeFor(asked, { limit: 'never' }, now)).toBeUndefined();
  });
});

describe('withHosts', () => {
  const built = { policy: guard('fine', () => pass()), settings: { limits: { hosts: ['codex'] } } };
  const rulingIn = async (host: string | undefined) => new PolicyEngine(withHosts(built, host).policy).evaluate({ kind: 'read' });

  it('blocks in a host that is not listed, and leaves the commands of a person alone', async () => {
    expect(await rulingIn('claude-code')).toMatchObject({ ruling: 'block', code: 'host_not_allowed' });
    expect(await rulingIn('codex')).toMatchObject({ ruling: 'pass' });
    expect(await rulingIn(undefined)).toMatchObject({ ruling: 'pass' });
  });
});

describe('cappedIssue', () => {
  it('is at the line of the setting, or at the first line where it is in none', () => {
    const capped = { key: 'approvals.proof', said: 'terminal', counts: 'passkey', by: '/etc/x' };
    const issue = cappedIssue(capped, 'version: 1\napprovals: { proof: terminal }\n', 'p.yaml');

    expect(issue).toMatchObject({ code: 'beyond_limit', line: 2, path: ['approvals', 'proof'] });
    expect(cappedIssue(capped, '', 'p.yaml')).toMatchObject({ line: 1 });
  });
});

describe('requirePerson', () => {
  it('allows it to no person where two layers name different people', () => {
    expect(() => requirePerson('pauses', [], 'ann')).toThrow('allows it to no person');
    expect(() => requirePerson('pauses', ['Ann'], 'ann')).not.toThrow();
  });
});
