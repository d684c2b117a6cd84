import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { postgresState } from '@licet/adapters/postgres';
import type { PostgresState } from '@licet/adapters/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, licet, project } from '../support/cli.ts';
import type { PostgresServer } from './server.ts';
import { missing, postgresServer } from './server.ts';
import { longIt } from '../support/longRuns.ts';

const reason = missing();
const VARIABLE = 'LICET_TEST_DATABASE';
const POSTGRES = `{ store: postgres, uri_env: ${VARIABLE} }`;
const policy = (guards: string, stores = `sessions: ${POSTGRES}\naudit: ${POSTGRES}`): string =>
  `version: 1\ndefault: pass\nguard_timeout_ms: 100000\n${stores}\npolicy:\n  all:\n    - secret_paths: {}\n${guards}`;

describe.skipIf(reason !== undefined)(
  `a policy that lives in PostgreSQL${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: PostgresServer;
    let state: PostgresState;
    beforeAll(async () => {
      server = await postgresServer();
      process.env[VARIABLE] = server.uri;
      await server.query('drop schema if exists licet cascade');
      state = postgresState({ uri: server.uri });
    });
    afterAll(async () => {
      delete process.env[VARIABLE];
      await state.close();
      await server.query('drop schema if exists licet cascade');
      await server.release();
    });

    const event = (root: string, id: string, more: object = {}): string =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: root,
        cwd: root,
        tool_use_id: id,
        tool_name: 'Read',
        tool_input: { file_path: join(root, 'a.txt') },
        ...more,
      });
    const args = (root: string): string[] => ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')];
    const call = (root: string, id: string, more: object = {}): HookReply => {
      const { status, stdout, stderr } = licet(root, args(root), event(root, id, more));
      expect([status, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as HookReply;
    };
    const denial = (reply: HookReply): string | undefined =>
      reply.hookSpecificOutput?.permissionDecision === 'deny' ? reply.hookSpecificOutput.permissionDecisionReason : undefined;

    it('lies in the schema that the policy names, and in no other one', async () => {
      const root = project(
        policy('    - budget: { max: 1, per: project, name: once }\n').replaceAll(
          POSTGRES,
          POSTGRES.replace(' }', ', schema: team_a }'),
        ),
      );
      const own = postgresState({ uri: server.uri, schema: 'team_a' });
      const others = "select schema_name from information_schema.schemata where schema_name = 'licet'";

      expect(denial(call(root, 'own'))).toBeUndefined();
      expect(await own.audit.read({ type: 'evaluation' })).toMatchObject([{ record: { callId: 'own' } }]);
      expect(await server.query(others)).toEqual([]);
      expect(licet(root, ['audit', 'verify'])).toMatchObject({ status: 0, stderr: '' });
      await own.close();
      await server.query('drop schema team_a cascade');
    });

    longIt('is looked at by commands that ask, without making or charging anything', async () => {
      const root = project(policy('    - budget: { max: 1, per: project, name: once }\n'));
      const asks = ['check', '--tool', 'Read', '--input', '{"file_path": "a.txt"}'];
      const tables = async (): Promise<number> =>
        (
          await server.query<{ n: number }>(
            "select count(*)::int as n from information_schema.tables where table_schema = 'licet'",
          )
        )[0]?.n ?? -1;

      for (const args of [asks, ['status'], ['audit', 'verify'], ['audit', 'tail']])
        expect(licet(root, args)).toMatchObject({ status: 0, stderr: '' });
      expect(licet(root, ['doctor']).stdout).toContain('the database of the sessions answers  (nothing has been kept yet');
      expect(await tables()).toBe(0);

      expect(denial(call(root, 'first'))).toBeUndefined();
      expect(await tables()).toBeGreaterThan(0);
      expect(licet(root, asks)).toMatchObject({ status: 2, stdout: expect.stringContaining('budget_exhausted') as string });
      expect(await state.audit.read({ session: root, type: 'evaluation' })).toHaveLength(1);
      expect(licet(root, ['doctor']).stdout).toMatch(/ok +the trail in the database is one chain +\(\d+ records\)/);
    });

    it('counts across calls of the hook, each call once, and writes the trail there', async () => {
      const root = project(policy('    - budget: { max: 2 }\n'));
      const before = await state.audit.head();

      expect(['a', 'a', 'b', 'a'].map(id => denial(call(root, id)))).toEqual([undefined, undefined, undefined, undefined]);
      expect(denial(call(root, 'c'))).toBeDefined();
      call(root, 'b', { hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true });
      expect(['c', 'd'].map(id => denial(call(root, id)) === undefined)).toEqual([true, false]);

      expect(existsSync(join(root, '.licet', 'state.db'))).toBe(false);
      expect(existsSync(join(root, '.licet', 'audit.jsonl'))).toBe(false);
      expect(await state.audit.read({ session: root, type: 'evaluation' })).toHaveLength(7);
      expect(await state.audit.verify(before)).toMatchObject({ valid: true });
      expect(await state.sessions.load(root)).toMatchObject({ evaluated: 4, outcomes: { cancelled: 1 } });
    });

    longIt('lets processes that run at the same time take exactly what there is', async () => {
      const root = project(policy('    - budget: { max: 3 }\n'));
      const outputs = await Promise.all(
        Array.from(
          { length: 8 },
          (_, index) =>
            new Promise<string>((resolve, reject) => {
              const child = spawn(process.execPath, [BUNDLE, ...args(root)], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
              let output = '';
              child.stdout.on('data', chunk => (output += String(chunk)));
              child.on('error', reject).on('close', () => resolve(output));
              child.stdin.end(event(root, `p${index}`));
            }),
        ),
      );

      expect(outputs.filter(output => output === '{}\n')).toHaveLength(3);
      expect(outputs.filter(output => output.includes('"deny"'))).toHaveLength(5);
    });

    it.each([
      ['the variable is not set', policy('').replaceAll(VARIABLE, 'LICET_TEST_NOTHING'), /`LICET_TEST_NOTHING` holds no address/],
      ['the variable holds nonsense', policy('').replaceAll(VARIABLE, 'PATH'), /`PATH` is no address of one/],
      ['there is no address', policy('', 'sessions: { store: postgres }'), /neither `uri` nor `uri_env`/],
      [
        'a password is in the file',
        policy('', 'sessions: { store: postgres, uri: "postgres://u:hunter2@h/d" }'),
        /has a password in `uri`/,
      ],
      [
        'a password is in the file as a parameter',
        policy('', 'sessions: { store: postgres, uri: "postgres://h/d?user=u&password=hunter2" }'),
        /has a password in `uri`/,
      ],
      ['no server answers', policy('', 'sessions: { store: postgres, uri: "postgres://u@127.0.0.1:1/d" }'), /./],
    ])('denies when %s', (_what, text, message) => {
      const root = project(text);
      const said = denial(call(root, 'a'));

      expect(said).toMatch(message);
      expect(said).not.toContain('hunter2');
      expect(said).not.toContain(server.uri);
    });
  },
);
