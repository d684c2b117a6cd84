import type { Effect } from '@licet/core';
import { holdsLiveCredential, toldCredential } from '../programs/credentialShapes.ts';

/** Most values of a call that are looked at; more may hold anything. */
const MOST_VALUES = 1500;

/** Whether a text of a call, however deep it stands, has a credential in it. */
export function tellsCredential(payload: unknown): boolean {
  const pending: unknown[] = [payload];
  for (let at = 0; at < pending.length; at++) {
    const value = pending[at];
    if (at >= MOST_VALUES) return true;
    if (typeof value === 'string' && holdsLiveCredential(value)) return true;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

/** A credential that a tool tells to others. */
export const leakOf = (tool: string): Effect => ({ ...toldCredential, program: tool, via: [], certainty: 'certain' });
