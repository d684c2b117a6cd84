import type { Danger } from './danger.ts';

/** A bare address of the open network. */
const BARE =
  /\b(?:https?|ftp):\/\/(?!(?:10|127|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/|\s|["']|$)/;

/** The first bare address in a line that fetches. */
export const bareHost = (lines: readonly string[], fetches: RegExp): string | undefined =>
  lines.flatMap(line => (fetches.test(line) ? (BARE.exec(line)?.[1] ?? []) : []))[0];

/** An image whose build fetches from a bare address: it says nothing about whose machine answers there. */
export function imageDangers(text: string): readonly Danger[] {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  const host = bareHost(lines, /^\s*(?:ONBUILD\s+)?(?:RUN|ADD)\s/i);
  return host === undefined ? [] : [{ kind: 'fetches', host, note: 'an image that is built runs what this address gives' }];
}
