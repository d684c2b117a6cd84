import type { Danger } from './danger.ts';

/** A bare address of the open network. */
export const BARE: RegExp =
  /\b(?:https?|ftp):\/\/(?!(?:10|127|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/|\s|["']|$)/;

/** An image whose build fetches from a bare address: it says nothing about whose machine answers there. */
export function imageDangers(text: string): readonly Danger[] {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  const hosts = lines.flatMap(line => (/^\s*(?:ONBUILD\s+)?(?:RUN|ADD)\s/i.test(line) ? (BARE.exec(line)?.[1] ?? []) : []));
  return hosts.slice(0, 1).map(host => ({ kind: 'fetches', host, note: 'an image that is built runs what this address gives' }));
}
