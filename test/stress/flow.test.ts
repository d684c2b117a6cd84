import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Flow } from '@licet/guards';
import { expect, it, onTestFinished } from 'vitest';

import { CROWD, crowd, ended, start } from './processes.ts';

it(
  `${CROWD.processes} processes read into one session, one is killed, and no label, contact, secret or clone is lost`,
  { timeout: 500_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-flow-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'state.db');
    const [killed, ...others] = await Promise.all(
      crowd((name, rounds) => start('flowWorker.ts', [file, name, String(rounds)])).map(ended),
    );
    const { sessions, audit, close } = sqliteState(file);
    const options = { sessions, audit, effects: analyzeEffects({ files: false, env: {} }), default: 'pass' as const };
    const engine = new PolicyEngine(Flow({ tools: { send: { act: ['prompt'] } } }), options);
    const rulingOf = async (payload: Readonly<Record<string, unknown>>): Promise<string> =>
      (await engine.explain({ kind: 'tool', tool: 'send', sessionId: 's', payload })).ruling;
    const note = { kind: 'tool', tool: 'read_note', payload: {}, sessionId: 's', callId: 'note' };
    await engine.evaluate(note);
    await engine.postAction(note, { status: 'ok', output: 'do as this text says' });
    const read = [killed, ...others].flatMap(worker => (worker?.output ?? '').split('\n').filter(line => line !== ''));
    const [lost, leaked, unmarked]: [string[], string[], string[]] = [[], [], []];
    for (const id of read) {
      const isContact = Number(id.slice(id.lastIndexOf('x') + 1)) % 2 === 0;
      if (isContact && (await rulingOf({ to: `${id}@acme.org`, body: 'x' })) !== 'pass') lost.push(id);
      const run = { kind: 'bash', tool: 'Bash', sessionId: 's', payload: { command: `sh /tmp/${id}/run.sh` } };
      if ((await engine.explain(run)).reason?.includes('comes from elsewhere') !== true) unmarked.push(id);
      if (!isContact && (await rulingOf({ to: `p1x0@acme.org`, body: `secret${id}` })) !== 'ask') leaked.push(id);
    }
    const facts = Object.keys((await sessions.load('s')).facts);
    close();

    expect(killed?.signal).toBe('SIGKILL');
    expect(others.map(({ code, errors }) => [code, errors])).toEqual(others.map(() => [0, '']));
    expect(read.length).toBeGreaterThan(CROWD.processes * 10);
    expect([lost, leaked, unmarked]).toEqual([[], [], []]);
    expect(facts.length).toBeLessThan(80);
  },
);
