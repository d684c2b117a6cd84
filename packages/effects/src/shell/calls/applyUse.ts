import type { Mark } from '../../marks.ts';
import { expandBraces } from '../../places/glob.ts';
import { percentDecoded } from '../../places/governed.ts';
import { isSecretVariable } from '../../places/secrets.ts';
import { holdsCredential } from '../../programs/credentialShapes.ts';
import type { Use } from '../../programs/descriptor.ts';
import { holdsOpaqueData } from '../../programs/opaqueAddress.ts';
import type { WordUse } from '../../uses.ts';
import { emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import type { Apply, UseContext, UsedWord } from './call.ts';
import { destination, onFile, read } from './fileUses.ts';
import { isLoopback, networkTarget, parseAddress, remoteHost, isThisMachine } from './network.ts';
import { detailOf } from './resolve.ts';
import { emitGoverned } from './rules/governedWords.ts';
import { emitVariable } from './rules/settings.ts';
import { command, shell, keepVariables, program, execute } from './runUses.ts';

/** True when an address has file contents put into it; an address that is itself read from a list carries nothing. */
function carriesData(field: Field): boolean {
  if (namesSecretVariable(field.source, /[?&]([\w.-]+)=["\\]*\$(?:\{(!?)|(?!\())(\w+)/g)) return true;
  return field.origins.includes('secret') || (holdsLocalData(field) && field.text !== HOLE);
}

/** Suffixes of names that are only looked up on this machine and in its network. */
const OWN_NAMES =
  /^\.(?:(?:[\w-]+\.)*(?:local|localdomain|localhost|internal|intranet|lan|home|corp|test|svc|docker|invalid))?\.?(?:[:/]|$)/i;

/**
 * True for the name of a host that data is put in front of, which the server of the rest of the name can read: the value of a
 * variable that holds a credential, and, where names are only looked up, what a command prints.
 */
function carriesInName({ source, text, glob }: Field, isLookUp: boolean, { state }: Frame): boolean {
  const [first, ...rest] = text.split(glob ? '*' : HOLE);
  const end = rest.at(-1) ?? '';
  const isHost =
    /^\.[\w-]+\.[\w.-]+/.test(end) || ((isLookUp || source.includes('://')) && /^\.[a-z]{2,}(?:[:/"']|$)/i.test(end));
  if (first === undefined || !isHost || OWN_NAMES.test(end)) return false;
  const [, authority = ''] = /^["']?(?:[a-z][\w+.-]*:\/\/)?(.*)/is.exec(source) ?? [];
  const variables = [...(authority.split('/')[0] ?? '').slice(0, 4096).matchAll(/\$\{?!?(\w+)/g)];
  if (variables.some(([, name = '']) => isSecretVariable(name))) return true;
  const values = variables.map(([, name = '']) => state.variables.get(name)?.fields[0]?.source ?? '');
  return [source, ...values].some(value => (isLookUp ? /\$\(|`/ : TELLS_OF_MACHINE).test(value));
}

/** A command that prints what this machine, its user or its files are. */
const TELLS_OF_MACHINE =
  /(?:\$\(|`)\s*(?:whoami|id|uname|pwd|users|groups|logname|who|w|ls|cat|head|tail|tac|base64|base32|xxd|od|hexdump|strings|env|printenv|ifconfig|ip)\b/;

/** Names of fields in which a service is given the credentials that it knows. */
const GIVEN_KEYS =
  /secret|passw|token|key|auth|credential|login|user|grant|assertion|code|signature|sig$|^(?:id|u|p|pwd|pin|otp)$/i;

/** Credentials that no service is ever given as data. */
const NEVER_GIVEN =
  /^AWS_(?:SECRET|ACCESS|SESSION)|PRIVATE_KEY|^(?:DATABASE|DB|MONGO\w*|REDIS|POSTGRES\w*)_(?:URL|URI|PASSWORD)$|^GOOGLE_APPLICATION|MASTER_KEY|ENCRYPTION_KEY|SIGNING_KEY/i;

/** Whether data has the value of a variable in it that holds a credential, in a field that is not made for one. */
function namesSecretVariable(source: string, pattern: RegExp): boolean {
  return [...source.slice(0, 4096).matchAll(pattern)].some(
    ([, key = '', indirect = '', name = '']) =>
      indirect === '!' || NEVER_GIVEN.test(name) || (isSecretVariable(name) && !GIVEN_KEYS.test(key)),
  );
}

/** True when a word has the content of a file in it, or what a command prints of the environment. */
export function holdsLocalData({ origins, source }: Field): boolean {
  if (origins.includes('secret') || origins.includes('file')) return true;
  return origins.includes('environment') && /\$\(|`/.test(source);
}

/** The address of a service for credentials, before a path that is only known at run time. */
const METADATA = /^(?:https?:\/\/)?169\.254\.\d{1,3}\.\d{1,3}$/;

/** Variables that hold the address of such a service. Sources: the manuals of AWS and Azure. */
const METADATA_VARIABLE = /\$\{?(?:AWS_CONTAINER_CREDENTIALS_\w+|IDENTITY_ENDPOINT|MSI_ENDPOINT)\b/;

const url: Apply = ({ use, field: given }, context) => {
  const [start = ''] = given.text.split(HOLE);
  const known = start === '' && METADATA_VARIABLE.test(given.source) ? '169.254.169.254' : start;
  const field = METADATA.test(known) ? { ...given, text: `${known}/` } : given;
  const { scheme, host } = parseAddress(field.text);
  if (scheme === 'file') {
    const path = field.text.replace(/^file:(?:\/\/(?:localhost)?)?/i, '');
    for (const text of context.program === 'curl' ? expandBraces(path) : [path]) {
      // What `curl` takes for a range, `[a-z]`, is any text.
      const named = context.program === 'curl' ? text.replace(/\[[^\]]*\]/g, '*') : text;
      const found = { ...field, text: percentDecoded(named), glob: field.glob || named !== text };
      const apply = use.method === 'PUT' ? write : read;
      apply({ use: { as: 'read' }, field: found, following: [], operand: true }, context);
    }
    return;
  }
  const leaks =
    (context.sendsData ||
      carriesData(field) ||
      carriesInName(field, use.method === 'dns', context.frame) ||
      holdsCredential(field.text)) &&
    !isLoopback(host);
  const direction = leaks ? 'upload' : context.uploads ? 'both' : (use.direction ?? 'download');
  const tags: Mark[] = [...(use.tags ?? []), ...context.tags, ...(leaks ? ['uploads' as const] : [])];
  if (!leaks && !isLoopback(host) && holdsOpaqueData(field.text)) tags.push('opaque_address');
  const method = typeof use.method === 'string' ? use.method : undefined;
  const target = networkTarget(field.text, direction, method);
  emit(context.frame, { kind: 'network', target, program: context.program, tags });
};

const write = onFile('write');

/** The path behind the name of this machine, which starts in the home folder of the user. */
function herePath(word: UsedWord, { run }: Frame): UsedWord {
  const [, path = ''] = /^(?:\w+:\/\/[^/]*(?=\/)|[^/]*?\]?:)(.*)$/s.exec(word.field.text) ?? [];
  const { home = '~' } = run.options;
  return { ...word, field: { ...word.field, text: /^[/~]/.test(path) ? path : path === '' ? home : `${home}/${path}` } };
}

function remoteEnd(direction: 'upload' | 'download', local: Apply): Apply {
  return (word, context) => {
    const host = remoteHost(word.field.text);
    if (host === undefined) return local(word, context);
    if (isThisMachine(host, context.frame)) local(herePath(word, context.frame), context);
    const target = { type: 'network', ...(host === '' ? {} : { host }), direction } as const;
    const leaks = direction === 'upload' && !isLoopback(host);
    emit(context.frame, {
      kind: 'network',
      target,
      program: context.program,
      tags: [...context.tags, ...(leaks ? (['uploads'] as const) : [])],
    });
  };
}

const data: Apply = ({ use, field }, context) => {
  context.uploads = true;
  const at = /^(?:[\w.[\]-]*=)?[@<](.*)$|^[\w.[\]-]+@(.*)$/s.exec(
    field.glob ? field.text.replace(/\\([@=<])/g, '$1') : field.text,
  );
  const name = at?.[1] ?? at?.[2];
  const isLeaked = namesSecretVariable(field.source, /(?:([\w.-]+)["'\\]*\s*[=:]\s*["'\\]*)?\$(?:\{(!?)|(?!\())(\w+)/g);
  if (holdsLocalData(field) || isLeaked || holdsCredential(field.text)) context.sendsData = true;
  if (name === undefined) return;
  const path = name.replace(/;(?:type|filename)=.*$/, '');
  if (path === '-') return noteInputSent(context);
  context.sendsData = true;
  read({ use, field: { ...field, text: path }, following: [], operand: false }, context);
};

/** The standard input is sent. */
export function noteInputSent(context: UseContext): void {
  context.uploads = true;
  const { stdin } = context.frame;
  if (stdin !== undefined && isLocalData(stdin)) context.sendsData = true;
}

/** Data that did not come from the network and is not written out in the command. */
export function isLocalData({ text, token, origins }: Stream): boolean {
  if (origins.some(origin => origin === 'file' || origin === 'secret' || origin === 'environment')) return true;
  return text === undefined && token !== true && !origins.includes('network');
}

const environment: Apply = ({ field }, context) => {
  const equals = field.text.indexOf('=');
  if (equals <= 0) return;
  const [name, value] = [field.text.slice(0, equals), { ...field, text: field.text.slice(equals + 1) }];
  emitVariable(name, value, context.program, context.frame);
  if (context.frame.place === 'here') emitGoverned(value, `$${name}`, context.frame);
};

const named: Apply = ({ use, field }, context) => {
  const target = {
    type: 'named',
    category: use.category ?? 'resource',
    name: isKnown(field) || field.glob ? field.text : field.source,
  } as const;
  const { effect = 'configure', certainty, note } = use;
  const tags = [...(use.tags ?? []), ...context.tags];
  emit(context.frame, { kind: effect, target, program: context.program, possible: certainty === 'possible', tags, note });
};

const nothing: Apply = () => undefined;

const uses: Readonly<Record<WordUse, Apply>> = {
  text: nothing,
  chdir: nothing,
  read,
  write,
  update: onFile('update'),
  delete: onFile('delete'),
  move: onFile('move'),
  destination,
  execute,
  program,
  command,
  shell,
  code: ({ use, field }, context) =>
    keepVariables(
      start({ type: 'code', language: use.language ?? '', source: field, program: context.program }, context.frame),
      context,
    ),
  environment,
  url,
  source: remoteEnd('download', read),
  target: remoteEnd('upload', destination),
  data,
  patch: nothing,
  named,
};

/** Records what a text means that is in a script instead of on the command line. */
export function applyAlone(use: Use, text: string, program: string, frame: Frame): void {
  const context: UseContext = {
    frame,
    program,
    tags: [],
    recursive: false,
    sources: [],
    moves: [],
    intoFolder: false,
    isTarget: false,
    spares: false,
    sendsData: false,
    uploads: false,
  };
  applyUse({ use: detailOf(use), field: literal(text), following: [], operand: false }, context);
}

/** Records what a word of a call means. */
export function applyUse(word: UsedWord, context: UseContext): void {
  uses[word.use.as](word, context);
}
