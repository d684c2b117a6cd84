import type { KeyObject } from 'node:crypto';

import type { ChainedRecord } from '@licet/core/store';
import { canonicalJson } from '@licet/core/text';

import { envelopeOf, signEnvelope } from '../signing/envelope.ts';

/** The type of the text that the signature of a receipt is over. */
const RECEIPT_TYPE = 'application/vnd.licet.receipt+json';

/** What a receipt says of one decision. */
export interface Receipt {
  readonly format: 1;
  /** SHA-256 of the whole action, before anything was redacted. */
  readonly request: { readonly sha256: string };
  readonly kind: string;
  readonly tool?: string;
  readonly session: string;
  readonly call?: string;
  readonly evaluation: string;
  readonly runtime?: string;
  readonly ruling: string;
  /** What was done about the ruling. */
  readonly enforced: string;
  readonly rule: { readonly guard: string; readonly code: string };
  readonly policy: { readonly sha256: string };
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The place in the audit trail. `hash` covers the whole record. */
  readonly chain: { readonly seq: number; readonly prev: string; readonly hash: string };
}

/** The receipt of a record; undefined for one that is no decision. */
export function receiptOf({ seq, prev, hash, record }: ChainedRecord): Receipt | undefined {
  if (record.type !== 'evaluation') return undefined;
  const { kind, tool, callId: call, runtime, ruling, enforced, guard, code } = record;
  return {
    format: 1,
    request: { sha256: record.actionDigest },
    kind,
    ...(tool !== undefined && { tool }),
    session: record.sessionId,
    ...(call !== undefined && { call }),
    evaluation: record.evaluationId,
    ...(runtime !== undefined && { runtime }),
    ruling,
    enforced,
    rule: { guard, code },
    policy: { sha256: record.policyDigest },
    time: new Date(record.at).toISOString(),
    chain: { seq, prev, hash },
  };
}

/** A receipt as one line: canonical JSON in an envelope of DSSE that a private key has signed. */
export const signedReceipt = (receipt: Receipt, key: KeyObject): string =>
  canonicalJson(signEnvelope(envelopeOf(RECEIPT_TYPE, canonicalJson(receipt)), key));
