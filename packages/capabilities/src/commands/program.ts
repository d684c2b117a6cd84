import type { AuditSink, PolicyEngine, SessionStore } from '@licet/core';
import type { NodeDefinition } from '@licet/core/nodes';
import type { NodeData } from '@licet/core/policy';

/** A policy that is open, with the state that other processes see too. */
export interface OpenPolicy {
  readonly file: string;
  /** The first node of the wanted kind; undefined where the policy has none. */
  readonly node: NodeData | undefined;
  readonly engine: PolicyEngine;
  readonly sessions: SessionStore;
  readonly audit: AuditSink | undefined;
}

/** What the commands of tokens need of the program that they are part of. */
export interface TokenProgram {
  /** Throws where no person can be: in the shell of an agent, and without a terminal. */
  readonly requireHuman: (command: string) => void;
  /** The user of the operating system. */
  readonly userName: () => string;
  /** Opens the policy that is named or found, works on it and closes it. */
  readonly withPolicy: (
    policy: string | undefined,
    wanted: Pick<NodeDefinition, 'kind'>,
    work: (opened: OpenPolicy) => Promise<number>,
  ) => Promise<number>;
  /** Replaces a file whole or not at all, readable by its owner only. */
  readonly writeWhole: (file: string, text: string) => void;
}
