import type { ApprovalRequest } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import type { AnswerScope } from '@licet/core/store';

import type { LayOut } from './pictures/layoutRoute.ts';
import type { Coverage, Holds, Knowledge, Passkeys, PolicyEdits } from './ports.ts';

/** The page for the person whose agent is working. */
export interface ConsoleOptions {
  /** The page: one HTML document whose only script and style stand in it. */
  readonly page: string;
  /**
   * Shows the code for approvals on the terminal of this process, for a page that another process has asked for. Returns false where there is
   * no terminal. @defaultValue there is none, and such a page can look and refuse, but approve nothing
   */
  readonly showCode?: (confirm: string) => boolean;
  /** In whose name requests for approval are answered there. */
  readonly by: string;
  /** Says what edits of the policy change. @defaultValue the page says nothing of them */
  readonly edits?: PolicyEdits;
  /** The knowledge graphs of the policy. @defaultValue the page shows none */
  readonly knowledge?: Knowledge;
  /** The passkeys that sign answers, where the policy asks for a signature. @defaultValue the page can sign nothing */
  readonly passkeys?: Passkeys;
  /** Says what a yes for several calls would cover. @defaultValue the page offers a yes for one call only */
  readonly coverage?: (request: ApprovalRequest, region: AnswerScope['region']) => Promise<Coverage>;
  /** Puts sessions on hold and lets them go on. @defaultValue the page can do neither */
  readonly holds?: Holds;
  /** What a kind of node does, in a line. @defaultValue the page does not say */
  readonly docOf?: (kind: string) => string | undefined;
  /** Returns the policy with the names of its file, for people. @defaultValue the names of the code */
  readonly inWords?: (policy: NodeData) => NodeData;
  /** Lays out the pictures of the policy and of the knowledge graphs. @defaultValue the page shows lists in their place */
  readonly layOut?: LayOut;
}
