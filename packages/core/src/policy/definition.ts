import type * as zod from 'zod';

import type { Confinement } from './confinement.ts';
import type { Condition, Match } from '../model/condition.ts';
import type { GuardNode } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { Need } from '../model/node.ts';
import type { ParamSpec, ParamsOf } from '../model/params.ts';
import type { NodeAnalysis } from './nodeAnalysis.ts';

/** The nodes that a policy may name. */
export interface Registry {
  readonly kinds: readonly string[];
  /** The marks that effects may have, as far as the nodes say it. */
  readonly marks: readonly string[];
  get(kind: string): AnyDefinition | undefined;
}

/** The schema library, handed to definitions that need it: nothing loads it to evaluate a policy. */
export type Zod = typeof zod;

/** What a node is built with in addition to its params. The host decides what names mean; a policy constructs nothing. */
export interface BuildContext {
  /** The folder that relative patterns start from; absolute, fixed when the policy loads. */
  readonly root: string;
  /** The home folder that `~` means; absolute. */
  readonly home: string;
  /** Files and folders, absolute, that the program that judges runs from: a guard may protect them. */
  readonly program?: readonly string[];
  /** Files, absolute, that the policy in force was made of or names: a guard may protect them. */
  readonly governing?: readonly string[];
  /** Finds the files, absolute, that programs made in a sandbox although a rule closes them. */
  readonly planted?: () => readonly string[];
  /** The file system that paths are looked up in, for nodes that look at files: a `FileSystemPort` of `@licet/effects`. @defaultValue this machine's */
  readonly files?: unknown;
  /** True when a node has been built from these very params before: costly checks may then wait until they are needed. */
  readonly checked?: true;
  /** Compiles a condition: a structural match, or the text of a CEL expression. */
  condition(source: Json): Condition;
  /** Finds what the host has registered under a name: `resource('graph', 'main')`. Throws for an unknown name. */
  resource(category: string, name: string): unknown;
}

/**
 * Where a node's children stand in governance.yaml: a list under a key (`bare`: or the list alone), named nodes under
 * keys, or the one child as the node's whole body.
 */
export type ChildrenShape =
  | { readonly list: string; readonly bare?: true }
  | { readonly fields: readonly { readonly name: string; readonly optional?: true }[] }
  | { readonly body: true };

/** A call that a node has stopped, as the audit trail has it. */
export interface StoppedCall {
  readonly code: string;
  readonly command?: string;
  readonly path?: string;
}

/**
 * Everything that the code, governance.yaml, the JSON Schema and the reference page know of a node, in the node's own
 * file. Adding a node is one such definition and one line in an index.
 */
export interface NodeDefinition<Params extends object = object> {
  /** The key in governance.yaml, in snake_case. */
  readonly kind: string;
  /** One line for the reference page and for the editor. */
  readonly doc: string;
  /**
   * The params as code has them, in camelCase; governance.yaml has the same names in snake_case. A spec made by `params`, or
   * the schema itself where a spec cannot say it.
   */
  readonly params: ParamSpec | ((z: Zod) => zod.ZodType<Params>);
  readonly children?: ChildrenShape;
  /** When it gives which ruling, for the reference page: `['the action does not fit', 'block']`. */
  readonly rulings?: readonly (readonly [when: string, ruling: string])[];
  /** The node as governance.yaml has it, for the reference page; it is loaded by a test. */
  readonly example?: string;
  /** Whether it is a floor: what it blocks nothing else in the policy may lift. */
  readonly floor?: true;
  /** What a host must have at hand before the node can be built. What it needs for a decision is on the built node. */
  readonly needs?: readonly Need[];
  /** Whether the node can come to something milder than what this child of so many says. */
  lifts?(params: { readonly [name: string]: Json }, index: number, count: number): boolean;
  /** Warnings about these params where no floor is next to them, in one line each. */
  doubts?(params: { readonly [name: string]: Json }): readonly string[];
  /** Warnings about these params, whatever is next to them, in one line each. */
  warns?(params: { readonly [name: string]: Json }): readonly string[];
  /** The facts and the members of an action that the node asks for, in addition to the matches among its params. */
  asks?(params: { readonly [name: string]: Json }): {
    readonly facts?: readonly string[];
    readonly members?: readonly (keyof Match)[];
  };
  /** The files, as a policy names them, that its ruling rests on: a change of them changes the ruling. */
  files?(params: { readonly [name: string]: Json }): readonly string[];
  /**
   * The patterns by which a node names files: `named` those that should be there, `forbidden` those that it keeps the agent off, also
   * where they are still to come.
   */
  patterns?(params: { readonly [name: string]: Json }): {
    readonly named?: readonly (Json | undefined)[];
    readonly forbidden?: readonly (Json | undefined)[];
  };
  /** The files, as patterns, that a node keeps the agent from changing. */
  protects?(params: { readonly [name: string]: Json }): readonly Json[];
  /** What the node says about files and hosts whatever the action is, see {@link Confinement}. A sandbox is made of it. */
  confines?(params: { readonly [name: string]: Json }): Confinement;
  /** How an exception for what it has stopped would be written, for people. Undefined where its params have none. */
  exception?(stopped: StoppedCall): string | undefined;
  /** The facts that the node establishes. */
  establishes?(params: { readonly [name: string]: Json }): readonly string[];
  /** The marks that effects may have, from the node that judges them all: a condition on any other is refused. */
  readonly marks?: readonly string[];
  /**
   * The param that a body without the name of any param means: a text as in `requires: tests_passing`, a list as in
   * `ask_before: [git push]`, or a mapping as in `roles: { reviewer: … }`.
   */
  readonly bare?: string;
  /** What only comparisons, tests and suggestions ask of it. A definition without it is `unknown` to `licet diff`, never wrongly proven. */
  readonly analysis?: NodeAnalysis;
  /** Builds the node. Throws an `InvariantError`, with the path of the param, for what the schema cannot say. */
  build(params: Params, children: readonly GuardNode[], context: BuildContext): GuardNode;
}

/** A definition whose params are no longer known to the compiler: what a registry holds. */
export interface AnyDefinition extends Omit<NodeDefinition, 'params' | 'build'> {
  readonly params: ParamSpec | ((z: Zod) => zod.ZodType<object>);
  build(params: never, children: readonly GuardNode[], context: BuildContext): GuardNode;
}

type SpecDefinition<Spec extends ParamSpec> = Omit<NodeDefinition<ParamsOf<Spec>>, 'params'> & { readonly params: Spec };

/** Fixes a definition's types: what `build` gets is what the spec describes. */
export function defineNode<Spec extends ParamSpec>(definition: SpecDefinition<Spec>): NodeDefinition<ParamsOf<Spec>>;
export function defineNode<Params extends object>(definition: NodeDefinition<Params>): NodeDefinition<Params>;
export function defineNode<Params extends object>(definition: NodeDefinition<Params>): NodeDefinition<Params> {
  return Object.freeze(definition);
}
