import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

// Loaded here once, and not in the first test: it brings the schema library along.
import '../../../../packages/cli/src/policy/compile.ts';
import { grantFact, listFacts, revokeFact } from '../../../../packages/cli/src/workflow/facts.ts';
import { continueSessions, holdSessions, pausePolicy } from '../../../../packages/cli/src/workflow/holds.ts';

const POLICY = `version: 1
default: pass
facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**'] } }
  reviewed: { earned_by: human, reset_by: { writes: ['src/**'] }, while_unchanged: ['src/**'] }
  frozen: { earned_by: human, per: project }
  ready: { all_of: [tests_passing, reviewed] }
policy:
  all: [ { hold: {} }, { floor: {} } ]
`;

const folder = mkdtempSync(join(tmpdir(), 'licet-workflow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const human = { env: {}, hasTerminal: true };
const agent = { env: { CLAUDECODE: '1' }, hasTerminal: true };

let policy = '';
let root = '';
let said: string[] = [];
const terminal = { print: (text: string) => void said.push(text), complain: () => undefined, hasColor: false };
let made = 0;

beforeEach(() => {
  root = join(folder, `project-${made++}`);
  mkdirSync(join(root, '.licet'), { recursive: true });
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'a.ts'), 'one');
  policy = join(root, 'governance.yaml');
  writeFileSync(policy, POLICY);
  said = [];
});

/** Looks into the state, or writes into it, as another process. */
function inState<T>(look: (state: ReturnType<typeof sqliteState>) => T): T {
  const state = sqliteState(join(root, '.licet', 'state.db'));
  try {
    return look(state);
  } finally {
    state.close();
  }
}

const happened = (id: string): void =>
  inState(({ sessions }) => void sessions.append(id, [{ type: 'fact', at: 1, name: 'seen', value: true }]));

const rowsNow = async (): Promise<readonly { fact: string; session: string; holds: boolean; why?: string }[]> => {
  said = [];
  await listFacts({ policy, json: true }, terminal);
  return JSON.parse(said.join('\n')) as never;
};

describe('licet fact', () => {
  it('lists the facts of the policy, how they stand, and the way to each', async () => {
    happened('s');
    const rows = await rowsNow();

    expect(rows.map(({ fact, holds }) => [fact, holds])).toEqual([
      ['tests_passing', false],
      ['reviewed', false],
      ['frozen', false],
      ['ready', false],
    ]);
    expect(rows[0]?.why).toContain('run the tests as a separate call');
    expect(rows[1]?.why).toBe('ask a human to grant `reviewed`');
  });

  it('grants a fact to the session that was used last, bound to its files like one that was earned', async () => {
    happened('s');
    await grantFact('reviewed', { policy, as: 'ann', reason: 'looked at it' }, terminal, human);
    expect(said.at(-1)).toBe('granted reviewed to session s');
    expect((await rowsNow()).find(({ fact }) => fact === 'reviewed')).toMatchObject({ session: 's', holds: true });

    writeFileSync(join(root, 'src', 'a.ts'), 'two');
    expect((await rowsNow()).find(({ fact }) => fact === 'reviewed')?.why).toContain('have changed since');
    const records = inState(({ audit }) => Array.from(audit.read({})));
    expect(records.map(({ record }) => record)).toContainEqual(
      expect.objectContaining({ type: 'fact', name: 'reviewed', change: 'established', by: 'ann', reason: 'looked at it' }),
    );
  });

  it('grants to the project what the project shares, and takes it back', async () => {
    happened('s');
    await grantFact('frozen', { policy, as: 'ann' }, terminal, human);
    expect((await rowsNow()).find(({ fact }) => fact === 'frozen')?.holds).toBe(true);
    await revokeFact('frozen', { policy, as: 'ann' }, terminal, human);
    expect((await rowsNow()).find(({ fact }) => fact === 'frozen')?.holds).toBe(false);
  });

  it('grants nothing to a session that there is not', async () => {
    happened('s');
    await expect(grantFact('reviewed', { policy, as: 'ann', session: 'other' }, terminal, human)).rejects.toThrow(
      'there is no session `other`: `licet status` lists the sessions',
    );
    expect((await rowsNow()).map(({ session }) => session)).not.toContain('other');
  });

  it('names what there is for a session or a fact that there is not', async () => {
    happened('s');
    await expect(listFacts({ policy, session: 'other' }, terminal)).rejects.toThrow('there is no session `other`');
    await expect(grantFact('nope', { policy }, terminal, human)).rejects.toThrow(
      'the policy has no fact `nope`; it has `tests_passing`, `reviewed`, `frozen`, `ready`',
    );
    await expect(grantFact('reviewd', { policy }, terminal, human)).rejects.toThrow('did you mean `reviewed`?');
  });

  it('grants nothing for an agent, and nothing that the policy does not know or computes', async () => {
    happened('s');
    await expect(grantFact('reviewed', { policy, as: 'ann' }, terminal, agent)).rejects.toThrow('is for a human');
    await expect(grantFact('reviewed', { policy }, terminal, { env: {}, hasTerminal: false })).rejects.toThrow('is for a human');
    await expect(revokeFact('reviewed', { policy }, terminal, agent)).rejects.toThrow('is for a human');
    await expect(grantFact('reviewd', { policy, as: 'ann' }, terminal, human)).rejects.toThrow('did you mean `reviewed`?');
    await expect(grantFact('ready', { policy, as: 'ann' }, terminal, human)).rejects.toThrow('is computed');
  });
});

