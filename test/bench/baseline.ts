import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

const FILE = new URL('baseline.json', import.meta.url);

/** Ratios within one run, by what was measured: times of one machine say nothing on another one. */
export type Ratios = Readonly<Record<string, number>>;

/** The machine that a section of the baseline was measured on, without anything that names it. */
export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly node: string;
}

interface Section {
  readonly machine: Machine;
  readonly ratios: Ratios;
}

type Baseline = Readonly<Record<string, Section>>;

/** The family of a processor: `AMD EPYC 9R14 96-Core Processor` is an `AMD EPYC`. */
export function machine(): Machine {
  const words = (cpus()[0]?.model ?? 'unknown').replaceAll(/\((?:R|TM)\)|CPU/gu, '').split(/\s+/u);
  return { cores: availableParallelism(), cpu: words.slice(0, 2).join(' '), node: process.versions.node };
}

/**
 * Shows what a run came to beside the committed baseline. With `--renew` among the words of the command it becomes the baseline
 * of its section instead.
 */
export function settle(section: string, ratios: Ratios): void {
  const baseline = JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;
  if (process.argv.includes('--renew')) {
    const rounded = Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]));
    writeFileSync(FILE, `${JSON.stringify({ ...baseline, [section]: { machine: machine(), ratios: rounded } }, null, 2)}\n`);
    console.log(`\nthe baseline of \`${section}\` is renewed`);
    return;
  }
  const before = baseline[section];
  if (before === undefined) {
    console.log(`\nthere is no baseline of \`${section}\` yet: \`--renew\` writes one, on a quiet machine`);
    return;
  }
  const { cores, cpu, node } = before.machine;
  console.log(`\n## Against the baseline (${cores} cores, ${cpu}, Node ${node})\n`);
  const width = Math.max(...Object.keys(ratios).map(name => name.length)) + 2;
  console.log(`${''.padEnd(width)}${'baseline'.padStart(10)}${'now'.padStart(10)}${'now/then'.padStart(10)}`);
  for (const [name, ratio] of Object.entries(ratios)) {
    const then = before.ratios[name];
    const change = then === undefined ? 'new' : (ratio / then).toFixed(2);
    console.log(
      `${name.padEnd(width)}${(then?.toPrecision(3) ?? '').padStart(10)}${ratio.toPrecision(3).padStart(10)}${change.padStart(10)}`,
    );
  }
}
