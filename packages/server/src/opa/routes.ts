import * as z from 'zod';

import type { Decisions } from '../decide.ts';
import { RequestFault } from '../http/fault.ts';
import type { Call, Reply, Route } from '../http/route.ts';
import { documentAt } from './documents.ts';

const V1 = '/v1/data';
const V0 = '/v0/data';

const refusal = (code: string, message: string): object => ({ code: WORDS[code] ?? code, message });

/** The codes of OPA where it has its own. */
const WORDS: Readonly<Record<string, string>> = { invalid_request: 'invalid_parameter', not_found: 'resource_not_found' };

const WARNING = Object.freeze({ code: 'api_usage_warning', message: "'input' key missing from the request" });

/** The routes of the REST interface of OPA: one document for the client of the AI SDK, and two of our own. */
export function opaRoutes(made: Decisions): readonly Route[] {
  const shared = { right: 'decide', refusal } as const;
  const answer = z.object({
    result: z.unknown().optional(),
    decision_id: z.string().optional(),
    warning: z.object({ code: z.string(), message: z.string() }).optional(),
  });
  const data = (path: string): readonly Route[] => [
    {
      ...shared,
      method: 'POST',
      path,
      summary: 'OPA: the document under a path, for an input',
      takes: z.object({ input: z.unknown().optional() }),
      gives: answer,
      handle: call => dataFor(call, inputOf(call.body), made),
    },
    {
      ...shared,
      method: 'GET',
      path,
      summary: 'OPA: the document under a path, with the input in the query',
      gives: answer,
      handle: call => dataFor(call, queried(call.query.get('input')), made),
    },
  ];
  return [
    ...data(V1),
    ...data(`${V1}/*`),
    {
      ...shared,
      method: 'POST',
      path: `${V0}/*`,
      summary: 'OPA: the bare document under a path, for a bare input',
      takes: z.unknown(),
      gives: z.unknown(),
      async handle(call) {
        const found = await documentAt(pathIn(call.path, V0), call.body, call, made);
        if (found === undefined) throw new RequestFault('not_found', 'there is no such document');
        return { body: found.value };
      },
    },
  ];
}

async function dataFor(call: Call, input: Given, made: Decisions): Promise<Reply> {
  const found = await documentAt(pathIn(call.path, V1), input?.value, call, made);
  return {
    body: {
      ...(found?.id !== undefined && { decision_id: found.id }),
      ...(found !== undefined && { result: found.value }),
      ...(input === undefined && { warning: WARNING }),
    },
  };
}

type Given = { readonly value: unknown } | undefined;

function inputOf(body: unknown): Given {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RequestFault('invalid_request', 'expected an object with `input`');
  return Object.hasOwn(body, 'input') ? { value: (body as { readonly input?: unknown }).input } : undefined;
}

function queried(text: string | null): Given {
  if (text === null) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    throw new RequestFault('invalid_request', 'the `input` of the query is not JSON');
  }
}

function pathIn(path: string, root: string): string {
  try {
    return path
      .slice(root.length)
      .split('/')
      .filter(part => part !== '')
      .map(decodeURIComponent)
      .join('/');
  } catch {
    throw new RequestFault('invalid_request', 'the path is not well encoded');
  }
}
