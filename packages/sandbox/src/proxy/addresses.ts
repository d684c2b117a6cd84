import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of local networks. Source: the special-purpose registries of IANA. */
const LOCAL: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const list = new BlockList();
for (const [network, bits] of LOCAL) list.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4');

/** True for an address of this machine, of a local network, or for anything that is no address. Addresses of IPv4 within IPv6 count as what they are. */
export function isLocalAddress(address: string): boolean {
  const kind = isIP(address);
  return kind === 0 || list.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}
