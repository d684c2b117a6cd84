import type { EpistemicErrorCode } from './errors.ts';
import { EpistemicError } from './errors.ts';
import { depthLabel, isDepthLevel } from './depth.ts';
import { edgePolicy } from './policy.ts';
import type { Depth, Primitive, Relatum } from './primitive.ts';
import { relatumId } from './primitive.ts';
import { PROVENANCE_SOURCES } from './provenance.ts';
import { isRelationType } from './relation.ts';

/**
 * Throws unless the primitive could stand in any graph: a name, an id, one record per level, no edge twice, provenance
 * on every layer (code `provenance_missing`, naming the first object that lacks it), well-formed policies. What depends
 * on other primitives (unique name, existing targets, no cycle) is checked by the store, inside its transaction.
 */
export function validatePrimitive(primitive: Primitive): void {
  const { id, name } = primitive;
  if (typeof name !== 'string' || name.trim() === '') fail('expected a name, found an empty one');
  if (!name.isWellFormed()) fail('expected a name of whole characters, found half of a surrogate pair');
  if (typeof id !== 'string' || id === '' || !id.isWellFormed()) fail(`expected \`${name}\` to have an id, found none`);
  requireProvenance(primitive, `primitive \`${name}\``);
  if (!Array.isArray(primitive.depths)) fail(`expected \`${name}\` to have a list of depths`);
  const levels = new Set<number>();
  for (const depth of primitive.depths) {
    if (!isDepthLevel(depth.level)) fail(`expected a depth from D0 to D4 in \`${name}\`, found \`${String(depth.level)}\``);
    if (levels.has(depth.level)) fail(`expected one record per depth in \`${name}\`, found D${depth.level} twice`);
    levels.add(depth.level);
    validateDepth(primitive, depth);
  }
}

function validateDepth(primitive: Primitive, depth: Depth): void {
  const where = `depth ${depthLabel(depth.level)} of \`${primitive.name}\``;
  requireProvenance(depth, where);
  requireData(depth.properties, `the properties of ${where}`);
  const seen = new Set<string>();
  for (const relatum of depth.relata) {
    validateRelatum(relatum, where);
    const identity = relatumId(primitive.id, depth.level, relatum);
    if (seen.has(identity)) fail(`expected every edge once in ${where}, found ${relatum.relation} to the same target twice`);
    seen.add(identity);
  }
}

function validateRelatum(relatum: Relatum, where: string): void {
  if (!isRelationType(relatum.relation)) fail(`expected a relation type in ${where}, found \`${String(relatum.relation)}\``);
  if (!isDepthLevel(relatum.targetDepth))
    fail(`expected a target depth from D0 to D4 in ${where}, found \`${String(relatum.targetDepth)}\``);
  if (typeof relatum.targetId !== 'string' || relatum.targetId === '') fail(`expected a target in ${where}, found none`);
  requireProvenance(relatum, `relatum ${relatum.relation} in ${where}`);
  requireData(relatum.metadata, `the metadata of ${relatum.relation} in ${where}`);
  for (const policy of relatum.policies)
    requireData(policy.metadata, `the metadata of the policy \`${policy.name}\` in ${where}`);
  try {
    relatum.policies.forEach(edgePolicy);
  } catch (cause) {
    fail(`${cause instanceof Error ? cause.message : 'bad policy'} in ${where}`);
  }
}

function requireProvenance(holder: object, what: string): void {
  const { provenance } = holder as { provenance?: Partial<Primitive['provenance']> | null };
  if (provenance === undefined || provenance === null) fail(`${what} is missing provenance`, 'provenance_missing');
  if (!PROVENANCE_SOURCES.some(source => source === provenance.source))
    fail(`expected a provenance source for ${what}, found \`${String(provenance.source)}\``, 'provenance_missing');
  if (provenance.source === 'synthetic') fail(`${what} is synthetic and cannot be stored`);
}

/** What JSON cannot carry would be lost, or changed, on the way into a store. */
function requireData(value: unknown, what: string): void {
  if (!isMap(value)) fail(`expected ${what} to be a map`);
  if (!isData(value)) fail(`expected ${what} to be plain data that JSON can carry`);
}

function fail(message: string, code: EpistemicErrorCode = 'invalid_primitive'): never {
  throw new EpistemicError(code, message);
}

/** True for an object that is no list. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_LEVELS = 64;

/**
 * True for what JSON carries without loss: no function, symbol, BigInt, number that is not finite, lone surrogate, hole
 * in an array or object that is not plain, and no more than 64 levels, which a cycle always has. A member that is
 * `undefined` counts as left out.
 */
export function isData(value: unknown, levels: number = MAX_LEVELS): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return true;
    case 'object':
      return value === null || (levels > 0 && isPlain(value, levels - 1));
    default:
      return false;
  }
}

function isPlain(value: object, levels: number): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!isData(item, levels)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && (member === undefined || isData(member, levels)));
}
