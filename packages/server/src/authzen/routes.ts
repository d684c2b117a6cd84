import * as z from 'zod';

import type { Decisions } from '../decide.ts';
import { parseBody } from '../http/parseBody.ts';
import type { Route } from '../http/route.ts';
import { answerTo } from './answer.ts';
import { answerBatch, batchBody } from './batch.ts';
import { accessRequest } from './entities.ts';
import type { Searched } from './search.ts';
import { SEARCHES, search, searchAnswer } from './search.ts';

const accessAnswer = z.object({ decision: z.boolean(), context: z.looseObject({}).optional() });

/** The routes of the AuthZEN Authorization API 1.0. */
export function authzenRoutes(made: Decisions): readonly Route[] {
  const searches = (Object.keys(SEARCHES) as Searched[]).map((what): Route => ({
    method: 'POST',
    path: `/access/v1/search/${what}`,
    right: 'look',
    summary: `AuthZEN: search for ${what}s`,
    takes: SEARCHES[what],
    gives: searchAnswer,
    handle: call => search(what, call),
  }));
  return [
    {
      method: 'POST',
      path: '/access/v1/evaluation',
      right: 'decide',
      summary: 'AuthZEN: one question',
      takes: accessRequest,
      gives: accessAnswer,
      handle: async call => ({ body: await answerTo(parseBody(accessRequest, call.body), call, made) }),
    },
    {
      method: 'POST',
      path: '/access/v1/evaluations',
      right: 'decide',
      summary: 'AuthZEN: many questions',
      takes: batchBody,
      gives: z.union([z.object({ evaluations: z.array(accessAnswer) }), accessAnswer]),
      handle: call => answerBatch(call, made),
    },
    ...searches,
  ];
}

/** The path of the document that lists the endpoints; the path of the base comes after it. */
export const METADATA_PATH = '/.well-known/authzen-configuration';

/** Returns that document. */
export function metadata(base: string): { readonly [name: string]: unknown } {
  return {
    policy_decision_point: base,
    access_evaluation_endpoint: `${base}/access/v1/evaluation`,
    access_evaluations_endpoint: `${base}/access/v1/evaluations`,
    search_subject_endpoint: `${base}/access/v1/search/subject`,
    search_resource_endpoint: `${base}/access/v1/search/resource`,
    search_action_endpoint: `${base}/access/v1/search/action`,
  };
}
