import type { ActionInput, Certify, Guard } from '@licet/core';
import { block, guard, pass } from '@licet/core';
import { scanSessions } from '@licet/analysis';
import type { ScannedPolicy } from '@licet/analysis';
import type { RecordedEvent } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const call = (callId: string, action: Partial<ActionInput>): RecordedEvent => ({
  type: 'call',
  at: 0,
  exact: true,
  action: { kind: 'bash', tool: 'Bash', sessionId: 's', callId, ...action },
});
const bash = (callId: string, command: string): RecordedEvent => call(callId, { payload: { command } });
const ended = (callId: string, status: 'ok' | 'denied'): RecordedEvent => ({
  type: 'outcome',
  at: 0,
  sessionId: 's',
  callId,
  status,
});

const careful: Guard = guard('careful', ({ payload }) =>
  String(payload['command']).startsWith('rm') ? block('it deletes', { fix: 'leave it' }) : pass(),
);

/** Its effects: `cat` reads a secret, and `rm -rf /` is worse than `rm`. */
const effects: NonNullable<ScannedPolicy['effects']> = ({ payload }) => {
  const command = String(payload['command']);
  const path = command.split(' ').at(-1) ?? '';
  const target = { type: 'file', lexical: path, resolved: path } as const;
  const base = { target, via: [], certainty: 'certain' } as const;
  if (command.startsWith('cat')) return [{ ...base, kind: 'read', tags: ['secret'] }];
  if (command.startsWith('rm')) return [{ ...base, kind: 'delete', tags: [path === '/' ? 'catastrophic' : 'destructive'] }];
  return [];
};

const levels = { ls: 'look', touch: 'edit', make: 'build' } as const;
const certify: Certify = ({ payload }) => {
  const level = levels[String(payload['command']).split(' ')[0] as keyof typeof levels];
  return level === undefined ? undefined : { level, because: [] };
};

async function scanned(events: readonly RecordedEvent[]) {
  const built = { policy: careful, settings: { default: 'pass' as const } };
  const policy = { built, effects, certify };
  const scan = scanSessions(() => policy);
  for (const event of events) await scan.take(event);
  return scan.report();
}

describe('a scan of recorded sessions', () => {
  it('counts the questions that each level of quiet saves, and each level those before it', async () => {
    const { quiet, calls, sessions } = await scanned([
      bash('1', 'ls'),
      bash('2', 'ls'),
      bash('3', 'touch a'),
      bash('4', 'make'),
      bash('5', 'npm install'),
      call('6', { kind: 'read', tool: 'Read', payload: { file_path: 'a' } }),
    ]);

    expect(quiet).toEqual({ asked: 5, look: 2, edit: 3, build: 4 });
    expect([calls, sessions]).toEqual([6, 1]);
  });

  it('lists what would be stopped, the worst first, and equal calls once', async () => {
    const { stops, rulings } = await scanned([bash('1', 'rm a'), bash('2', 'rm a'), bash('3', 'rm -rf /')]);

    expect(stops.map(({ words, calls }) => [words, calls])).toEqual([
      ['rm -rf /', 1],
      ['rm a', 2],
    ]);
    expect(rulings).toEqual({ pass: 0, warn: 0, ask: 0, block: 3 });
  });

  it('names the secrets that were read, and not those of calls that were refused', async () => {
    const { secrets } = await scanned([
      bash('1', 'cat .env'),
      ended('1', 'ok'),
      bash('2', 'cat .env'),
      ended('2', 'ok'),
      bash('3', 'cat key.pem'),
      ended('3', 'denied'),
      { type: 'end', sessionId: 's' },
    ]);

    expect(secrets).toEqual([{ path: '.env', calls: 2, words: 'cat .env' }]);
  });
});
