import type { Evaluation } from '@licet/core';
import { countsBy, add, head, counter, gauge } from './prometheus.ts';

/** Upper limits of the classes that durations are counted in, in seconds. */
const CLASSES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Counts what a server does. */
export interface Metrics {
  readonly decided: (evaluation: Pick<Evaluation, 'ruling' | 'enforced' | 'durationMs'>) => void;
  readonly began: () => void;
  readonly answered: (route: string, status: number) => void;
  /** How many requests are being answered. */
  readonly running: () => number;
  /** All of it in the text format of Prometheus. */
  readonly text: () => string;
}

/** Starts at zero. Labels are the server's own words only: nothing that a caller writes makes a new series. */
export function metrics(startedAt: number): Metrics {
  const [rulings, requests] = [countsBy('ruling', 'enforced'), countsBy('route', 'status')];
  const classes = CLASSES.map(() => 0);
  let [running, count, sum] = [0, 0, 0];
  return {
    decided({ ruling, enforced, durationMs }) {
      add(rulings, ruling, enforced);
      const seconds = durationMs / 1_000;
      count++;
      sum += seconds;
      for (let index = CLASSES.length - 1; index >= 0 && seconds <= (CLASSES[index] as number); index--)
        classes[index] = (classes[index] ?? 0) + 1;
    },
    began: () => void running++,
    answered(route, status) {
      running--;
      add(requests, route, status);
    },
    running: () => running,
    text() {
      const histogram = CLASSES.map(
        (limit, index) => `licet_decision_duration_seconds_bucket{le="${limit}"} ${classes[index] ?? 0}`,
      );
      return [
        ...counter('licet_decisions_total', 'decisions by what the policy says and what was done about it', rulings),
        ...head('licet_decision_duration_seconds', 'histogram', 'how long evaluations took'),
        ...histogram,
        `licet_decision_duration_seconds_bucket{le="+Inf"} ${count}`,
        `licet_decision_duration_seconds_sum ${sum}`,
        `licet_decision_duration_seconds_count ${count}`,
        ...counter('licet_http_requests_total', 'requests by route and status', requests),
        ...gauge('licet_http_requests_running', 'requests that are being answered', running),
        ...gauge('process_resident_memory_bytes', 'resident memory', process.memoryUsage.rss()),
        ...gauge('process_start_time_seconds', 'when the process started, since the epoch', startedAt / 1_000),
        '',
      ].join('\n');
    },
  };
}
