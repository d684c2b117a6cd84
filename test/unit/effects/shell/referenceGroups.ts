import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { goldenGroups } from '../../../support/goldenCases.ts';
import type { GoldenGroup } from '../../../support/goldenCases.ts';

/** What a command must do and must not do, as `isEffect` reads it: something of either. */
const Case = z
  .strictObject({ command: z.string().min(1), want: z.array(z.string()), not: z.array(z.string()) })
  .refine(({ want, not }) => want.length + not.length > 0, 'wants nothing and forbids nothing');

/** The reference of the shell analyser. */
export const referenceGroups = (): readonly GoldenGroup<z.infer<typeof Case>>[] =>
  goldenGroups(fileURLToPath(new URL('../../../golden/effects/reference.yaml', import.meta.url)), Case);
