import * as z from 'zod';

import type { MaybePromise } from '@licet/core';
import type { NodeData } from '@licet/core/policy';

import { RequestFault } from '../http/fault.ts';
import { parseBody } from '../http/parseBody.ts';
import type { Route } from '../http/route.ts';
import type { ConsoleOptions } from '../options.ts';
import { layoutRoute } from './layout.ts';
import type { Pairings } from './pairings.ts';

/** What the edits of a policy come to since somebody looked last. */
export interface PolicyChange {
  /** When the policy was first seen as it is now, in milliseconds since the epoch. */
  readonly at: number;
  readonly verdict: 'equal' | 'narrower' | 'wider' | 'mixed' | 'unknown';
  /** What the verdict means. */
  readonly meaning: string;
  /** Actions that the two judge differently, with what each says. */
  readonly witnesses: readonly ChangedAction[];
  /** What is not proven, and why. */
  readonly doubts: readonly string[];
  /** Settings that differ and change no ruling. */
  readonly settings: readonly string[];
  /** The recent calls of the trail, judged again by both. */
  readonly replay: { readonly calls: number; readonly changes: readonly (ChangedAction & { readonly calls: number })[] };
}

/** Actions of one kind, before and after. */
export interface ChangedAction {
  readonly change: string;
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** How a policy stands in its files. */
export interface PolicyEdit {
  readonly file: string;
  /** The digest of the policy; absent while it does not load. */
  readonly digest?: string;
  /** Why it does not load; empty where it does. */
  readonly issues: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** What is doubtful about it. */
  readonly warnings: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** Absent where nothing was edited since. */
  readonly change?: PolicyChange;
}

/** Follows the edits of a policy. */
export interface PolicyEdits {
  look(): MaybePromise<PolicyEdit>;
  /** Goes on from the policy as it is now: a person has seen what was changed. */
  seen(): void;
}

/** A knowledge graph as people look at it. */
export interface GraphView {
  readonly name: string;
  readonly store: string;
  /** Why it cannot be looked into; everything else is then empty. */
  readonly error?: string;
  readonly concepts: readonly {
    readonly name: string;
    /** The deepest level that is known without a hole before it; null for none. */
    readonly depth: number | null;
    readonly levels: readonly { readonly level: string; readonly properties: Readonly<Record<string, unknown>> }[];
    readonly edges: readonly {
      readonly relation: string;
      readonly target: string;
      readonly from: string;
      readonly to: string;
      readonly policies: number;
    }[];
  }[];
  /** What in it is probably not meant. */
  readonly doubts: readonly { readonly subject: string; readonly message: string }[];
  /** Edges that failures have suggested. */
  readonly pending: readonly {
    readonly id: string;
    readonly source: string;
    readonly relation: string;
    readonly target: string;
    readonly sourceDepth: number;
    readonly targetDepth: number;
    readonly cause: string;
    readonly error: string;
    readonly at: string;
  }[];
}

/** What a person says to an edge that a failure has suggested. */
export interface SettledProposal {
  readonly graph: string;
  readonly id: string;
  readonly accept: boolean;
  /** The edge as it is to be written, where it is not the one that was suggested. */
  readonly edge?: Pick<GraphView['pending'][number], 'source' | 'relation' | 'target' | 'sourceDepth' | 'targetDepth'>;
}

/** The knowledge graphs of a policy. */
export interface Knowledge {
  look(): MaybePromise<readonly GraphView[]>;
  /** Returns why it was not done; undefined when it was. */
  settle(answer: SettledProposal): MaybePromise<string | undefined>;
}

/** Holds of sessions. A method returns why it was not done; undefined when it was. */
export interface Holds {
  hold(sessionId: string, reason: string): MaybePromise<string | undefined>;
  lift(sessionId: string, reason?: string): MaybePromise<string | undefined>;
}

const name = z.string().min(1).max(500);
const depth = z.literal([0, 1, 2, 3, 4]);
const seenBody = z.strictObject({ seen: z.literal(true) });
const holdBody = z.strictObject({
  session: name,
  hold: z.boolean(),
  reason: z.string().max(500).exactOptional().describe('why, for the agent; a hold needs one'),
  confirm: z.string().max(200).exactOptional().describe('the code that `licet console` has printed; a hold needs none'),
});
const settleBody = z.strictObject({
  graph: name,
  id: name,
  accept: z.boolean(),
  edge: z
    .strictObject({ source: name, relation: name, target: name, sourceDepth: depth, targetDepth: depth })
    .exactOptional()
    .describe('the edge as it is to be written, where it is not the one that was suggested'),
  confirm: z.string().max(200).exactOptional().describe('the code that `licet console` has printed; a rejection needs none'),
});

/** The routes of the views that the caller of the server has to fill: what edits change, the knowledge graphs, and holds. Most answer also while the policy does not load. */
export function viewRoutes({ edits, knowledge, holds, docOf, layOut }: ConsoleOptions, pages: Pairings): readonly Route[] {
  return [...editRoutes(edits), ...knowledgeRoutes(knowledge, pages), ...nodeRoutes(holds, docOf, pages), layoutRoute(layOut)];
}

function editRoutes(edits: PolicyEdits | undefined): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/edit',
      right: 'look',
      summary: 'how the policy stands in its files: why it does not load, or what the edits since change',
      gives: z.looseObject({ issues: z.array(z.looseObject({ message: z.string() })) }),
      plain: async () => ({ body: await given(edits).look() }),
    },
    {
      method: 'POST',
      path: '/v1/edit',
      right: 'answer',
      summary: 'go on from the policy as it is now',
      takes: seenBody,
      gives: seenBody,
      plain({ body }) {
        parseBody(seenBody, body);
        given(edits).seen();
        return { body: { seen: true } };
      },
    },
  ];
}

