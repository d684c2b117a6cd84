import * as z from 'zod';
import type { ZodType } from 'zod';

import { QUIET_LEVELS } from '../model/certificate.ts';
import { EXCEPTION_SUBJECTS } from '../model/limits.ts';
import type { PolicyLimits } from '../model/limits.ts';
import { time } from './timeSchema.ts';

const longest = time.exactOptional().describe('the longest time, such as `30m`');

const people = z
  .array(z.string().min(1))
  .min(1)
  .exactOptional()
  .describe('the names of the people who may; only a passkey or the service proves a name');

const uses = z.int().min(1).max(1_000).exactOptional().describe('for how many calls at most');

const never = z.literal('never');

/** The schema of `limits` in governance.yaml, in the names of the code. */
export const limitsSchema: ZodType<PolicyLimits> = z.strictObject({
  exceptions: z
    .union([
      never,
      z.strictObject({
        of: z
          .array(z.enum(EXCEPTION_SUBJECTS))
          .min(1)
          .exactOptional()
          .describe('what they may be for: what is done to files, a command, or one action by its digest'),
        by: people,
        for: longest,
        uses,
      }),
    ])
    .exactOptional()
    .describe('the exceptions of `licet allow-once` that count, or `never`'),
  pauses: z
    .union([never, z.strictObject({ by: people, for: longest })])
    .exactOptional()
    .describe('the pauses of `licet pause` that count, or `never`'),
  scopedApprovals: z
    .union([never, z.strictObject({ for: longest, uses })])
    .exactOptional()
    .describe('how far one yes may cover later calls, or `never`'),
  quiet: z.enum(QUIET_LEVELS).exactOptional().describe('the highest level of `quiet`'),
  hosts: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe('the only hosts of agents, by the names of `licet hook`; also `mcp`, `server` and `program`'),
});
