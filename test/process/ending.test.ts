import { describe, expect, it } from 'vitest';

import { FAULTY, licet, project } from '../support/cli.ts';

const governedBy = (how: string): string =>
  project(`version: 1\ndefault: pass\nguard_timeout_ms: 100\npolicy: { faulty: { how: ${how} } }\n`);

const check = (root: string) => licet(root, ['check', '--command', 'ls'], '', FAULTY);

describe('a command that ends before its work is done', () => {
  it.each(['exits', 'throwsLater', 'rejectsUnseen'])('never ends with a code that lets an action run: %s', how => {
    const { status, stderr, stdout } = check(governedBy(how));

    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain('licet: the command ended before its work was done');
  });

  it('waits for a guard that hangs until its time is up, and then stops the action', () => {
    const { status, stdout, stderr } = check(governedBy('hangs'));

    expect([status, stderr]).toEqual([2, '']);
    expect(stdout).toContain('did not answer within 100 ms');
  });
});
