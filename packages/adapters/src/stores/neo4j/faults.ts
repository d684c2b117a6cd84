import type { EpistemicErrorCode } from '@licet/epistemic/store';
import { EpistemicError } from '@licet/epistemic/store';

const codes: readonly (readonly [pattern: RegExp, code: EpistemicErrorCode, what: string])[] = [
  [
    /Security\.(?:Unauthorized|Authentication|CredentialsExpired|TokenExpired)/,
    'graph_unavailable',
    'credentials that the server accepts',
  ],
  [/DatabaseNotFound|DatabaseUnavailable/, 'graph_unavailable', 'a database that exists and is online'],
  [/ReadOnly|WriteOnReadOnly|NotALeader|Security\.Forbidden|AccessMode/, 'graph_read_only', 'a database that may be written'],
  [/ConstraintValidationFailed/, 'graph_corrupt', 'data that fits the constraints of the graph'],
  [
    /ServiceUnavailable|SessionExpired|TransientError|ConnectionTimeout|pool|Terminated|Timed?Out/i,
    'graph_unavailable',
    'a server that answers',
  ],
  [/^Neo\./, 'graph_unavailable', 'a server that can do this'],
];

/** Says in our words what the driver threw; errors of our own pass through. The driver's error is the cause, never the password. */
export function neo4jFault(error: unknown, uri: string): unknown {
  if (error instanceof EpistemicError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof code === 'string' ? code : '';
  const known = codes.find(([pattern]) => pattern.test(text) || (text === 'N/A' && pattern.test(String(message))));
  const [, ours, wanted] = known ?? [undefined, 'graph_unavailable' as const, 'a server that answers'];
  return new EpistemicError(ours, `expected ${wanted} at \`${uri}\`, found: ${String(message)} (${text || 'no code'})`, {
    cause: error,
  });
}
