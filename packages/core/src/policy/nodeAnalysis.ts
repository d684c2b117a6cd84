import type { Action, ActionInput } from '../model/action.ts';
import type { Effect } from '../model/effects.ts';
import type { Json } from '../model/json.ts';
import type { Join } from '../model/node.ts';
import type { Ruling } from '../model/ruling.ts';
import type { Comparison } from './comparison.ts';
import type { BuildContext } from './definition.ts';
import type { NodeData } from './policyData.ts';

/** A call that a human has said yes to, with what it does. */
export interface ApprovedCall {
  readonly action: Action;
  readonly effects: readonly Effect[];
}

/** Params of a node with one exception more. */
export interface Exemption {
  /** What is excepted, as a policy writes it: `git push origin *`, `docs/**`, `api.example.com`. */
  readonly words: string;
  readonly params: { readonly [name: string]: Json };
  /** Actions near the approved ones that no human approved: if one of them were let through for another reason, the exception is none. */
  readonly neighbors?: readonly Omit<ActionInput, 'sessionId'>[];
}

/** What a node may say of any action. */
export interface NodeRange {
  /** The rulings that it may have where it applies and does not fail. */
  readonly rulings: readonly Ruling[];
  /**
   * It applies to every action, or, whatever its params, to exactly those that name a tool, have an effect, or have one on files or one that is
   * unknown. @defaultValue to some that no other kind of node need apply to
   */
  readonly applies?: 'always' | 'with_tool' | 'with_effects' | 'with_files';
  /**
   * It cannot fail, because it reads nothing but its params and the plain fields of the action; or it asks every action for its effects, and fails
   * exactly where they cannot be found. @defaultValue for any reason
   */
  readonly fails?: 'never' | 'without_effects';
}

/**
 * What comparisons, tests and suggestions know of the nodes of a kind: `@licet/analysis` asks for it, and no decision rests on it. All of it is
 * optional. What is missing makes an answer `unknown`; what is wrong makes a proof wrong.
 */
export interface NodeAnalysis {
  /**
   * How it joins what its children say, as the built node has it in `join`. A node with children and without it is compared as a whole:
   * nothing is known of it unless it is the same on both sides.
   */
  joins?(this: void, params: { readonly [name: string]: Json }): Join;
  /**
   * Compares the node with other params of the same kind, see {@link Comparison}. A wrong answer makes `licet diff` wrong: where it
   * is not certain, it says `unknown`. Nodes without it, and without children, are unknown unless their params are the same.
   */
  compare?(this: void, older: { readonly [name: string]: Json }, newer: { readonly [name: string]: Json }): Comparison;
  /** What the node may say with these params. Too few rulings make a proof wrong. @defaultValue it may say anything, and fail */
  range?(this: void, params: { readonly [name: string]: Json }): NodeRange;
  /**
   * Makes exceptions for calls that humans have said yes to, the wide ones first, each with all params of the node: how this node would be
   * written if it let them through. The caller tries whether it does. Nodes without it have no exceptions.
   */
  exempt?(
    this: void,
    params: { readonly [name: string]: Json },
    calls: readonly ApprovedCall[],
    place: Pick<BuildContext, 'root' | 'home'>,
  ): readonly Exemption[];
  /**
   * That it reaches further than its own ruling: facts, risk or obligations, which other nodes or the runtime go by. A function tells it
   * of its params.
   */
  readonly affectsSiblings?: true | ((params: { readonly [name: string]: Json }) => boolean);
  /** That its ruling depends on what nodes before it have established or raised. */
  readonly dependsOnSiblings?: true;
  /** What the keys of its counters begin with, of which `max` is the limit and `per` says who shares one. */
  counter?(this: void, params: { readonly [name: string]: Json }): string;
  /** That it keeps something under a name, which every node of its kind with that name shares. A node with `counter` always does. */
  readonly keeps?: true;
  /** What the texts among its params name, for code that makes actions to try a policy on. @defaultValue files and folders, as patterns */
  readonly texts?: 'hosts' | 'tools' | 'facts';
  /** The node with one small mistake in it in addition to those in its params, each with what was changed: tests of a policy must notice it. */
  mistakes?(this: void, node: NodeData): readonly (readonly [change: string, changed: NodeData])[];
}
