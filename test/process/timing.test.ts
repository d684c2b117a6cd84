import { describe, expect, it } from 'vitest';

import { licet, project } from '../support/cli.ts';

describe('licet timing', () => {
  it('measures starting, handling and deciding of an installed hook', () => {
    const root = project();
    licet(root, ['init', 'claude-code']);

    const rows = JSON.parse(licet(root, ['timing', '--runs', '1', '--json']).stdout) as Record<string, number | string>[];
    expect(rows.map(({ runtime, what, count }) => [runtime, what, count])).toEqual([
      ['Claude Code', 'start-up', 1],
      ['Claude Code', 'before: a read', 1],
      ['Claude Code', 'before: a command', 1],
      ['Claude Code', 'after: a read', 1],
    ]);
    for (const { avg, p50, p95, max } of rows) expect([avg, p50, p95, max].every(ms => Number(ms) >= 0)).toBe(true);
    expect(Number(rows[0]?.['p50'])).toBeGreaterThan(0);
    expect(licet(root, ['audit', 'query', '--type', 'anomaly']).stdout).toBe('');
    expect(licet(root, ['audit', 'query', '--type', 'outcome', '--json']).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('says what is missing, and what it expects', () => {
    const root = project();

    expect(licet(root, ['timing'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('no hook is installed here') as string,
    });
    expect(licet(root, ['timing', '--runs', 'many']).stderr).toContain(
      '`--runs` must be a whole number from 1 to 1000, found `many`',
    );
  });
});
