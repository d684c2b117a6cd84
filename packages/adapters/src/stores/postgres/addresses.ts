import { InvariantError } from '@licet/core';

/** The servers of an address, as `pg` takes them: it knows one host an address only. */
export interface Addresses {
  /** One address a server, in the order in which they are tried. */
  readonly each: readonly string[];
  /** Whether a server that takes no writes is passed over. */
  readonly needsPrimary: boolean;
  /** Hosts and database. The rest of an address may hold a password and appears in no message. */
  readonly place: string;
}

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#@]*@)?)([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/u;
const ATTRIBUTE = 'target_session_attrs';

/**
 * Reads an address with one or more hosts: `postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`. With several hosts,
 * a state that is written to needs the one that takes writes, whatever the address says. Throws an `InvariantError` for what is no such address.
 */
export function readAddresses(uri: string, readOnly: boolean): Addresses {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = PARTS.exec(String(uri)) ?? [];
  const names = hosts.split(',');
  const params = new URLSearchParams(query);
  const wanted = params.get(ATTRIBUTE) ?? 'any';
  if (wanted !== 'any' && wanted !== 'read-write' && wanted !== 'primary')
    throw new InvariantError(
      'invalid_param',
      `expected \`${ATTRIBUTE}\` to be \`read-write\`, \`primary\` or \`any\`, found \`${wanted}\``,
    );
  params.delete(ATTRIBUTE);
  // What was not ours to change stays as it was written.
  const rest = query.includes(ATTRIBUTE) ? (params.size === 0 ? '' : `?${params.toString()}`) : query;
  const each = names.map(name => `${scheme}${user}${name}${path}${rest}`);
  const places = each.map(placeOf);
  if (scheme === '' || places.includes(undefined) || (names.length > 1 && names.includes(''))) throw noAddress();
  return {
    each,
    needsPrimary: wanted !== 'any' || (names.length > 1 && !readOnly),
    place: `${places.map(place => place?.host).join(',')}${places[0]?.path}`,
  };
}

/** Returns host and database of one server; undefined for what is no address. */
function placeOf(uri: string): { readonly host: string; readonly path: string } | undefined {
  // Without a host the URL standard knows no user; PostgreSQL does.
  const text = uri.replace('@/', '@localhost/');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || /[@:]/.test(url.pathname)) return undefined;
  const host = url.searchParams.get('host') ?? url.host;
  return { host: host === '' ? 'localhost' : host, path: url.pathname === '/' ? '' : url.pathname };
}

function noAddress(): InvariantError {
  const wanted = '`postgres://user:password@host:5432/database`, with every special character of the password percent-encoded';
  return new InvariantError('invalid_param', `expected \`uri\` to be an address like ${wanted}`);
}
