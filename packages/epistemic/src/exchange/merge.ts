import type { Json } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { compareRelata } from '../graph/admit.ts';
import type { EdgePolicy } from '../model/policy.ts';
import type { Depth, Primitive, Relatum } from '../model/primitive.ts';
import { visible } from '../render/escape.ts';

/**
 * What two descriptions of one concept know together. Levels, properties, edges, metadata and policies of both are kept;
 * where they give different values for the same thing, the later one is taken. Where nothing is new, nothing changes:
 * origins stay those of the earlier one, and so do its id and the spelling of its name.
 */
export function mergePrimitive(earlier: Primitive, later: Primitive): Primitive {
  const levels = new Map(earlier.depths.map(depth => [depth.level, depth] as const));
  for (const depth of later.depths) {
    const known = levels.get(depth.level);
    levels.set(depth.level, known === undefined ? depth : mergeDepth(known, depth));
  }
  return { ...earlier, depths: [...levels.values()] };
}

function mergeDepth(earlier: Depth, later: Depth): Depth {
  const relata = [...earlier.relata];
  for (const relatum of later.relata) {
    const at = relata.findIndex(each => compareRelata(each, relatum) === 0);
    if (at < 0) relata.push(relatum);
    else relata[at] = mergeRelatum(relata[at]!, relatum);
  }
  return { ...earlier, properties: { ...earlier.properties, ...later.properties }, relata };
}

function mergeRelatum(earlier: Relatum, later: Relatum): Relatum {
  const policies = new Map([...earlier.policies, ...later.policies].map(policy => [policy.name, policy] as const));
  return { ...earlier, metadata: { ...earlier.metadata, ...later.metadata }, policies: [...policies.values()] };
}

/** Names what `before` knows of a concept and `after` does not, one line each. Origins and counters do not count. */
export function lossesOf(before: Primitive, after: Primitive, nameOf: (id: string) => string): string[] {
  const name = visible(before.name);
  return before.depths.flatMap(depth => {
    const kept = after.depths.find(each => each.level === depth.level);
    const level = `${name} D${depth.level}`;
    if (kept === undefined) return [`${level}, the whole level`];
    return [
      ...valueLosses(depth.properties, kept.properties).map(key => `${level}, the property ${visible(key)}`),
      ...depth.relata.flatMap(relatum => edgeLosses(relatum, kept, `${level} ${edgeText(relatum, nameOf)}`)),
    ];
  });
}

function edgeLosses(relatum: Relatum, kept: Depth, edge: string): string[] {
  const same = kept.relata.find(each => compareRelata(each, relatum) === 0);
  if (same === undefined) {
    const names = relatum.policies.map(({ name }) => visible(name)).join(', ');
    return [`${edge}, the edge${names === '' ? '' : ` with its policies ${names}`}`];
  }
  const policies = new Map(same.policies.map(policy => [policy.name, policy] as const));
  return [
    ...valueLosses(relatum.metadata, same.metadata).map(key => `${edge}, the metadata ${visible(key)}`),
    ...relatum.policies
      .filter(policy => !isSame(policy, policies.get(policy.name)))
      .map(({ name }) => `${edge}, the policy ${visible(name)}`),
  ];
}

const valueLosses = (before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): string[] =>
  Object.keys(before).filter(key => !Object.hasOwn(after, key) || canonicalJson(before[key]) !== canonicalJson(after[key]));

const isSame = (a: EdgePolicy, b: EdgePolicy | undefined): boolean => b !== undefined && canonicalJson(a) === canonicalJson(b);

const edgeText = ({ relation, targetId, targetDepth }: Relatum, nameOf: (id: string) => string): string =>
  `${relation} ${visible(nameOf(targetId))}@D${targetDepth}`;
