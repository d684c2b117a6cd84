import type { GraphReport } from './inspectGraphs.ts';

/** Says in one line what {@link inspectGraphs} found. */
export function reportLine(report: GraphReport): string {
  const { name, store } = report;
  if ('error' in report) return `graph \`${name}\` (${store}): ${report.error}`;
  const { concepts, policies, orphans } = report;
  const lost = orphans.length === 0 ? '' : `: ${orphans.join('; ')}`;
  return `graph \`${name}\` (${store}): ${count(concepts, 'concept')}, ${count(policies, 'policy', 'policies')}, ${count(orphans.length, 'orphan')}${lost}`;
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
