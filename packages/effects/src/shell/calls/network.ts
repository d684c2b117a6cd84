import type { NetworkTarget } from '@licet/core';
import { governedPartsOf, percentDecoded } from '../../places/governed.ts';
import { holdsLiveCredential, toldCredential } from '../../programs/credentialShapes.ts';
import { isLocalAddress } from '../../programs/requests.ts';
import { emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, knownText, literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { lookUp } from '../words/variableValues.ts';
import type { AssignedCall, Called } from './call.ts';
import type { CommandLine } from './commandLine.ts';
import { valuesOf } from './commandLine.ts';
import { emitFile } from './emitFile.ts';

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
export function emitShared({
  call,
  plain,
  effects,
  findings,
  inside,
}: Pick<AssignedCall, 'call' | 'plain' | 'effects' | 'findings' | 'inside'>): void {
  const isShared = [...effects, ...findings].some(found => 'kind' in found && found.tags?.includes('shares') === true);
  const texts = [...plain.map(({ text }) => text), inside.stdin?.text ?? ''];
  if (isShared && texts.some(holdsLiveCredential)) emit(inside, { ...toldCredential, program: call.path[0] ?? '' });
}

/** Other spellings of the address of this machine. */
const HERE =
  /^(?:0(?:\.0){0,3}|0x7f\w*|2130706433|127(?:\.\d+){0,3}|(?:.*\.)?localhost(?:\.localdomain)?|ip6-(?:localhost|loopback)|::1|::ffff:(?:127\..*|7f00:.*)|\.host)\.?$/i;

/** Words that the shell replaces with the name of this machine. */
const OWN_NAME = /\b(?:hostname|hostnamectl|uname\s+-n)\b|\$\{?HOST(?:NAME)?\b|\/etc\/hostname/;

/** Settings of ssh that name the machine, and those that lead to it another way. Source: ssh_config(5). */
const HOST_NAME = /^\s*HostName\s*[=\s]\s*(\S+)/i;
const JUMP = /^\s*ProxyJump\s*[=\s]\s*(\S+)/i;
const PROXY = /^\s*ProxyCommand\s*[=\s].*(?:\blocalhost\b|\b127\.\d|::1|\bsshd\b)/is;

/** Whether a host is this machine, by its address or by its name. */
export function isThisMachine(text: string, frame: Frame): boolean {
  const host = (parseAddress(text).host ?? text).replace(/^\[|\]$/g, '').toLowerCase();
  const names = ['HOSTNAME', 'HOST'].flatMap(name => knownText(lookUp(name, frame).fields[0])?.toLowerCase() ?? []);
  return isLoopback(host) || HERE.test(host) || names.some(name => name !== '' && (name === host || name.split('.')[0] === host));
}

/** Words by which a client writes to a server, or takes something away there. */
const WRITES =
  /^(?:-T|--upload-file|-F|--form|-d|--data\S*|--json|-X|--request|--method|PUT|POST|PATCH|DELETE|MOVE|COPY|put|delete|mv|--method=\S+|-X[A-Z]+|--request=\S+)$/;

/** Most characters of the words of a call in which addresses are looked for. */
const LONGEST_WORDS = 16_384;

/**
 * Records the governed files that a call writes by a server on this machine, which serves a folder: `curl -T x ftp://localhost/.mcp.json`. What is
 * read so is recorded where it is a secret of Licet.
 */
export function emitServed({ name: program, args, frame }: Called): void {
  const texts = args.map(({ text }) => text);
  if (!texts.some(text => text.includes('://')) || texts.join(' ').length > LONGEST_WORDS) return;
  const writes = program === 'rsync' || program === 'lftp' || texts.some(text => WRITES.test(text));
  for (const text of texts) {
    const [, path] = /^[a-z][\w+.-]*:\/\/[^/?#]*\/+([^?#]*)/i.exec(text) ?? [];
    if (path === undefined || path === '' || !isThisMachine(text, frame)) continue;
    for (const part of governedPartsOf(percentDecoded(path)))
      if (writes || /(?:^|\/)\.licet\//.test(part))
        emitFile(literal(part), { kind: 'write', program, possible: true, tags: ['unlisted'] }, frame);
  }
}

/** Whether a call of ssh runs its command on this machine: the host is this one, and no jump leads to another one first. */
export function leadsHere(host: Field, line: CommandLine, frame: Frame): boolean {
  const settings = valuesOf(line, '-o').map(({ text }) => text);
  if (settings.some(text => PROXY.test(text))) return true;
  const jumps = [...valuesOf(line, '-J').map(({ text }) => text), ...settings.flatMap(text => JUMP.exec(text)?.[1] ?? [])];
  const hops = jumps.flatMap(text => text.split(',')).filter(text => text !== 'none');
  if (!hops.every(hop => isThisMachine(hop, frame))) return false;
  const named = settings.map(text => HOST_NAME.exec(text)?.[1]).find(name => name !== undefined);
  if (named !== undefined) return isThisMachine(named, frame);
  return isKnown(host) ? isThisMachine(host.text, frame) : OWN_NAME.test(host.source);
}
