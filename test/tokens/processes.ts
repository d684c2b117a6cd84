import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import type { PostgresState } from '@licet/adapters/postgres';
import type { SqliteState } from '@licet/adapters/sqlite';
import type { SessionStore } from '@licet/core';
import type { CapabilityEngine, GrantRequest } from '@licet/capabilities';
import { expect, it } from 'vitest';

import { workerFile } from '../support/workers.ts';
import { tokenEngine } from './engine.ts';

/** A store of the state, and how another process opens it. */
export interface SharedState {
  readonly sessions: SessionStore;
  readonly audit: SqliteState['audit'] | PostgresState['audit'];
  readonly args: readonly [kind: string, place: string, schema: string];
}

const WAIT = { timeout: 120_000 };

/** What must hold of tokens when several processes work on one store, and some of them are killed. */
export function tokensAcrossProcesses(shared: () => SharedState): void {
  const start = (...args: readonly string[]): ChildProcess => {
    const all = [workerFile('tokens/worker.ts'), ...shared().args, ...args];
    return spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  /** The first thing that a process says. */
  const said = (child: ChildProcess): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', chunk => {
        text += String(chunk);
        if (text.endsWith('\n')) resolve(JSON.parse(text) as readonly unknown[]);
      });
      child.on('close', code => reject(new Error(`the process ended with ${code} and said nothing`)));
    });
  const killed = async (child: ChildProcess): Promise<void> => {
    const closed = new Promise(resolve => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
  };
  const uses = async (token: string, processes: number, each: number): Promise<readonly unknown[]> =>
    (await Promise.all(Array.from({ length: processes }, async () => said(start('use', token, String(each)))))).flat();
  const token = async (engine: CapabilityEngine, wish: Partial<GrantRequest> = {}): Promise<{ text: string; id: string }> => {
    const granted = await engine.grant({ tool: 'crm.find', principal: { id: 'ann' }, ...wish });
    if (!granted.granted) throw new Error(granted.evaluation.code);
    return { text: granted.token, id: granted.claims.id };
  };

  it('let a token for one use be used once, by whichever process is first', WAIT, async () => {
    const { text } = await token(tokenEngine(shared()), { singleUse: true });
    const codes = await uses(text, 4, 6);
    expect(codes).toHaveLength(24);
    expect(codes.filter(code => code === 'ok')).toHaveLength(1);
    expect(await uses(text, 1, 1)).toEqual(['token_used']);
    expect((await tokenEngine(shared()).tokens()).map(({ state }) => state)).toContain('used');
  });

  it('keep a token used whose process was killed before it could tell the outcome', WAIT, async () => {
    const { text } = await token(tokenEngine(shared()), { singleUse: true });
    const child = start('spend', text);
    expect(await said(child)).toEqual(['ok']);
    await killed(child);
    expect(await uses(text, 2, 2)).toEqual(['token_used', 'token_used', 'token_used', 'token_used']);
  });

  it('keep a token revoked whose revoking process was killed', WAIT, async () => {
    const engine = tokenEngine(shared());
    const [first, other] = [await token(engine), await token(engine)];
    expect(await uses(first.text, 1, 1)).toEqual(['ok']);
    const child = start('revoke', first.id);
    await said(child);
    await killed(child);
    expect(await uses(first.text, 2, 2)).toEqual(['token_revoked', 'token_revoked', 'token_revoked', 'token_revoked']);
    expect(await uses(other.text, 1, 1)).toEqual(['ok']);
  });

  it('end every token of a principal in every process, and nothing that is granted later', WAIT, async () => {
    const engine = tokenEngine(shared());
    const before = await token(engine);
    const child = start('principal', 'ann');
    await said(child);
    await killed(child);
    const after = await token(tokenEngine(shared()));
    expect(await uses(before.text, 1, 1)).toEqual(['token_revoked']);
    expect(await uses(after.text, 1, 1)).toEqual(['ok']);
    expect(await shared().audit.verify()).toMatchObject({ valid: true });
  });
}
