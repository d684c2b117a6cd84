import { describe, expect, it } from 'vitest';

import { metrics } from '../../../packages/server/src/metrics.ts';

const lines = (counted: ReturnType<typeof metrics>): readonly string[] => counted.text().split('\n');

describe('what a server counts', () => {
  it('are decisions, by what was said and what was done', () => {
    const counted = metrics(5_000);
    counted.decided({ ruling: 'block', enforced: 'pass', durationMs: 1 });
    counted.decided({ ruling: 'block', enforced: 'pass', durationMs: 20_000 });

    expect(lines(counted)).toEqual(
      expect.arrayContaining([
        'licet_decisions_total{ruling="block",enforced="pass"} 2',
        'licet_decision_duration_seconds_bucket{le="0.0005"} 0',
        'licet_decision_duration_seconds_bucket{le="0.001"} 1',
        'licet_decision_duration_seconds_bucket{le="10"} 1',
        'licet_decision_duration_seconds_bucket{le="+Inf"} 2',
        'licet_decision_duration_seconds_sum 20.001',
        'licet_decision_duration_seconds_count 2',
        'process_start_time_seconds 5',
      ]),
    );
  });

  it('are requests, while they run and when they are answered', () => {
    const counted = metrics(0);
    counted.began();
    counted.began();
    counted.answered('/v1/evaluate', 200);

    expect(counted.running()).toBe(1);
    expect(lines(counted)).toContain('licet_http_requests_total{route="/v1/evaluate",status="200"} 1');
    expect(lines(counted)).toContain('licet_http_requests_running 1');
  });

  it('never has fewer in a longer class', () => {
    const counted = metrics(0);
    for (const durationMs of [0, 0.4, 3, 30, 300, 3_000, 30_000])
      counted.decided({ ruling: 'pass', enforced: 'pass', durationMs });
    const classes = lines(counted)
      .flatMap(line => /_bucket\{.*\} (\d+)$/.exec(line)?.[1] ?? [])
      .map(Number);

    expect(classes).toEqual(classes.toSorted((a, b) => a - b));
    expect(classes.at(-1)).toBe(7);
  });
});
