import type { ConditionInput, Match } from './condition.ts';
import type { Json } from './json.ts';
import type { Ruling } from './ruling.ts';
import { RULINGS } from './ruling.ts';

/** What a param may be, as data: enough for a type, a schema, a reference page and a check without any library. */
export type ParamShape =
  | { readonly type: 'text'; readonly empty?: true; readonly most?: number }
  | { readonly type: 'number'; readonly whole?: true; readonly min?: number; readonly above?: number; readonly max?: number }
  | { readonly type: 'flag' | 'scalar' | 'json' | 'match' | 'condition' | 'duration' | 'code' }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: ParamShape; readonly empty?: true }
  | { readonly type: 'record'; readonly of: ParamShape }
  | { readonly type: 'either'; readonly of: readonly ParamShape[] }
  | { readonly type: 'object'; readonly of: ParamMembers };

/** One option of a node. The type that it has in code is there for the compiler only. */
export interface Param<Value = unknown> {
  readonly shape: ParamShape;
  /** One phrase for the reference page and the editor. */
  readonly doc?: string;
  readonly optional?: true;
  /** What counts where the option is left out, for people. */
  readonly fallback?: string;
  readonly value?: Value;
}

/** A param that may be left out. */
export interface OptionalParam<Value = unknown> extends Param<Value> {
  readonly optional: true;
}

/** Params by their names in code, in camelCase. */
export type ParamMembers = Readonly<Record<string, Param>>;

/** The options of a node: made by {@link params}. */
export interface ParamSpec<Members extends ParamMembers = ParamMembers> {
  readonly members: Members;
}

type Value<P> = P extends Param<infer V> ? V : never;
type OptionalNames<M> = { [K in keyof M]: M[K] extends OptionalParam ? K : never }[keyof M];
type Flat<T> = { [K in keyof T]: T[K] };

/** The type of the options that a spec describes. */
export type ParamsOf<Spec extends ParamSpec> = MembersOf<Spec['members']>;

// Mapped over the names of the members themselves, so that an editor shows the doc comment of a member at each option.
type Needed<M, K extends keyof M> = { readonly [Name in K]: Value<M[Name]> };
type Spared<M, K extends keyof M> = { readonly [Name in K]?: Value<M[Name]> };
type MembersOf<M> = Flat<Needed<M, Exclude<keyof M, OptionalNames<M>>> & Spared<M, OptionalNames<M>>>;

/**
 * Describes the options of a node once: the type (`ParamsOf`), the schema of governance.yaml, the JSON Schema, the
 * reference page and the check of what code passes are made of it.
 *
 * @example
 * ```ts
 * import { checkOptions, param, params } from '@licet/core/nodes';
 *
 * const spec = params({ max: param.number({ above: 0, doc: 'how much there is' }), per: param.optional(param.choice(['session', 'agent']), 'session') });
 * let message = '';
 * try { checkOptions('budget', spec, { maxx: 1, per: 'agent' }); } catch (error) { message = (error as Error).message; }
 * message; // => '`Budget` has no option `maxx`, did you mean `max`?'
 * ```
 */
export function params<M extends ParamMembers>(members: M): ParamSpec<M> {
  return Object.freeze({ members: Object.freeze(members) });
}

interface Doc {
  readonly doc?: string;
}

const made = <V>(shape: ParamShape, { doc }: Doc = {}): Param<V> => Object.freeze({ shape, ...(doc !== undefined && { doc }) });

/**
 * The kinds of params. `code` is an option that only code can give, such as a function or a folder: a policy file does not
 * know it. `duration` is a text such as `15m`, or a number of milliseconds. `scalar` is a text, a number or a flag, and `json` is data
 * of any shape, whose names stay as they are written.
 */
export const param = Object.freeze({
  text: ({ doc, ...limits }: Doc & { readonly empty?: true; readonly most?: number } = {}): Param<string> =>
    made({ type: 'text', ...limits }, { ...(doc !== undefined && { doc }) }),
  number: ({ doc, ...limits }: Doc & NumberLimits = {}): Param<number> =>
    made({ type: 'number', ...limits }, { ...(doc !== undefined && { doc }) }),
  flag: (doc?: Doc): Param<boolean> => made({ type: 'flag' }, doc),
  scalar: (doc?: Doc): Param<string | number | boolean> => made({ type: 'scalar' }, doc),
  json: (doc?: Doc): Param<Json> => made({ type: 'json' }, doc),
  match: (doc?: Doc): Param<Match> => made({ type: 'match' }, doc),
  condition: (doc?: Doc): Param<ConditionInput | Json> => made({ type: 'condition' }, doc),
  duration: (doc?: Doc): Param<string | number> => made({ type: 'duration' }, doc),
  code: <V>(doc?: Doc): OptionalParam<V> => Object.freeze({ ...made<V>({ type: 'code' }, doc), optional: true as const }),
  choice: <const C extends string>(of: readonly C[], doc?: Doc): Param<C> => made({ type: 'choice', of }, doc),
  ruling: (doc?: Doc): Param<Ruling> => made({ type: 'choice', of: RULINGS }, doc),
  list: <V>(of: Param<V>, { doc, ...limits }: Doc & { readonly empty?: true } = {}): Param<readonly V[]> =>
    made({ type: 'list', of: of.shape, ...limits }, { ...(doc !== undefined && { doc }) }),
  record: <V>(of: Param<V>, doc?: Doc): Param<Readonly<Record<string, V>>> => made({ type: 'record', of: of.shape }, doc),
  object: <M extends ParamMembers>(of: M, doc?: Doc): Param<MembersOf<M>> => made({ type: 'object', of }, doc),
  either: <A, B>(a: Param<A>, b: Param<B>, doc?: Doc): Param<A | B> => made({ type: 'either', of: [a.shape, b.shape] }, doc),
  optional: <V>(of: Param<V>, fallback?: string): OptionalParam<V> =>
    Object.freeze({ ...of, optional: true as const, ...(fallback !== undefined && { fallback }) }),
});

interface NumberLimits {
  readonly whole?: true;
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
}
