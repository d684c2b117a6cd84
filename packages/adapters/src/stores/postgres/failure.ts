import { GovernanceError } from '@licet/core';

/** What to do, by the code of the driver or the server, or by what it said. */
const WAYS_OUT: readonly (readonly [RegExp, string])[] = [
  [/ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/, 'the package `pg` is not installed; install it beside licet: `npm install pg`'],
  [/^28|password|SASL/i, 'the server does not accept the user or the password; check the address, or set `PGPASSWORD`'],
  [/^3D000/, 'there is no such database; create it, or correct the address'],
  [/^42501/, 'the user may not do this; let an owner create the schema, or grant the user the right to'],
  [/^25000/, 'its usual isolation is not `read committed`; set it for the user, or leave `options` out of the address'],
  [/^25006/, 'the server takes no writes; name the primary in the address, not a replica'],
  [/^53100|ENOSPC/, 'the disk of the server is full; make room, and nothing is lost'],
  [/^53300|^53/, 'the server has no connection or memory left; raise its limit, or lower `maxConnections`'],
  [
    /^57014|^55P03|^25P0[34]|timeout|ETIMEDOUT/i,
    'the server did not answer in time; it is overloaded, or another process holds a lock',
  ],
  [/^40/, 'too many processes change the same thing; try again'],
  [/^57P|^08|terminated|ECONNRESET|EPIPE/i, 'the connection broke; the server is restarting, and the next use connects again'],
  [/^42|^3F000/, 'its tables are not those of licet; name another schema'],
  [/^58|^XX/, 'the server reports damage; see its log'],
  [/^DEPTH_|^ERR_TLS|CERT|SSL|TLS/, 'TLS could not be agreed on; check `sslmode` in the address, and the certificates'],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH/,
    'no server answers there; check that it runs and that the address is right',
  ],
];

/** Turns what `pg` throws into an error with a code and a way out. Errors that are ours stay as they are. */
export function stateFailure(cause: unknown, place: string): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const way = wayOut(code) ?? wayOut(message) ?? 'see the cause';
  return new GovernanceError('store_unavailable', `the state at \`${place}\` cannot be used: ${way}`, { cause });
}

function wayOut(text: unknown): string | undefined {
  return typeof text === 'string' ? WAYS_OUT.find(([pattern]) => pattern.test(text))?.[1] : undefined;
}

/** Tells whether the server took the whole transaction back because of another one: then it may be tried again. */
export function isContention(cause: unknown): boolean {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

const READ_ONLY = '25006';

/** Says of a server what it says itself when it is to write and may not. */
export const readsOnly = (): Error => Object.assign(new Error('the server takes no writes'), { code: READ_ONLY });

/** Tells whether another server may answer instead: this one is away, broke off, starts or ends, or takes no writes. */
export const isMoved = (cause: unknown): boolean =>
  !isUsable(cause) || (cause as { readonly code?: unknown } | null)?.code === READ_ONLY;

/** The codes of a server that refuses a statement and goes on, as opposed to those of one that hangs up. */
const REFUSAL = /^(?!08|57P|25P0[34])[0-9FHPX][0-9A-Z]{4}$/;

/** Tells whether the connection still works after an error: it was refused by the server, or comes from ourselves. */
export function isUsable(cause: unknown): boolean {
  return cause instanceof GovernanceError || REFUSAL.test(String((cause as { readonly code?: unknown } | null)?.code));
}