function nodeRoutes(holds: Holds | undefined, docOf: ConsoleOptions['docOf'], pages: Pairings): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/holds',
      right: 'answer',
      summary: 'put a session on hold, or let it go on, with the code that only a terminal shows',
      takes: holdBody,
      gives: z.looseObject({ done: z.boolean() }),
      async plain({ body, bearer }) {
        const { session, hold, reason = '', confirm = '' } = parseBody(holdBody, body);
        // A hold only stops the agent.
        if (!hold) pages.confirm(bearer, confirm);
        return { body: outcome(await (hold ? given(holds).hold(session, reason) : given(holds).lift(session, reason))) };
      },
    },
    {
      method: 'GET',
      path: '/v1/kinds',
      right: 'look',
      summary: 'what the kinds of nodes in the policy do, a line for each',
      gives: z.object({ kinds: z.record(z.string(), z.string()) }),
      handle({ policy: { engine } }) {
        const known = kindsOf(engine.describe()).map(kind => [kind, docOf?.(kind)] as const);
        return { body: { kinds: Object.fromEntries(known.filter(([, doc]) => doc !== undefined)) } };
      },
    },
  ];
}

function knowledgeRoutes(knowledge: Knowledge | undefined, pages: Pairings): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/knowledge',
      right: 'look',
      summary: 'the knowledge graphs of the policy: what they know, what is doubtful, and what waits for a person',
      gives: z.object({ graphs: z.array(z.looseObject({ name: z.string() })) }),
      plain: async () => ({ body: { graphs: await given(knowledge).look() } }),
    },
    {
      method: 'POST',
      path: '/v1/knowledge',
      right: 'answer',
      summary: 'accept, modify or reject an edge that a failure has suggested, with the code that only a terminal shows',
      takes: settleBody,
      gives: z.looseObject({ done: z.boolean() }),
      async plain({ body, bearer }) {
        const { confirm = '', ...answer } = parseBody(settleBody, body);
        // What an agent knows lets it do more; a rejection only leaves things as they are.
        if (answer.accept) pages.confirm(bearer, confirm);
        return { body: outcome(await given(knowledge).settle(answer)) };
      },
    },
  ];
}

const outcome = (why: string | undefined): object => (why === undefined ? { done: true } : { done: false, why });

const kindsOf = ({ kind, children = [] }: NodeData): readonly string[] => [...new Set([kind, ...children.flatMap(kindsOf)])];

function given<T>(view: T | undefined): T {
  if (view === undefined) throw new RequestFault('not_found', 'this server does not show that');
  return view;
}
