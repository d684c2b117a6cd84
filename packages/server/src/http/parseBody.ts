import type { ZodType } from 'zod';

import { RequestFault } from './fault.ts';

/** Checks a body against its schema. Throws a {@link RequestFault} that names the first mistakes, each with its place. */
export function parseBody<T>(schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const found = result.error.issues
    .slice(0, 3)
    .map(
      ({ path, message }) =>
        `${path.length === 0 ? 'the body' : `\`${path.join('.').slice(0, 120)}\``}: ${message.slice(0, 200)}`,
    );
  throw new RequestFault('invalid_request', found.join('; '));
}
