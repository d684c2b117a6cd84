import { diffPolicies, obstacleTexts } from '@licet/analysis/policies';
import type { PolicyDiff } from '@licet/analysis/policies';
import type { NodeData } from '@licet/core/policy';
import * as fc from 'fast-check';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

import { altered, changed, compiled, leaves, oneOfEach, ruling, trees } from '../model/randomPolicies.ts';

/**
 * Compares random pairs of policies, half with one leaf changed and half with one replaced, and prints the verdicts, what is in the way of
 * the unknown ones, and the cost of a comparison as a multiple of `JSON.parse` of 1 MB in the same process.
 * `node --conditions=@licet/source test/bench/diff.ts [pairs] [seed] [--print]`. It fails where more is unknown than MOST_UNKNOWN; `--print` lists the unknown
 * pairs, with what is in the way.
 */
const MOST_UNKNOWN = 0.05;
const prints = process.argv.includes('--print');
const [pairs = 300, seed = 7] = process.argv
  .slice(2)
  .filter(each => each !== '--print')
  .map(Number);

const peer = JSON.stringify(
  Array.from({ length: 16_000 }, (_, index) => ({ id: index, name: `name of ${index}`, tags: ['a', 'b'] })),
);

function cost(): () => number {
  const startedAt = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1_000;
  };
}

function peerCost(): number {
  const spent = cost();
  for (let time = 0; time < 20; time++) JSON.parse(peer);
  return (spent() / 20) * (1_000_000 / peer.length);
}

const obstaclesOf = ({ proof, witnesses }: PolicyDiff): string => {
  const kinds = [...new Set(proof.obstacles.map(({ kind }) => kind))].toSorted();
  return `${kinds.length === 0 ? 'no obstacle' : kinds.join(' and ')}${witnesses.length > 0 ? ', only stricter actions found' : ''}`;
};

const textOf = ({ kind, params, children }: NodeData): string =>
  `${kind}${params === undefined ? '' : JSON.stringify(params)}${children === undefined ? '' : ` [${children.map(textOf).join(', ')}]`}`;

const counts = new Map<string, number>();
const obstacles = new Map<string, number>();
const add = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
const costs: number[] = [];
const drawn = fc.sample(fc.tuple(trees, oneOfEach, leaves, fc.nat(30), ruling, fc.boolean()), { numRuns: pairs, seed });
for (const [tree, others, leaf, at, fallback, replaces] of drawn) {
  const newer = replaces ? changed(tree, at % 4, leaf) : altered(tree, at, others);
  const spent = cost();
  const diff = await diffPolicies(policyHost, compiled(tree, fallback), compiled(newer, fallback), '/project');
  costs.push(spent());
  add(counts, diff.verdict);
  if (diff.verdict !== 'unknown') continue;
  add(obstacles, obstaclesOf(diff));
  if (!prints) continue;
  console.log(`default ${fallback}\n  old ${textOf(tree)}\n  new ${textOf(newer)}`);
  for (const each of obstacleTexts(diff)) console.log(`  ${each}`);
}

const unit = peerCost();
const sorted = costs.toSorted((a, b) => a - b);
const times = (share: number): string => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / unit).toFixed(1);
console.log([...counts].map(([verdict, count]) => `${verdict} ${((100 * count) / pairs).toFixed(1)} %`).join(' · '));
for (const [what, count] of [...obstacles].toSorted(([, a], [, b]) => b - a).slice(0, 12))
  console.log(`  ${count} unknown: ${what}`);
console.log(
  `a comparison is ${times(0.5)} JSON.parse of 1 MB (median), ${times(0.95)} (p95), ${times(1)} (most); one is ${unit.toFixed(1)} ms`,
);
process.exitCode = (counts.get('unknown') ?? 0) / pairs > MOST_UNKNOWN ? 1 : 0;
