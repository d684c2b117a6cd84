import { join } from 'node:path';

import { RULINGS } from '@licet/core';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';

const words = z.string().min(1);

/** A documented incident of an agent, and what Licet says to its decisive call. */
export interface Incident {
  readonly title: string;
  /** The year and month when it was reported. */
  readonly date: string;
  readonly agent: string;
  /** It did harm, was tried on users, or was demonstrated by researchers. */
  readonly form: 'happened' | 'attacked' | 'shown';
  readonly source: { readonly title: string; readonly publisher: string };
  /** The call is in the source, but for the hosts of attackers; or we wrote it after the description. Absent when no call was made. */
  readonly call?: 'recorded' | 'rebuilt';
  readonly command?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** The ruling under the policy that `licet init` writes. */
  readonly says?: (typeof RULINGS)[number];
  /** Why it is not stopped. */
  readonly why?: string;
}

const Shape: z.ZodType<Incident> = z
  .strictObject({
    title: words,
    date: z.string().regex(/^\d{4}-\d{2}$/u),
    agent: words,
    form: z.enum(['happened', 'attacked', 'shown']),
    source: z.strictObject({ title: words, publisher: words }),
    call: z.enum(['recorded', 'rebuilt']).exactOptional(),
    command: words.exactOptional(),
    tool: words.exactOptional(),
    input: z.record(z.string(), z.json()).exactOptional(),
    says: z.enum(RULINGS).exactOptional(),
    why: words.exactOptional(),
  })
  .refine(({ command, tool, call, says }) => new Set([command ?? tool, call, says].map(each => each === undefined)).size === 1, {
    error: 'expected a call with `call` and `says`, or none of the three',
  })
  .refine(incident => isStopped(incident) === (incident.why === undefined), {
    error: 'expected `why` exactly where the incident is not stopped',
  });

/** True when the decisive call would not have run by itself. */
export function isStopped({ says }: Incident): boolean {
  return says === 'ask' || says === 'block';
}

/** Every incident, in the order of the file. */
export const incidents: readonly Incident[] = goldenCases(join(import.meta.dirname, 'incidents.yaml'), Shape);
