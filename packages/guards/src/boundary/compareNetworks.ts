import type { Json, Ruling } from '@licet/core';
import type { Change, Comparison } from '@licet/core/nodes';
import { compareBy, compareCases, joinChanges, paramOrder, severityOf } from '@licet/core/nodes';

import { compileHost, embeddedAddress, METADATA } from './hostPattern.ts';
import { representativeHosts } from './representativeHosts.ts';
import type { HostAndPort } from './representativeHosts.ts';

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
