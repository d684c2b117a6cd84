/** A label that no pattern has: a host below it matches only what matches every host there. */
const FRESH = 'e000-licet-fresh';

/** Names that hold an address, which is judged in addition to the name. */
const HOLDS_ADDRESS = /(?:nip|sslip|xip)\.io|traefik\.me|backname\.io|local-ip/iu;

/** A host, and a port where it is known. */
export type HostAndPort = readonly [host: string, port: number | undefined];

/**
 * Hosts and ports that represent all there are, for these patterns: two lists of patterns that say the same of these say the same of every
 * host. Undefined where a pattern names a service whose names hold addresses.
 */
export function representativeHosts(patterns: readonly string[]): readonly HostAndPort[] | undefined {
  if (patterns.some(pattern => HOLDS_ADDRESS.test(pattern) || pattern.includes(FRESH))) return undefined;
  const portOf = (pattern: string): number | undefined => {
    const port = /(?:^[^:]*|\]):(?<port>\d{1,5})$/u.exec(pattern)?.groups?.['port'];
    return port === undefined ? undefined : Number(port);
  };
  const ports = new Set<number | undefined>([undefined, ...patterns.map(portOf)]);
  const other = [...Array(ports.size + 1).keys()].map(each => each + 1).find(port => !ports.has(port));
  const names = patterns.map(pattern => pattern.replace(/(?<=^[^:]*|\]):\d{1,5}$/u, '').replace(/^\[|\]$/gu, ''));
  const plain = names.filter(name => !name.includes('*') && !name.includes('/'));
  const below = names.flatMap(name => (name.startsWith('*.') ? [name.slice(2)] : [])).flatMap(name => [name, `${FRESH}.${name}`]);
  const addresses = [...new Set(names.flatMap(edgesOf))].map(addressOf);
  const hosts = [FRESH, '203.0.113.77', ...plain, ...below, ...addresses];
  const holding = ['203.0.113.77', ...addresses].map(address => `${FRESH}.${address.replaceAll('.', '-')}.sslip.io`);
  return [...new Set([...hosts, ...holding])].flatMap(host => [...ports, other].map((port): HostAndPort => [host, port]));
}

/** The first and the last address of a network, or one address, with those next to them: between two edges all addresses are alike. */
function edgesOf(name: string): readonly number[] {
  const found = /^(?<address>\d+\.\d+\.\d+\.\d+)(?:\/(?<bits>\d+))?$/u.exec(name)?.groups;
  if (found === undefined) return [];
  const number = (found['address'] ?? '').split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(found['bits'] ?? 32));
  const start = Math.floor(number / size) * size;
  return [start - 1, start, start + 1, start + size - 2, start + size - 1, start + size].filter(
    each => each >= 0 && each < 2 ** 32,
  );
}

const addressOf = (number: number): string => [24, 16, 8, 0].map(bits => Math.floor(number / 2 ** bits) % 256).join('.');
