import type { Danger } from './danger.ts';
import { foreignAddress } from './leaks.ts';

/** An address without encryption: a machine on the way can change what is installed. */
const OPEN = /\bhttp:\/\/[^\s"'`<>)]{1,300}/g;

/** A lock file that takes a package from an address without encryption. */
export function lockDangers(text: string): readonly Danger[] {
  const hosts = [...text.matchAll(OPEN)].slice(0, 50).flatMap(([url]) => foreignAddress(url)?.host ?? []);
  return hosts.slice(0, 1).map(host => ({ kind: 'opens', note: `a package comes without encryption from ${host}` }));
}
