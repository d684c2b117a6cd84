import * as z from 'zod';
import type { ZodType } from 'zod';

import type { NodeData, PolicySettings } from '@licet/core/policy';

import { inTime, remoteAction } from '../decide.ts';
import { RequestFault } from '../http/fault.ts';
import { parseBody } from '../http/parseBody.ts';
import type { Call, Reply } from '../http/route.ts';
import type { AccessRequest, Entity, NamedAction } from './entities.ts';
import { USER, actionOf, context, entity, namedAction, searched } from './entities.ts';

/** The most results of one page, and how many there are when no number is given. */
const MOST_RESULTS = 1_000;
const USUAL_RESULTS = 100;
/** The most candidates that one page looks at. */
const MOST_CANDIDATES = 2_000;

const page = z.object({ token: z.string().max(64).exactOptional(), limit: z.int().min(1).exactOptional() }).exactOptional();

/** The bodies of the three searches. Of what is searched for only the type counts. */
export const SEARCHES = {
  subject: z.object({ subject: searched, action: namedAction, resource: entity, context: context.exactOptional(), page }),
  resource: z.object({ subject: entity, action: namedAction, resource: searched, context: context.exactOptional(), page }),
  action: z.object({ subject: entity, resource: entity, context: context.exactOptional(), page }),
} as const;

/** What a search looks for. */
export type Searched = keyof typeof SEARCHES;

type Page = { readonly token?: string; readonly limit?: number } | undefined;

/** The schema of what a search answers. */
export const searchAnswer: ZodType = z.object({
  results: z.array(z.looseObject({})),
  page: z.object({ next_token: z.string(), count: z.int() }),
});

interface Candidate {
  readonly result: object;
  readonly request: AccessRequest;
}

/**
 * Tries what the policy file declares, its principals, its resources, the kinds of actions in its conditions, and returns what would be let
 * through at once. Nothing is charged, recorded or asked.
 */
export async function search(what: Searched, call: Call): Promise<Reply> {
  const { settings, engine } = call.policy;
  const { candidates, wanted } = candidatesFor(what, call);
  const { limit = USUAL_RESULTS, token = '' } = wanted ?? {};
  const most = Math.min(limit, MOST_RESULTS);
  const first = offsetOf(token);
  const results: object[] = [];
  let next = first;
  for (const { result, request } of candidates.slice(first, first + MOST_CANDIDATES)) {
    if (results.length === most) break;
    next++;
    const evaluation = await inTime(
      engine.explain(remoteAction(actionOf(request, settings), call.origin), { signal: call.signal }),
      call.signal,
    );
    if (evaluation.passed) results.push(result);
  }
  const isWhole = next >= candidates.length;
  return { body: { results, page: { next_token: isWhole ? '' : `${next}`, count: results.length } } };
}

function offsetOf(token: string): number {
  if (token === '') return 0;
  if (!/^\d{1,9}$/u.test(token)) throw new RequestFault('invalid_request', '`page.token` is none that this server has given');
  return Number(token);
}

/** What every search may say; of what is searched for only the type is told. */
interface Asked extends Pick<AccessRequest, 'context'> {
  readonly subject: Entity;
  readonly resource: Entity;
  readonly action?: NamedAction;
  readonly page?: Page;
}

/** Those who ask, and what is asked about, must be known, but for what is searched for. */
function candidatesFor(
  what: Searched,
  { body, policy: { settings, engine } }: Call,
): { readonly candidates: readonly Candidate[]; readonly wanted: Page } {
  const { page: wanted, ...asked } = parseBody(SEARCHES[what] as ZodType<Asked>, body);
  const { subject, resource } = asked;
  const principals = principalsOf(subject.type, settings);
  const resources = resourcesOf(resource.type, settings);
  const isKnown =
    (what === 'subject' || principals.includes(subject.id)) && (what === 'resource' || resources.includes(resource.id));
  const found = {
    subject: () => principals.map(id => ({ type: subject.type, id })),
    resource: () => resources.map(id => ({ type: resource.type, id })),
    action: () => kindsIn(engine.describe()).map(name => ({ name })),
  }[what];
  const candidates = (isKnown ? found() : []).map(result => ({ result, request: { ...asked, [what]: result } as AccessRequest }));
  return { candidates, wanted };
}

type Known = Pick<PolicySettings, 'principals' | 'resources'>;

const principalsOf = (type: string, { principals = {} }: Known): readonly string[] =>
  Object.keys(principals).filter(id => (principals[id]?.type ?? USER) === type);

const resourcesOf = (type: string, { resources = {} }: Known): readonly string[] =>
  Object.hasOwn(resources, type) ? Object.keys(resources[type] ?? {}) : [];

/** The kinds that the conditions of a tree name, as matches and as expressions say them; those with a wildcard name none. */
export function kindsIn(node: NodeData): readonly string[] {
  const found = new Set<string>();
  const visit = ({ params = {}, children = [] }: NodeData): void => {
    for (const value of Object.values(params)) {
      if (typeof value === 'string') for (const name of kindsOfExpression(value)) found.add(name);
      else if (typeof value === 'object' && value !== null && 'kind' in value)
        for (const name of [value['kind']].flat()) if (typeof name === 'string' && !name.includes('*')) found.add(name);
    }
    children.forEach(visit);
  };
  visit(node);
  return [...found].sort();
}

/** `action.kind == "read"`, `action.kind in ["read", "write"]`. */
function kindsOfExpression(text: string): readonly string[] {
  const quoted = /(["'])((?:(?!\1)[^\\])+)\1/gu;
  const named = /\baction\.kind\s*(?:==\s*(?<one>"[^"\\]+"|'[^'\\]+')|in\s*\[(?<many>[^\]]*)\])/gu;
  return Array.from(text.matchAll(named)).flatMap(({ groups }) =>
    Array.from((groups?.['one'] ?? groups?.['many'] ?? '').matchAll(quoted), ([, , name = '']) => name),
  );
}
