/** Numbers by two labels, which are written out when somebody asks. */
interface Counts {
  readonly labels: readonly [string, string];
  readonly numbers: Map<string, Map<string | number, number>>;
}

/** Numbers by two labels, all zero. */
export const countsBy = (...labels: readonly [string, string]): Counts => ({ labels, numbers: new Map() });

/** Counts one more. */
export function add({ numbers }: Counts, one: string, other: string | number): void {
  let below = numbers.get(one);
  if (below === undefined) numbers.set(one, (below = new Map()));
  below.set(other, (below.get(other) ?? 0) + 1);
}

/** The lines that say what a series is. */
export const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

/** A series of numbers that only grow. */
export function counter(name: string, help: string, { labels: [first, second], numbers }: Counts): readonly string[] {
  const lines = head(name, 'counter', help).slice();
  for (const [one, below] of numbers)
    for (const [other, value] of below) lines.push(`${name}{${first}="${one}",${second}="${other}"} ${value}`);
  return lines;
}

/** A number that goes up and down. */
export const gauge = (name: string, help: string, value: number): readonly string[] => [
  ...head(name, 'gauge', help),
  `${name} ${value}`,
];
