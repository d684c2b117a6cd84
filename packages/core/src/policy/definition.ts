import type * as zod from 'zod';

import type { Action, ActionInput } from '../model/action.ts';
import type { Effect } from '../model/effects.ts';
import type { Comparison } from './comparison.ts';
import type { Confinement } from './confinement.ts';
import type { Condition, Match } from '../model/condition.ts';
import type { GuardNode } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { Join, Need } from '../model/node.ts';
import type { ParamSpec, ParamsOf } from '../model/params.ts';
import type { NodeData } from './policyData.ts';

/** The schema library, handed to definitions that need it: nothing loads it to evaluate a policy. */
export type Zod = typeof zod;

/** What a node is built with besides its params. The host decides what names mean; a policy constructs nothing. */
export interface BuildContext {
  /** The folder that relative patterns start from; absolute, fixed when the policy loads. */
  readonly root: string;
  /** The home folder that `~` stands for; absolute. */
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

/** A call that a human has said yes to, with what it does. */
export interface ApprovedCall {
  readonly action: Action;
  readonly effects: readonly Effect[];
}

/** A call that a node has stopped, as the audit trail has it. */
export interface StoppedCall {
  readonly code: string;
  readonly command?: string;
  readonly path?: string;
}

/** Params of a node with one exception more. */
export interface Exemption {
  /** What is excepted, as a policy writes it: `git push origin *`, `docs/**`, `api.example.com`. */
  readonly words: string;
  readonly params: { readonly [name: string]: Json };
  /** Actions near the approved ones that nobody said yes to: if one of them were let through for another reason, the exception is none. */
  readonly neighbours?: readonly Omit<ActionInput, 'sessionId'>[];
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
  /**
   * How it joins what its children say, as the built node has it in `join`. A node with children and without it is compared as a whole:
   * nothing is known of it unless it is the same on both sides.
   */
  joins?(params: { readonly [name: string]: Json }): Join;
  /** The node with one small mistake in it besides those in its params, each with what was changed: tests of a policy must notice it. */
  mistakes?(node: NodeData): readonly (readonly [change: string, changed: NodeData])[];
  /** What a host must have at hand before the node can be built. What it cannot decide without stands on the built node. */
  readonly needs?: readonly Need[];
  /** Whether the node can come to something milder than what this child of so many says. */
  lifts?(params: { readonly [name: string]: Json }, index: number, count: number): boolean;
  /** What is hardly meant about these params where no floor stands beside them, in one line each. */
  doubts?(params: { readonly [name: string]: Json }): readonly string[];
  /** What is hardly meant about these params, whatever stands beside them, in one line each. */
  warns?(params: { readonly [name: string]: Json }): readonly string[];
  /** The facts and the members of an action that the node asks for, besides the matches among its params. */
  asks?(params: { readonly [name: string]: Json }): {
    readonly facts?: readonly string[];
    readonly members?: readonly (keyof Match)[];
  };
  /** What the texts among its params name, for whoever makes actions to try a policy on. @defaultValue files and folders, as patterns */
  readonly texts?: 'hosts' | 'tools' | 'facts';
  /** The files, as a policy names them, that its ruling rests on: whoever changes them changes the ruling. */
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
  /** What the keys of its counters begin with, of which `max` is the limit and `per` says who shares one. */
  counter?(params: { readonly [name: string]: Json }): string;
  /** That it keeps something under a name, which every node of its kind with that name shares. A node with `counter` says so by that. */
  readonly keeps?: true;
  /** The facts that the node establishes. */
  establishes?(params: { readonly [name: string]: Json }): readonly string[];
  /** The marks that effects may have, from the node that judges them all: a condition on any other is refused. */
  readonly marks?: readonly string[];
  /**
   * Compares the node with other params of the same kind, see {@link Comparison}. A wrong answer makes `licet diff` wrong: where it
   * is not certain, it says `unknown`. Nodes without it, and without children, are unknown unless their params are the same.
   */
  compare?(older: { readonly [name: string]: Json }, newer: { readonly [name: string]: Json }): Comparison;
  /**
   * Makes exceptions for calls that humans have said yes to, the wide ones first, each with all params of the node: how this node would be
   * written if it let them through. Whether it does is tried by whoever asks. Nodes without it have no exceptions.
   */
  exempt?(
    params: { readonly [name: string]: Json },
    calls: readonly ApprovedCall[],
    place: Pick<BuildContext, 'root' | 'home'>,
  ): readonly Exemption[];
  /**
   * That it reaches further than its own ruling: facts, risk or obligations, which other nodes or the runtime go by. A function says so
   * of its params.
   */
  readonly reaches?: true | ((params: { readonly [name: string]: Json }) => boolean);
  /** That its ruling depends on what nodes before it have established or raised. */
  readonly heeds?: true;
  /**
   * The param that a body without the name of any param stands for: a text as in `requires: tests_passing`, a list as in
   * `ask_before: [git push]`, or a mapping as in `roles: { reviewer: … }`.
   */
  readonly bare?: string;
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
