import { All, PolicyEngine } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { Capabilities, CapabilityRate } from '@licet/capabilities';
import { describe, expect, it } from 'vitest';

const catalogue = Capabilities({
  catalogue: { get: { safety: 'read' }, put: { safety: 'write' }, drop: { safety: 'destructive' } },
});
function stage(options: Parameters<typeof CapabilityRate>[0]) {
  const clock = fakeClock();
  const engine = new PolicyEngine(All(catalogue, CapabilityRate(options)), { default: 'pass', clock });
  let calls = 0;
  const use = (tool: string, id: string | null = 'ann', roles: readonly string[] = []) =>
    engine.evaluateSync({
      kind: 'tool',
      tool,
      payload: {},
      callId: `c${calls++}`,
      ...(id !== null && { principal: { id, roles } }),
    });
  return { clock, use };
}
const one = { destructive: { max: 1, window: '1m' } };

describe('how often a principal may use a capability', () => {
  it('is counted for each principal and each capability', () => {
    const { use } = stage({ read: { max: 1, window: '1m' }, write: { max: 1, window: '1m' } });

    expect([use('get'), use('get'), use('get', 'bob'), use('put')].map(({ ruling }) => ruling)).toEqual([
      'pass',
      'block',
      'pass',
      'pass',
    ]);
  });

  it('is told again when the window has passed, with the time to wait until then', async () => {
    const { clock, use } = stage(one);
    use('drop');

    expect(use('drop')).toMatchObject({ code: 'rate_limited', violations: [{ retryAfterMs: 60_000 }] });
    await clock.advance(60_000);
    expect(use('drop').ruling).toBe('pass');
  });

  it('takes nothing for what is blocked', async () => {
    const { clock, use } = stage(one);
    use('drop');
    await clock.advance(59_000);
    expect(use('drop').ruling).toBe('block');
    await clock.advance(1_000);

    expect(use('drop').ruling).toBe('pass');
  });

  it('is so many times as much for a role', () => {
    const { use } = stage({ ...one, roles: { service: 3, batch: 2 } });

    expect([1, 2, 3, 4].map(() => use('drop', 'etl', ['batch', 'service']).ruling)).toEqual(['pass', 'pass', 'pass', 'block']);
  });

  it('is shared by those who have no name', () => {
    const { use } = stage(one);
    const noOne = () => use('drop', null);

    expect([noOne(), noOne(), use('drop', 'ann')].map(({ ruling }) => ruling)).toEqual(['pass', 'block', 'pass']);
  });

  it('cannot be confused by a name', () => {
    const { use } = stage({ destructive: { max: 1, window: '1m' } });

    expect([use('drop', 'a'), use('drop', 'a:60000'), use('drop', 'a%3A60000')].map(({ ruling }) => ruling)).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
  });
});