const projectHold = async () => (await inState(async ({ sessions }) => sessions.load('@project'))).facts['@hold'];

describe('licet hold and licet continue', () => {
  it('put every session on hold, and let it go on', async () => {
    happened('s');
    await holdSessions('wait for the release', { policy, as: 'ann' }, terminal, human);
    expect(await projectHold()).toMatchObject({ reason: 'wait for the release' });
    await continueSessions({ policy, as: 'ann' }, terminal, human);

    expect(await projectHold()).toBeUndefined();
    expect(said.at(-1)).toBe('no longer on hold: the project');
  });

  it('hold no session that there is not', async () => {
    happened('s');
    await expect(holdSessions('x', { policy, as: 'ann', session: 'other' }, terminal, human)).rejects.toThrow(
      'there is no session `other`',
    );
  });

  it('are for humans, and for policies that can hold', async () => {
    happened('s');
    await expect(holdSessions('x', { policy }, terminal, agent)).rejects.toThrow('is for a human');
    await expect(continueSessions({ policy }, terminal, agent)).rejects.toThrow('is for a human');
    writeFileSync(policy, 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    await expect(holdSessions('x', { policy, as: 'ann' }, terminal, human)).rejects.toThrow('has no `hold`');
  });
});

describe('licet pause', () => {
  const pauseNow = async () => (await inState(async ({ sessions }) => sessions.load('@project'))).facts['@pause'];

  it('lets go ahead what the policy would stop for a while, in the trail with a name and a reason, and ends it', async () => {
    happened('s');
    expect(await pausePolicy(['10m', 'a demonstration'], { policy, as: 'ann' }, terminal, human)).toBe(0);
    expect(await pauseNow()).toMatchObject({ reason: 'a demonstration', by: 'ann' });
    expect(said.at(-1)).toMatch(/^paused until .+Z, except for the floor: `licet pause --end` ends it$/u);
    await pausePolicy([], { policy, as: 'ben', end: true }, terminal, human);
    expect(await pauseNow()).toBeUndefined();
    await pausePolicy([], { policy, as: 'ben', end: true }, terminal, human);
    expect(said.at(-1)).toBe('nothing is paused');

    const records = inState(({ audit }) => Array.from(audit.read({}), ({ record }) => record));
    expect(records).toMatchObject([
      { type: 'fact', name: 'pause', change: 'established', by: 'ann', reason: 'a demonstration', scope: 'project' },
      { type: 'fact', name: 'pause', change: 'void', by: 'ben' },
    ]);
  });

  it('is for humans, at most a day, with a reason, and for a policy that has a floor', async () => {
    happened('s');
    await expect(pausePolicy(['10m', 'x'], { policy }, terminal, agent)).rejects.toThrow('is for a human');
    await expect(pausePolicy(['25h', 'x'], { policy }, terminal, human)).rejects.toThrow('expected a duration of at most a day');
    await expect(pausePolicy([undefined, undefined], { policy }, terminal, human)).rejects.toThrow(
      'expected for how long and why',
    );
    await expect(pausePolicy(['soon', 'x'], { policy }, terminal, human)).rejects.toThrow('expected a time like');
    await expect(pausePolicy(['10m', ' '], { policy }, terminal, human)).rejects.toThrow('expected a reason');
    writeFileSync(policy, 'version: 1\ndefault: pass\npolicy: { hold: {} }\n');
    await expect(pausePolicy(['10m', 'x'], { policy, as: 'ann' }, terminal, human)).rejects.toThrow('has no floor');
  });
});
