import * as z from 'zod';

import { PROOF_LEVELS, proofOf } from '@licet/core/policy';
import { REGIONS, SCOPE_ENDS } from '@licet/core/store';
import type { AnswerSignature } from '@licet/core/store';
import { RequestFault, parseBody, timeOf } from '@licet/server/routes';
import type { Call, Route } from '@licet/server/routes';

import type { Pairings } from '../pairings.ts';
import type { Passkeys } from '../ports.ts';
import type { KeyDesk } from './desk.ts';

const text = z.string().min(1).max(200);
const encoded = z
  .string()
  .regex(/^[\w-]+$/u, 'expected base64url')
  .max(16_384);

/** What a browser returns of a signature. */
export const assertionBody = z.strictObject({
  keyId: encoded,
  clientDataJSON: encoded,
  authenticatorData: encoded,
  signature: encoded,
});

/** What else a yes covers. What it may say is checked where an answer is taken. */
export const scopeBody = z.strictObject({
  lasts: z.enum(SCOPE_ENDS),
  until: z.number(),
  uses: z.number(),
  region: z.enum(REGIONS),
  turnId: text.exactOptional(),
});

const questionBody = z.strictObject({ request: text, digest: text, name: text, scope: scopeBody.exactOptional() });
const enrolBody = z.union([
  z.strictObject({ name: text }),
  z.strictObject({ id: encoded, clientDataJSON: encoded, attestationObject: encoded }),
  z.strictObject({ remove: encoded }),
  z.strictObject({ signed: assertionBody }),
]);
const challenge = z.object({ challenge: z.string(), credentials: z.array(z.string()) });

/** The signature in the body of a request. */
export const signatureIn = (body: z.infer<typeof assertionBody>): AnswerSignature => ({ kind: 'passkey', ...body });

/** The routes by which people enrol passkeys and sign with them, and that say what level of proof the policy asks for. */
export function passkeyRoutes(
  passkeys: Passkeys | undefined,
  desk: KeyDesk | undefined,
  pages: Pick<Pairings, 'isOwn'>,
): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/passkeys',
      right: 'answer',
      summary: 'what makes an answer count under the policy, and the passkeys that may sign one',
      gives: z.looseObject({ proof: z.string(), keys: z.array(z.looseObject({ keyId: z.string() })) }),
      handle: call => ({ body: proofUnder(call, passkeys, desk) }),
    },
    {
      method: 'POST',
      path: '/v1/passkeys/question',
      right: 'answer',
      summary: 'what a person signs to say yes to a request',
      takes: questionBody,
      gives: challenge,
      handle: async call => ({ body: await questionFor(call, desk) }),
    },
    {
      method: 'POST',
      path: '/v1/passkeys',
      right: 'answer',
      summary: 'enrol or remove a passkey: begin, hand over a key that was made, and sign the change with an enrolled key',
      takes: enrolBody,
      gives: z.looseObject({}),
      plain: async ({ body, bearer }) => ({
        body: (await changed(deskOf(desk), { page: bearer, isOwn: pages.isOwn(bearer) }, parseBody(enrolBody, body))) ?? {},
      }),
    },
  ];
}

function proofUnder({ policy }: Call, passkeys: Passkeys | undefined, desk: KeyDesk | undefined): object {
  const proof = proofOf(policy.settings);
  const known = desk === undefined ? [] : desk.keys();
  const keys = known.map(({ keyId, name }) => ({ keyId, name }));
  return { proof, level: PROOF_LEVELS[proof], keys, origin: passkeys?.origin, first: passkeys?.first };
}

async function questionFor({ body, policy }: Call, desk: KeyDesk | undefined): Promise<object> {
  const { request, digest, name, scope } = parseBody(questionBody, body);
  const stored = await policy.approvals?.find(request, timeOf(policy));
  if (stored === undefined) throw new RequestFault('not_found', 'there is no such request for approval');
  return deskOf(desk).question(stored.request, digest, name, scope);
}

async function changed(
  desk: KeyDesk,
  { page, isOwn }: { readonly page: string; readonly isOwn: boolean },
  body: z.infer<typeof enrolBody>,
): Promise<object | undefined> {
  if ('name' in body) return desk.begin(page, body.name, isOwn);
  if ('remove' in body) return desk.remove(page, body.remove);
  if ('signed' in body) return desk.change(page, signatureIn(body.signed)).then(() => ({ done: true }));
  return (await desk.made(page, body)) ?? { done: true };
}

function deskOf(desk: KeyDesk | undefined): KeyDesk {
  if (desk === undefined) throw new RequestFault('not_found', 'this server knows no passkeys');
  return desk;
}
