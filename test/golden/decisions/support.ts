import { capabilityDefinitions } from '@licet/capabilities';
import { All, Any, Escalate, Not, Threshold, When, ask, block, createRegistry, guard, match, pass, skip, warn } from '@licet/core';
import { defineNode, label } from '@licet/core/nodes';
import { buildTree } from '@licet/core/policy';
import type { Guard, Json, Registry, Verdict } from '@licet/core';
import type { AnyDefinition, BuildContext, Match } from '@licet/core/nodes';
import { celCondition } from '@licet/core/cel';
import { guardDefinitions } from '@licet/guards';

type Spec = { readonly [key: string]: Json };

const SAYINGS = {
  pass: () => pass(),
  warn: () => warn('take care'),
  ask: () => ask('somebody must say yes', { fix: 'ask' }),
  block: () => block('this may not be', { fix: 'do something else' }),
  skip: () => skip(),
  throw: (): Verdict => {
    throw new Error('broken on purpose');
  },
  nonsense: () => 'yes' as unknown as Verdict,
} as const;

type Saying = keyof typeof SAYINGS;

interface SaysParams {
  readonly ruling: Saying;
  readonly late?: boolean;
}

/** A leaf that always says the same: `says: block`, or `says: { ruling: block, late: true }` by promise. */
const saysDefinition = defineNode<SaysParams>({
  kind: 'says',
  doc: 'a leaf for golden decisions',
  bare: 'ruling',
  params: z => z.strictObject({ ruling: z.enum(Object.keys(SAYINGS) as Saying[]), late: z.boolean().exactOptional() }),
  build: params => {
    const say = SAYINGS[params.ruling];
    return guard(`says_${params.ruling}`, () => (params.late === true ? Promise.resolve().then(say) : say()), {
      kind: 'says',
      params,
    });
  },
});

const goldenDefinitions: readonly AnyDefinition[] = [saysDefinition, ...guardDefinitions, ...capabilityDefinitions];
export const goldenRegistry: Registry = createRegistry(goldenDefinitions);
export const place = { root: '/project', home: '/home/me' };

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const isMap = (value: Json): value is Spec => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The keys of `paths` are paths, not names. */
const camelKeys = (spec: Spec): Spec =>
  Object.fromEntries(
    Object.entries(spec).map(([key, value]) => [camel(key), key !== 'paths' && isMap(value) ? camelKeys(value) : value]),
  );

/**
 * Builds a tree by calling the constructors, without the loader: the second opinion that every golden decision is held
 * against. Understands the shortest form of the combinators only.
 */
export function fromConstructors(spec: Spec): Guard {
  const { id, layer, on_error: onError, ...rest } = spec as Spec & { id?: string; layer?: 'intent'; on_error?: 'ask' | 'warn' };
  const [[kind, body] = ['', null]] = Object.entries(rest);
  const built = construct(kind, body);
  const labels = {
    ...(id !== undefined && { id }),
    ...(layer !== undefined && { layer }),
    ...(onError !== undefined && { onError }),
  };
  return Object.keys(labels).length === 0 ? built : label(built, labels);
}

function construct(kind: string, body: Json): Guard {
  const list = (Array.isArray(body) ? body : ((body as Spec)['of'] ?? [])) as readonly Spec[];
  const map = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Spec;
  const options = map['short_circuit'] === true ? { shortCircuit: true } : {};
  switch (kind) {
    case 'all':
      return All(...list.map(fromConstructors), options);
    case 'any':
      return Any(...list.map(fromConstructors), options);
    case 'threshold':
      return Threshold(map['pass'] as number, ...list.map(fromConstructors), options);
    case 'not':
      return Not(fromConstructors(body as Spec));
    case 'escalate':
      return Escalate(fromConstructors(list[0] as Spec), fromConstructors(list[1] as Spec));
    case 'when': {
      const { if: condition, then, otherwise } = map;
      const question = typeof condition === 'string' ? celCondition(condition) : match(camelKeys(condition as Spec));
      return When(
        question,
        fromConstructors(then as Spec),
        otherwise === undefined ? undefined : fromConstructors(otherwise as Spec),
      );
    }
    default:
      return leaf(kind, body, map);
  }
}

function leaf(kind: string, body: Json, map: Spec): Guard {
  const bare = goldenRegistry.get(kind)?.bare;
  const params = bare !== undefined && typeof body !== 'object' ? { [bare]: body } : camelKeys(map);
  const context: BuildContext = {
    ...place,
    condition: source => (typeof source === 'string' ? celCondition(source) : match(source as Match)),
    resource: () => undefined,
  };
  return buildTree({ kind, params }, goldenRegistry, context);
}
