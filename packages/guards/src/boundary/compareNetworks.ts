import type { Json, Ruling } from '@licet/core';
import type { Change, Comparison } from '@licet/core/nodes';
import { compareBy, compareCases, joinChanges, paramOrder, severityOf } from '@licet/core/nodes';

import { compileHost, embeddedAddress, METADATA } from './hostPattern.ts';

type Params = { readonly [name: string]: Json };

/** The options that rule about hosts, known and unknown. */
interface HostOptions {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly uploadTo?: readonly string[];
  readonly uploads?: Ruling;
  readonly unknown?: Ruling;
}

const compareLists = compareBy({ allow: paramOrder.permits(), deny: paramOrder.forbids(), uploadTo: paramOrder.exempts() });

const compareOthers = compareBy({
  methods: paramOrder.permits(),
  uploads: paramOrder.ruling('ask'),
  listen: paramOrder.ruling('ask'),
  unknown: paramOrder.ruling('ask'),
});

/** A node with a list of hosts or methods applies to what cannot be seen, too. */
export function compareNetworks(older: Params, newer: Params): Comparison {
  const isNarrow = ({ allow, deny, methods }: Params): boolean =>
    allow !== undefined || methods !== undefined || (Array.isArray(deny) && deny.length > 0);
  const change = compareOptions(older, newer);
  if (isNarrow(older) === isNarrow(newer)) return change;
  if (change === 'narrower') return isNarrow(newer) ? 'narrower_or_newly' : 'unknown';
  return change === 'wider' && isNarrow(older) ? 'wider_or_no_longer' : 'unknown';
}

/** Hosts are compared by what may be done with each of them in the end, and the other options by themselves. */
function compareOptions(older: Params, newer: Params): Change {
  const [was, is] = [older, newer].map(hostLists) as [Params, Params];
  const hosts = representativeHosts([...METADATA, ...[was, is].flatMap(lists => Object.values(lists).flat() as string[])]);
  const others = ({ allow: _allow, deny: _deny, uploadTo: _uploadTo, ...rest }: Params): Params => rest;
  const isListed = ({ allow, deny = [] }: Params): number =>
    allow !== undefined || (deny as readonly Json[]).length > 0 ? 1 : 0;
  const ofHosts =
    hosts === undefined
      ? compareLists(was, is)
      : compareCases(...([older, newer].map(each => stepsOf(each, hosts)) as [number[], number[]]));
  const [before, after] = [older, newer].map(each => withUploads(others(each), each, hosts)) as [Params, Params];
  return joinChanges([ofHosts, compareCases([isListed(older)], [isListed(newer)]), compareOthers(before, after)]);
}

/** Where no host may be reached, uploads are to unknown ones: the stricter of the two rulings counts. */
function withUploads(others: Params, params: HostOptions, hosts: readonly HostAndPort[] | undefined): Params {
  if (hosts === undefined || stepsOf(params, hosts).some(step => step < severityOf('block'))) return others;
  const { uploads = 'ask', unknown = 'ask' } = params;
  return { ...others, uploads: severityOf(uploads) > severityOf(unknown) ? uploads : unknown };
}

/** How strictly each host is ruled: to be reached, and to be sent local data. */
function stepsOf(params: HostOptions, hosts: readonly HostAndPort[]): readonly number[] {
  const listed = (list: readonly string[] = []): ((host: string, port: number | undefined) => boolean) => {
    const patterns = list.map(pattern => compileHost(pattern, []));
    return (host, port) => patterns.some(pattern => pattern.matches(host, port));
  };
  const { allow, uploads = 'ask' } = params;
  const [isDenied, isAllowed, mayTake] = [listed([...(params.deny ?? []), ...METADATA]), listed(allow), listed(params.uploadTo)];
  return hosts.flatMap(([host, port]) => {
    const inName = embeddedAddress(host);
    const isStopped =
      isDenied(host, port) || (inName !== undefined && isDenied(inName, port)) || (allow !== undefined && !isAllowed(host, port));
    if (isStopped) return [3, 3];
    return [0, mayTake(host, port) ? 0 : severityOf(uploads)];
  });
}

const hostLists = ({ allow, deny, uploadTo }: Params): Params => ({
  ...(allow !== undefined && { allow }),
  ...(deny !== undefined && { deny }),
  ...(uploadTo !== undefined && { uploadTo }),
});

/** A label that no pattern has: a host below it matches only what matches every host there. */
const FRESH = 'e000-licet-fresh';

/** Names that hold an address, which is judged in addition to the name. */
const HOLDS_ADDRESS = /(?:nip|sslip|xip)\.io|traefik\.me|backname\.io|local-ip/iu;

/** A host, and a port where it is known. */
type HostAndPort = readonly [host: string, port: number | undefined];

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
