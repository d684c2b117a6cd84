import { governedPartsOf, percentDecoded } from '../../places/governed.ts';
import { isKnown, knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { lookUp } from '../words/variableValues.ts';
import { emitFile } from './emitFile.ts';
import type { CommandLine } from './givenOptions.ts';
import { valuesOf } from './givenOptions.ts';
import { isLoopback, parseAddress } from './network.ts';

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
const LONGEST = 16_384;

/**
 * Records the governed files that a call writes by a server on this machine, which serves a folder: `curl -T x ftp://localhost/.mcp.json`. What is
 * read so is recorded where it is a secret of Licet.
 */
export function emitServed(program: string, args: readonly Field[], frame: Frame): void {
  const texts = args.map(({ text }) => text);
  if (!texts.some(text => text.includes('://')) || texts.join(' ').length > LONGEST) return;
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
