import { createHash } from 'node:crypto';

import * as z from 'zod';

import type { ApprovalAnswer } from '@licet/core';
import { proofOf } from '@licet/core/policy';
import { answerToAll, endApproval, giveAnswer, isInForce, requestDigest, scopeRefusal } from '@licet/core/store';
import type { StoredApproval } from '@licet/core/store';
import { RequestFault, parseBody, timeOf } from '@licet/server/routes';
import type { Call, Reply, Route } from '@licet/server/routes';

import type { ConsoleOptions } from './options.ts';
import { keyDesk } from './passkeys/desk.ts';
import type { KeyDesk } from './passkeys/desk.ts';
import type { Pairings } from './pairings.ts';
import { assertionBody, passkeyRoutes, scopeBody, signatureIn } from './passkeys/routes.ts';
import { viewRoutes } from './views.ts';

const text = z.string().min(1).max(200);
const admitBody = z.strictObject({
  codeDigest: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .describe('the SHA-256 of a code that the caller has made, in hexadecimal digits'),
});
const pairBody = z.strictObject({ code: text });
const answerBody = z.strictObject({
  yes: z.boolean(),
  reason: z.string().max(2_000).exactOptional().describe('why, in the words of the person'),
  confirm: text.exactOptional().describe('the code that `licet console` has printed; a no needs none'),
  digest: text.exactOptional().describe('the digest of the request that the page has shown'),
  signed: assertionBody.exactOptional().describe('the signature of a passkey, where the policy asks for one'),
  scope: scopeBody.exactOptional().describe('what else the yes covers; this one call when it is absent'),
});

/** The routes of the page itself. `page` is one HTML document. */
export function consoleRoutes(options: ConsoleOptions, pages: Pairings): readonly Route[] {
  const { page, passkeys, showCode = () => false } = options;
  const desk = passkeys && keyDesk(passkeys);
  const contentPolicy = policyOf(page);
  return [
    ...viewRoutes(options, pages),
    ...passkeyRoutes(passkeys, desk, pages),
    {
      method: 'GET',
      path: '/console',
      summary: 'the page for people; it shows nothing without a code of `licet console`',
      plain: () => ({ text: { type: 'text/html; charset=utf-8', content: page }, contentPolicy }),
    },
    ...pairRoutes(pages, showCode),
    {
      method: 'POST',
      path: '/v1/approvals/*',
      right: 'answer',
      summary: 'answer a request for approval, with the code that only a terminal shows; a no also ends a yes for several calls',
      takes: answerBody,
      gives: z.looseObject({ taken: z.boolean() }),
      handle: call => answered(call, { by: options.by, pages, desk }),
    },
    {
      method: 'GET',
      path: '/v1/coverage/*',
      right: 'answer',
      summary: 'what a yes for several calls to a request would cover; `?region=folder` for any file in the folders',
      gives: z.looseObject({ lines: z.array(z.string()) }),
      handle: call => coverageOf(call, options.coverage),
    },
  ];
}

/** The routes by which a page is opened. */
function pairRoutes(pages: Pairings, showCode: NonNullable<ConsoleOptions['showCode']>): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/console/pairings',
      right: 'pair',
      summary:
        'let the page be opened once with a code of the caller; the code for approvals is shown on the terminal of the server only',
      takes: admitBody,
      gives: z.object({ shown: z.boolean() }),
      plain: ({ body }) => ({ body: { shown: showCode(pages.admit(parseBody(admitBody, body).codeDigest)) } }),
    },
    {
      method: 'POST',
      path: '/v1/console/pair',
      summary: 'turn the code of the address into the token of the page',
      takes: pairBody,
      gives: z.object({ token: z.string() }),
      plain: ({ body }) => ({ body: { token: pages.redeem(parseBody(pairBody, body).code) } }),
    },
  ];
}

interface Answering {
  readonly by: string;
  readonly pages: Pairings;
  readonly desk: KeyDesk | undefined;
}

async function answered(call: Call, answering: Answering): Promise<Reply> {
  const body = parseBody(answerBody, call.body);
  const now = timeOf(call.policy);
  const { approvals, audit } = call.policy;
  // What a person has typed is checked before anything is said about a request.
  const isConfirmed = body.yes && proofOf(call.policy.settings) === 'terminal';
  if (isConfirmed) answering.pages.confirm(call.bearer, body.confirm ?? '');
  const stored = await approvals?.find(call.path.slice('/v1/approvals/'.length), now);
  if (approvals === undefined || stored === undefined)
    throw new RequestFault('not_found', 'there is no such request for approval');
  if (!body.yes && isInForce(stored)) {
    const isEnded = await endApproval({ approvals, audit }, stored, { by: answering.by, reason: 'ended on the page' }, now);
    return { body: { taken: isEnded, status: 'ended' } };
  }
  if (body.scope !== undefined && body.digest !== requestDigest(stored.request))
    throw new RequestFault('forbidden', 'the request is not the one that the page has shown: look at it again');
  const said = body.yes && !isConfirmed ? signedAnswer(stored, body, call, answering) : plainAnswer(stored, body.yes, answering);
  const { reason = '', scope } = body;
  const more = { ...(reason !== '' && { reason }), ...(body.yes && scope !== undefined && { scope }) };
  const result = await giveAnswer({ approvals, audit }, stored, { ...said, ...more }, now);
  return { body: result.taken ? { taken: true, status: result.approval.status } : result };
}

async function coverageOf({ path, query, policy }: Call, coverage: ConsoleOptions['coverage']): Promise<Reply> {
  const stored = await policy.approvals?.find(path.slice('/v1/coverage/'.length), timeOf(policy));
  if (stored === undefined || coverage === undefined || scopeRefusal(stored.request) !== undefined)
    throw new RequestFault('not_found', 'a yes to this request is for one call only');
  const region = query.get('region') === 'folder' ? 'folder' : 'file';
  return { body: { ...(await coverage(stored.request, region)), digest: requestDigest(stored.request) } };
}

/** A no stops the agent, and needs no more than the page. */
const plainAnswer = ({ request }: StoredApproval, yes: boolean, { by }: Answering): ApprovalAnswer => ({
  granted: answerToAll(request, yes, by),
  by,
  channel: 'console',
});

/** A yes that a passkey has signed: it is the yes of the person whose key it is. */
function signedAnswer(
  { request }: StoredApproval,
  { signed, digest = '', scope }: z.infer<typeof answerBody>,
  { policy }: Call,
  { desk }: Answering,
): ApprovalAnswer {
  if (proofOf(policy.settings) !== 'passkey')
    throw new RequestFault('forbidden', 'the policy takes a yes from the service only: `licet doctor` says how');
  if (desk === undefined || signed === undefined)
    throw new RequestFault('forbidden', 'a yes needs the signature of a passkey here: open the page with `licet approve`');
  return desk.answer(request, digest, signatureIn(signed), scope);
}

/** What the page may do: run its own script, and ask its own server. The hashes are of its content. */
function policyOf(page: string): string {
  const hashes = (tag: string): string =>
    Array.from(
      page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'gu')),
      ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    ).join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
