import type { NetworkTarget } from '@licet/core';
import { holdsLiveCredential, toldCredential } from '../../programs/credentialShapes.ts';
import { isLocalAddress } from '../../programs/requests.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';

/** The host, port and path of an address as command-line programs accept them: `scheme://user@host:port/path`, `host:port`, `user@host`. */
export function parseAddress(text: string): { readonly host?: string; readonly port?: number; readonly scheme?: string } {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  const authority = rest.replace(/[/?#].*$/s, '').replace(/^[^@]*@/s, '');
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?/s.exec(authority) ?? [];
  const host = bracketed ?? plain ?? '';
  return {
    ...(host === '' || host.includes(HOLE) ? {} : { host: host.toLowerCase() }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(scheme === undefined ? {} : { scheme: scheme.toLowerCase() }),
  };
}

/** True for a host that is this machine. */
export function isLoopback(host: string | undefined): boolean {
  return host === '::1' || isLocalAddress(host);
}

/** A network target for an address. */
export function networkTarget(text: string, direction: NetworkTarget['direction'], method: string | undefined): NetworkTarget {
  const { host, port } = parseAddress(text);
  return {
    type: 'network',
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(method === undefined ? {} : { method }),
    direction,
  };
}

/**
 * The host of an rsync or scp end such as `user@host:path` or `rsync://host/path`; `undefined` for a local path. One
 * letter is a host too, as these programs have it, unless a backslash makes it a drive.
 */
export function remoteHost(text: string): string | undefined {
  const url = /^(?:rsync|scp|sftp|ssh):\/\/(.*)$/s.exec(text);
  if (url !== null) return parseAddress(url[1] ?? '').host ?? '';
  const [, host] = /^(?:[^/@:]+@)?([^/:]+):(?!\\)/.exec(text) ?? [];
  return host;
}

/** Headers that are made for credentials. */
const SIGNS_IN = /^(?:proxy-)?authorization:|^[\w-]*(?:token|key|auth|secret)[\w-]*:|^cookie:/i;

/** Whether a header line has a credential in it that it is not made for. */
export const tellsInHeader = (line: string): boolean =>
  /^[\w-]+:\s/.test(line) && !SIGNS_IN.test(line) && holdsLiveCredential(line);

/** Records a credential in a text that other people get to read. */
export function emitTold(program: string, words: readonly Field[], frame: Frame): void {
  const texts = [...words.map(({ text }) => text), frame.stdin?.text ?? ''];
  if (texts.some(holdsLiveCredential)) emit(frame, { ...toldCredential, program });
}
