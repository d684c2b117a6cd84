import { InvariantError } from '@licet/core';

/** A host with an optional port, ready to compare. */
export interface HostPattern {
  /** Whether a host matches; a port that is not known matches no pattern that names one. */
  readonly matches: (host: string, port: number | undefined) => boolean;
}

/** Where cloud machines hand out their credentials. */
export const METADATA = [
  '169.254.0.0/16',
  '168.63.129.16',
  '100.100.100.200',
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
];

/** The host that was asked about last: each is held against many patterns in a row, and the parser of addresses is slow. */
let last: readonly [host: string, plain: string] = ['', ''];

/** One spelling for a host: lower case, no final dot, and numeric forms of IPv4 addresses (`0x7f.1`) as four numbers. */
function plainHost(host: string): string {
  if (last[0] !== host) last = [host, spelled(host)];
  return last[1];
}

function spelled(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const text = bare.includes(':') ? `http://[${bare}]` : `http://${bare}`;
  const name = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? bare;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(name);
  if (mapped === null) return name;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Public names that stand for the address that is written in them. Sources: the services' own pages. */
const ADDRESS_NAME =
  /(?:^|[.-])(?:(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})|([0-9a-f]{8}))\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|local-ip\.(?:co|sh|medicmobile\.org)|my\.local-ip\.co)\.?$/i;

/** Returns the address in a public name: `169.254.169.254` for `a.169-254-169-254.sslip.io`; else undefined. */
export function embeddedAddress(host: string): string | undefined {
  const [found, ...parts] = ADDRESS_NAME.exec(host) ?? [];
  if (found === undefined) return undefined;
  const [hex] = parts.slice(4);
  return hex === undefined ? parts.slice(0, 4).join('.') : plainHost(`0x${hex}`);
}

function toNumber(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some(part => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function network(address: string, bits: number): ((host: string) => boolean) | undefined {
  const start = toNumber(address);
  if (start === undefined || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  return host => {
    const number = toNumber(host);
    return number !== undefined && Math.floor(number / size) === Math.floor(start / size);
  };
}

/**
 * Compiles a host pattern: `api.example.com`, `*.example.com` (every host below, not the domain itself), `*`, `10.0.0.0/8`, each
 * with `:port` behind it if only that port is meant, and `[::1]:8080`.
 *
 * @throws {InvariantError} for anything else: an address with a scheme or a path, a wildcard inside a name.
 */
export function compileHost(pattern: string, path: readonly (string | number)[]): HostPattern {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|(\*|(?:\*\.)?[A-Za-z0-9_.-]+?)(?:\/(\d{1,2}))?)(?::(\d{1,5}))?$/.exec(pattern);
  const name = found?.[1] ?? found?.[2];
  const within = found?.[3] === undefined || name === undefined ? undefined : network(name, Number(found[3]));
  if (name === undefined || (found?.[3] !== undefined && within === undefined)) {
    throw new InvariantError(
      'invalid_pattern',
      `expected a host like \`api.example.com\`, \`*.example.com\` or \`10.0.0.0/8:443\`, found \`${pattern}\``,
      { path },
    );
  }
  const port = found?.[4] === undefined ? undefined : Number(found[4]);
  const suffix = name.startsWith('*.') ? plainHost(name.slice(2)) : undefined;
  const exact = plainHost(name);
  const isHost = (host: string): boolean => {
    if (name === '*') return true;
    if (within !== undefined) return within(host);
    return suffix === undefined ? host === exact : host.endsWith(`.${suffix}`);
  };
  return { matches: (host, actual) => (port === undefined || port === actual) && isHost(plainHost(host)) };
}
