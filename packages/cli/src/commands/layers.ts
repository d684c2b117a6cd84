import { relative } from 'node:path';

import { All, escapeText, guard, skip } from '@licet/core';
import { columns, jsonText, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { severityOf } from '@licet/core/nodes';
import type { CompiledPolicy, PolicyLimits } from '@licet/core/policy';
import { toSnake } from '@licet/core/text';

import { comparePinned, pinLine } from '../pins/compare.ts';
import type { PinComparison } from '../pins/compare.ts';
import type { Layer } from '../pins/effective.ts';
import { userPolicyFile } from '../policy/findPolicy.ts';
import { cappedIn, cappedText, limitsIn, limitsOf } from '../policy/limits.ts';
import type { CappedBy } from '../policy/limits.ts';
import { managedPolicyFile } from '../policy/managedPolicy.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { managedProblem } from '../service/checks.ts';

/** One of the policies that count here, as `licet layers --json` prints it. */
interface PolicyLayer {
  readonly name: 'managed' | 'user' | 'accepted' | 'project';
  readonly file: string;
  /** How the effective policy differs from what the other layers are without this one; absent where it is the only one, or cannot be told. */
  readonly adds?: PinComparison;
  /** Whether the effective policy is proven to be no wider than this layer; absent where it is the only one, or cannot be told. */
  readonly isKept?: boolean;
}

interface PolicyLayers {
  /** The outermost first. An action runs only if each of them lets it through. */
  readonly layers: readonly PolicyLayer[];
  /** The limits of all of them together. */
  readonly limits: PolicyLimits;
  /** Settings of the innermost policy that do not count. */
  readonly capped: readonly CappedBy[];
  /** Why users of this machine could change its managed policy. */
  readonly problem?: string;
}

interface Named {
  readonly name: PolicyLayer['name'];
  readonly file: string;
  readonly compiled: CompiledPolicy;
}

/** Shows the policies that count here, what each adds, and that none of them is widened by another. */
export async function layers(
  named: string | undefined,
  { json = false }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const found = await readPolicies(named, process.cwd(), false);
  const problem = managedProblem();
  const compared = await withProgress('comparing the layers', async () => compareLayers(layersOf(found), found.file));
  const whole: PolicyLayers = {
    layers: compared,
    limits: limitsOf(found),
    capped: cappedIn(found),
    ...(problem !== undefined && { problem }),
  };
  if (json) terminal.print(jsonText(whole));
  else await tell(whole, found, terminal);
  return 0;
}

function layersOf({ above, kept, isManaged }: NearestPolicy): readonly Named[] {
  const own = userPolicyFile();
  const all: readonly Layer[] = [...above, { kept, ...(isManaged && { isManaged }) }];
  return all.map(({ kept: { compiled, sources }, isManaged: managed, isPinned }) => {
    const file = sources[0]?.file ?? '';
    const name = managed ? 'managed' : isPinned ? 'accepted' : file === own ? 'user' : 'project';
    return { name, file, compiled };
  });
}

async function compareLayers(all: readonly Named[], file: string): Promise<readonly PolicyLayer[]> {
  const whole = together(all);
  const compared: PolicyLayer[] = [];
  for (const { compiled, ...layer } of all) {
    const others = all.filter(each => each.compiled !== compiled);
    if (whole === undefined || others.length === 0) {
      compared.push(layer);
      continue;
    }
    const without = together(others) ?? whole;
    const adds = await comparePinned({ compiled: without }, { compiled: whole }, file);
    const { verdict } = await comparePinned({ compiled }, { compiled: whole }, file);
    compared.push({ ...layer, adds, isKept: verdict === 'equal' || verdict === 'narrower' });
  }
  return compared;
}

/** The kind of the node whose strictest child decides. */
const ALL = All(guard('nothing', () => skip())).kind ?? '';

/** Several policies as the one that they are together. Undefined if one has its own default, which no single policy has for its part only. */
function together(all: readonly Named[]): CompiledPolicy | undefined {
  const [first] = all;
  if (first === undefined || all.length === 1) return first?.compiled;
  const each = all.map(({ compiled }) => compiled);
  if (each.some(({ settings }) => severityOf(settings.default ?? 'pass') > 0)) return undefined;
  const mode = each.every(({ settings }) => settings.mode === 'observe') ? 'observe' : 'enforce';
  return {
    ...first.compiled,
    policy: { kind: ALL, children: each.map(({ policy }) => policy) },
    settings: { mode, limits: limitsIn(each) },
    usesCel: each.some(({ usesCel }) => usesCel),
  };
}

async function tell(
  { layers: all, limits, capped, problem }: PolicyLayers,
  found: NearestPolicy,
  { print }: Terminal,
): Promise<void> {
  const rows = all.map(({ name, file, adds }) => [name, escapeText(shortened(file)), adds === undefined ? '' : addsText(adds)]);
  for (const row of columns([['layer', 'policy', all.length > 1 ? 'what it adds to the others' : ''], ...rows])) print(row);
  const pin = await pinLine(found);
  if (pin !== undefined) print(`\nthe policy of the project: ${escapeText(pin)}`);
  for (const each of capped) print(escapeText(cappedText(each), 500));
  for (const line of limitLines(limits)) print(escapeText(line, 500));
  print('\nAn action runs only if every layer lets it through.');
  const open = all.filter(({ isKept }) => isKept === false).map(({ name }) => name);
  const isCompared = all.some(({ isKept }) => isKept !== undefined);
  if (isCompared && open.length === 0) print('Proved: together they are no wider than any of them.');
  if (open.length > 0) print(`Not proved by comparison, but so by construction: ${open.join(', ')}.`);
  if (all.length > 1 && !isCompared) print('They are not compared, since one of them has its own `default`.');
  if (all.some(({ name }) => name === 'managed'))
    print(
      problem === undefined
        ? 'No pause and no answer for a task lifts what the managed policy stops.'
        : `warning: ${escapeText(problem)}`,
    );
  else print(`There is no managed policy: \`${managedPolicyFile()}\` would be one.`);
}

/** The limits, each as policies write it. */
const limitLines = (limits: PolicyLimits): readonly string[] =>
  Object.entries(limits).map(([key, value]) => `limit  ${toSnake(key)}: ${jsonText(value)}`);

const shortened = (file: string): string => {
  const here = relative(process.cwd(), file);
  return here === '' || here.startsWith('..') ? file : here;
};

const addsText = ({ verdict, witnesses }: PinComparison): string => {
  const [first] = witnesses;
  if (verdict === 'equal') return 'nothing: the others stop all that it stops';
  return first === undefined ? verdict : escapeText(first, 160);
};
