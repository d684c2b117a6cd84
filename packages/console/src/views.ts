import * as z from 'zod';
import type { NodeData } from '@licet/core/policy';
import { RequestFault, parseBody } from '@licet/server/routes';
import type { Route } from '@licet/server/routes';

import type { ConsoleOptions } from './options.ts';
import type { Pairings } from './pairings.ts';
import { layoutRoute } from './pictures/layoutRoute.ts';
import type { PolicyEdits, Knowledge } from './ports.ts';

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
export function viewRoutes(options: ConsoleOptions, pages: Pairings): readonly Route[] {
  const { edits, knowledge, layOut } = options;
  return [...editRoutes(edits), ...knowledgeRoutes(knowledge, pages), ...nodeRoutes(options, pages), layoutRoute(layOut)];
}

const editRoutes = (edits: PolicyEdits | undefined): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/edit',
    right: 'fleet',
    summary: 'the status of the policy files: why it does not load, or what the edits since change',
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

function nodeRoutes({ holds, docOf, inWords = same }: ConsoleOptions, pages: Pairings): readonly Route[] {
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
      summary: 'the policy with the names of its file, and what the kinds of its nodes do, a line for each',
      gives: z.looseObject({ kinds: z.record(z.string(), z.string()) }),
      handle({ policy: { engine } }) {
        const policy = engine.describe();
        const known = kindsOf(policy).map(kind => [kind, docOf?.(kind)] as const);
        const kinds = Object.fromEntries(known.filter(([, doc]) => doc !== undefined));
        return { body: { digest: engine.policyDigest, policy: inWords(policy), kinds } };
      },
    },
  ];
}

function knowledgeRoutes(knowledge: Knowledge | undefined, pages: Pairings): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/knowledge',
      right: 'fleet',
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

const same = (policy: NodeData): NodeData => policy;

const outcome = (why: string | undefined): object => (why === undefined ? { done: true } : { done: false, why });

const kindsOf = ({ kind, children = [] }: NodeData): readonly string[] => [...new Set([kind, ...children.flatMap(kindsOf)])];

function given<T>(view: T | undefined): T {
  if (view === undefined) throw new RequestFault('not_found', 'this server has no such view, but `licet console` has it');
  return view;
}
