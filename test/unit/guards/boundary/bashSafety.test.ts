import type { Effect } from '@licet/core';
import { judgedMarks } from '@licet/effects/marks';
import { BashSafety, standardRulings } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const policy = BashSafety(place());
const tagged = (...tags: string[]): Effect => effect('execute', { tags, target: { type: 'program', argv: ['x'] } });

describe('BashSafety', () => {
  test.each([
    ['reads', file('read', '/w/a'), 'pass'],
    ['writes inside the project', file('write', '/w/a'), 'pass'],
    ['writes into a temporary folder', file('write', '/tmp/a/b'), 'pass'],
    ['writes outside', file('write', '/home/u/notes'), 'ask'],
    ['deletes inside the project', file('delete', '/w/a'), 'ask'],
    ['deletes what can be made again', file('delete', '/w/dist', { tags: ['regenerable'] }), 'pass'],
    ['deletes what git brings back', file('delete', '/w/a', { tags: ['destructive', 'recoverable'] }), 'warn'],
    ['deletes outside', file('delete', '/home/u/a'), 'block'],
    ['deletes in a temporary folder', file('delete', '/tmp/a'), 'pass'],
    ['deletes the temporary folder itself', file('delete', '/tmp'), 'block'],
    ['moves a file inside', file('delete', '/w/a', { tags: ['moved'] }), 'pass'],
    ['moves a file away from elsewhere', file('delete', '/home/u/a', { tags: ['moved'] }), 'block'],
    ['names a temporary file that leads elsewhere', file('delete', '/tmp/a', { resolved: '/home/u/a' }), 'block'],
    ['writes to the null device', file('write', '/dev/null', { tags: ['destructive'] }), 'pass'],
    ['destroys the root', file('delete', '/', { tags: ['destructive', 'catastrophic'] }), 'block'],
    ['does what cannot be seen', effect('unknown'), 'ask'],
    ['runs one command with other rights', effect('privilege'), 'warn'],
    ['gains rights', effect('privilege', { tags: ['privilege'] }), 'ask'],
    ['loses history', tagged('history_loss'), 'ask'],
    ['shares work with others', tagged('shares'), 'warn'],
    ['changes another system', tagged('remote_change'), 'ask'],
    ['runs on another machine', tagged('remote_execution'), 'warn'],
    ['uploads', effect('network', { target: { type: 'network', host: 'h', direction: 'upload' } }), 'ask'],
    ['downloads', effect('network', { target: { type: 'network', host: 'h', direction: 'download' } }), 'pass'],
    ['runs downloaded code', tagged('downloaded_code'), 'block'],
    ['runs hidden code', tagged('obfuscated'), 'block'],
    [
      'runs code that the agent wrote',
      effect('execute', { target: { type: 'program', argv: ['./x.sh'], untrusted: true } }),
      'ask',
    ],
    ['changes what later programs load', tagged('tampered_environment'), 'block'],
    ['stays for later', tagged('persistence'), 'ask'],
    ['weakens a protection', tagged('weakens'), 'ask'],
    ['skips checks', tagged('skips_checks'), 'ask'],
    ['starts an agent without checks', tagged('unguarded_agents'), 'block'],
    ['covers its tracks', tagged('covers_tracks'), 'block'],
    ['disrupts', tagged('disrupts'), 'ask'],
    ['runs an unknown program', tagged('unlisted'), 'pass'],
  ] as const)('when the action %s', (_what, one, ruling) => {
    const evaluation = judge(policy, [one]);

    expect(evaluation.ruling).toBe(ruling);
    if (ruling === 'block' || ruling === 'ask') {
      expect(evaluation.reason).toMatch(/\S/);
      expect(evaluation.fix?.summary).toMatch(/\S/);
      expect(evaluation.code).toMatch(/^effect_[a-z_]+$/);
    }
  });

  it('has a ruling for every mark, and takes each from the policy', () => {
    expect(Object.keys(standardRulings).toSorted()).toEqual([...judgedMarks].toSorted());
    expect(judge(BashSafety({ ...place(), unlisted: 'block' }), [tagged('unlisted')]).code).toBe('effect_unlisted');
    expect(judge(BashSafety({ ...place(), destructive: 'pass' }), [file('delete', '/w/a')]).ruling).toBe('pass');
  });

  it('takes `otherwise` for every mark that the policy does not name', () => {
    const strict = BashSafety({ ...place(), otherwise: 'block', remoteChange: 'warn' });

    expect(judge(strict, [tagged('unlisted')]).ruling).toBe('block');
    expect(judge(strict, [tagged('remote_change')]).ruling).toBe('warn');
    expect(judge(strict, [file('write', '/w/a')]).ruling).toBe('pass');
  });

  it('skips an action without effects', () => {
    expect(skipped(judge(policy, []))).toBe(true);
  });

  it('blocks text that the policy forbids, in linear time', () => {
    const strict = BashSafety({ ...place(), blockedPatterns: ['DROP\\s+TABLE', '^(a|a)*$'] });

    expect(judge(strict, [], { payload: { command: 'psql -c "DROP  TABLE t"' } }).code).toBe('command_forbidden');
    expect(judge(strict, [], { payload: { command: `${'a'.repeat(50_000)}!` } }).ruling).toBe('pass');
    expect(judge(strict, [], { payload: { command: 'a'.repeat(300_000) } }).code).toBe('command_forbidden');
  });

  it('names the label of a pattern, or its place, never the pattern, and a way on', () => {
    const strict = BashSafety({
      ...place(),
      blockedPatterns: [
        'DROP\\s+TABLE',
        { pattern: 'curl .*internal', label: 'no calls to internal hosts', instead: 'use the mock in `test/mock`' },
        { pattern: 'curl .*nal', label: 'no calls' },
      ],
    });
    const said = (command: string): unknown => {
      const { reason, fix } = judge(strict, [], { payload: { command } });
      return [reason, fix?.summary];
    };

    expect(said('psql -c "DROP TABLE t"')).toEqual([
      'the policy forbids this command by its text: pattern 1 of `blocked_patterns`',
      'run something that does not need this text, or ask the user, who can run it or change pattern 1 of `blocked_patterns`',
    ]);
    expect(said('curl http://internal')).toEqual([
      'the policy forbids this command by its text: no calls to internal hosts; the policy forbids this command by its text: no calls',
      'use the mock in `test/mock`; run something that does not need this text, or ask the user, who can run it or change pattern 3 of `blocked_patterns`',
    ]);
    expect(JSON.stringify(said('psql -c "DROP TABLE t"'))).not.toContain('DROP');
  });

  it('refuses a pattern that cannot run in linear time', () => {
    expect(() => BashSafety({ blockedPatterns: ['ok', '(?<!a)\\1'] })).toThrow(
      expect.objectContaining({ path: ['blockedPatterns', 1] }),
    );
  });
});
