import * as z from 'zod';

import { RequestFault } from '../http/fault.ts';
import type { Call, Reply, Route } from '../http/route.ts';

/** The route from which other teams take the knowledge of this one. */
export const GRAPH_ROUTE: Route = {
  method: 'GET',
  path: '/v1/graph',
  right: 'look',
  summary:
    'a knowledge graph of the policy as a signed snapshot, for teams that rest on it: `?name=NAME` where there are several; answers 304 to an `If-None-Match` that fits',
  gives: z.looseObject({ payload: z.looseObject({}), key: z.string(), signature: z.string() }),
  handle: signedGraph,
};

async function signedGraph({ query, policy }: Call): Promise<Reply> {
  const signed = await policy.signedGraph?.(query.get('name') ?? undefined);
  if (signed === undefined)
    throw new RequestFault(
      'not_found',
      'there is no such graph, or it was never signed: run `licet concepts sign` on the server',
    );
  return { text: { type: 'application/json', content: signed.text }, etag: signed.etag };
}
