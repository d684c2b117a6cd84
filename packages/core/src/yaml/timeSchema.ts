import * as z from 'zod';

import { readDuration } from '../text/quantity.ts';

/** A length of time as policies write it. */
export const time: z.ZodString = z
  .string()
  .refine(text => readDuration(text) !== undefined, 'expected a time such as `30m` or `12h`');
