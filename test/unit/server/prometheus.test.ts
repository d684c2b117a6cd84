import { expect, it } from 'vitest';

import { add, counter, countsBy, gauge } from '../../../packages/server/src/prometheus.ts';

it('writes numbers by two labels', () => {
  const counts = countsBy('route', 'status');
  add(counts, '/a', 200);
  add(counts, '/a', 200);
  add(counts, '/b', 500);

  expect(counter('requests_total', 'Requests.', counts)).toEqual([
    '# HELP requests_total Requests.',
    '# TYPE requests_total counter',
    'requests_total{route="/a",status="200"} 2',
    'requests_total{route="/b",status="500"} 1',
  ]);
});

it('writes a number that goes up and down, and nothing for what was never counted', () => {
  expect(gauge('running', 'Now.', 3)).toEqual(['# HELP running Now.', '# TYPE running gauge', 'running 3']);
  expect(counter('none_total', 'None.', countsBy('a', 'b'))).toHaveLength(2);
});
