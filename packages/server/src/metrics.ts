import type { Evaluation, Ruling } from '@licet/core';

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
  const rulings = new Map<string, number>();
  const requests = new Map<string, number>();
  const classes = CLASSES.map(() => 0);
  let [running, count, sum] = [0, 0, 0];
  const add = (counts: Map<string, number>, labels: string): void => void counts.set(labels, (counts.get(labels) ?? 0) + 1);
  return {
    decided({ ruling, enforced, durationMs }) {
      add(rulings, rulingLabels(ruling, enforced));
      const seconds = durationMs / 1_000;
      count++;
      sum += seconds;
      for (const [index, limit] of CLASSES.entries()) if (seconds <= limit) classes[index] = (classes[index] ?? 0) + 1;
    },
    began: () => void running++,
    answered(route, status) {
      running--;
      add(requests, `{route="${route}",status="${status}"}`);
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

const rulingLabels = (ruling: Ruling, enforced: Ruling): string => `{ruling="${ruling}",enforced="${enforced}"}`;

const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const counter = (name: string, help: string, counts: ReadonlyMap<string, number>): readonly string[] => [
  ...head(name, 'counter', help),
  ...Array.from(counts, ([labels, value]) => `${name}${labels} ${value}`),
];

const gauge = (name: string, help: string, value: number): readonly string[] => [
  ...head(name, 'gauge', help),
  `${name} ${value}`,
];
