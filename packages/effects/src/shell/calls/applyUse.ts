import type { Mark } from '../../marks.ts';
import { expandBraces } from '../../places/glob.ts';
import type { DetailedUse, Role, Use } from '../../programs/descriptor.ts';
import { findDescriptor } from '../../programs/index.ts';
import { holdsCredential } from '../../programs/credentialShapes.ts';
import { isSecretVariable } from '../../places/secrets.ts';
import { HOLE, isKnown, knownText, literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, emit, frameChange, mounted, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { deleting, destination, moving, read, write } from './fileUses.ts';
import type { Apply, UseContext } from './fileUses.ts';
import { isLoopback, networkTarget, parseAddress, remoteHost } from './network.ts';
import { detail } from './resolveCall.ts';
import type { UsedWord } from './resolveCall.ts';
import { emitVariable } from './tamperedEnvironment.ts';

/** True when an address has file contents put into it; an address that is itself read from a list carries nothing. */
function carriesData(field: Field): boolean {
  if (namesSecretVariable(field.source, /[?&]([\w.-]+)=["\\]*\$(?:\{(!?)|(?!\())(\w+)/g)) return true;
  return field.origins.includes('secret') || (holdsLocalData(field) && field.text !== HOLE);
}

/** Suffixes of names that are only looked up on this machine and in its network. */
const OWN_NAMES =
  /^\.(?:(?:[\w-]+\.)*(?:local|localdomain|localhost|internal|intranet|lan|home|corp|test|svc|docker|invalid))?\.?(?:[:/]|$)/i;

/**
 * True for the name of a host that data is put in front of, which whoever answers for the rest of the name gets to read: the value of a
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
      const found = { ...field, text: named, glob: field.glob || named !== text };
      read({ use: { as: 'read' }, field: found, following: [], operand: true }, context);
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
  const method = typeof use.method === 'string' ? use.method : undefined;
  const target = networkTarget(field.text, direction, method);
  emit(context.frame, { kind: 'network', target, program: context.program, tags });
};

function remoteEnd(direction: 'upload' | 'download', local: Apply): Apply {
  return (word, context) => {
    const host = remoteHost(word.field.text);
    if (host === undefined) return local(word, context);
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
  const at = /^(?:[\w.[\]-]*=)?[@<](.*)$|^[\w.[\]-]+@(.*)$/s.exec(field.text);
  const name = at?.[1] ?? at?.[2];
  const isLeaked = namesSecretVariable(field.source, /(?:([\w.-]+)["'\\]*\s*[=:]\s*["'\\]*)?\$(?:\{(!?)|(?!\())(\w+)/g);
  if (holdsLocalData(field) || isLeaked || holdsCredential(field.text)) context.sendsData = true;
  if (name === undefined) return;
  const path = name.replace(/;(?:type|filename)=.*$/, '');
  if (path === '-') return receive(context);
  context.sendsData = true;
  read({ use, field: { ...field, text: path }, following: [], operand: false }, context);
};

/** The standard input is sent. */
export function receive(context: UseContext): void {
  context.uploads = true;
  const { stdin } = context.frame;
  if (stdin !== undefined && isLocalData(stdin)) context.sendsData = true;
}

/** Data that did not come from the network and is not written out in the command. */
export function isLocalData({ text, token, origins }: Stream): boolean {
  if (origins.some(origin => origin === 'file' || origin === 'secret' || origin === 'environment')) return true;
  return text === undefined && token !== true && !origins.includes('network');
}

const command: Apply = ({ field: given, following, use }, context) => {
  const own = `${use.family ?? ''} ${given.text}`;
  const field = use.family !== undefined && findDescriptor(own) !== undefined ? literal(own, given.source) : given;
  const inner = descend(context.frame, context.program, { ...frameChange(use, context), ...mounted(use, context.frame) });
  if (inner === undefined) return;
  const words = field.text === '--' ? following : [field, ...following];
  if (following.length === 0 && field === given && /\s/.test(field.text))
    context.printed = start({ type: 'text', text: field }, inner);
  else {
    const appends = typeof use.appends === 'string' ? use.appends : undefined;
    context.printed = start({ type: 'words', words: appended(words, appends) }, inner);
  }
};

/** The words of a command with a pattern of file names for `{}`, or after the last word; a closing `;` falls away. */
function appended(words: readonly Field[], pattern: string | undefined): readonly Field[] {
  if (pattern === undefined) return words;
  const field = patternField(pattern);
  const own = words.at(-1)?.text === ';' ? words.slice(0, -1) : words;
  const filled = own.map(word =>
    /\{[/.]*\}/.test(word.text) ? { ...field, text: word.text.replace(/\{[/.]*\}/, pattern) } : word,
  );
  return filled.some((word, i) => word !== own[i]) ? filled : [...own, field];
}

const shell: Apply = ({ field, use }, context) => {
  const stdin = use.fed === true ? opaque() : context.frame.stdin;
  const inner = descend(context.frame, context.program, { ...frameChange(use, context), stdin });
  if (inner !== undefined) keepVariables(start({ type: 'text', text: field }, inner), context);
};

/** Keeps what something inside of a call prints, when that is all variables. */
export function keepVariables(output: Stream, context: UseContext): void {
  if (output.origins.includes('variables')) context.printed = output;
}

const environment: Apply = ({ field }, context) => {
  const equals = field.text.indexOf('=');
  if (equals <= 0) return;
  emitVariable(field.text.slice(0, equals), { ...field, text: field.text.slice(equals + 1) }, context.program, context.frame);
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

const program: Apply = ({ use, field }, context) => {
  const text = knownText(field);
  const tags = [...(use.tags ?? []), ...context.tags];
  emit(context.frame, { kind: 'execute', target: { type: 'program', argv: [text] }, program: context.program, tags });
};

/** True for the names under which a program finds its standard input. */
export function isStandardInput(field: Field): boolean {
  return /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(field.text);
}

/** Registries whose packages are ordinary dependencies. */
const REGISTRY = /^(?:jsr|npm):|^https:\/\/(?:deno\.land\/(?:std|x)|jsr\.io|esm\.sh|cdn\.jsdelivr\.net)[/@]/i;

/** Code by its address: a `data:` address holds it, any other brings it from the network. */
function runAddress(field: Field, use: DetailedUse, { frame, program }: UseContext): void {
  const [, encoding, text] = /^data:[^,;]*((?:;[^,]*)?),(.*)$/is.exec(field.text) ?? [];
  if (text !== undefined) {
    const isBase64 = encoding?.endsWith(';base64') === true;
    const source = isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text;
    start({ type: 'code', language: use.language ?? 'javascript', source: { ...field, text: decoded(source) }, program }, frame);
    return;
  }
  const tags: readonly Mark[] = REGISTRY.test(field.text) ? ['package_scripts'] : ['untrusted_code'];
  emit(frame, { kind: 'network', target: networkTarget(field.text, 'download', undefined), program, tags });
}

/** Percent signs taken out, where they are well made. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const execute: Apply = ({ field, use, following }, context) => {
  const { frame, program: by, tags } = context;
  const language = use.language === undefined ? 'shell' : 'code';
  if (isStandardInput(field))
    keepVariables(start({ type: 'input', use: { ...use, as: language }, program: by, tags }, frame), context);
  else if (/^(?:https?|data|jsr|npm|ftp|git\+\w+):/i.test(field.text)) runAddress(field, use, context);
  else start({ type: 'file', file: field, program: by, args: following, use }, frame);
};

const nothing: Apply = () => undefined;

const roles: Readonly<Record<Role, Apply>> = {
  text: nothing,
  chdir: nothing,
  read,
  write,
  update: (word, context) => (read(word, context), write(word, context)),
  delete: deleting,
  move: (word, context) => (read(word, context), moving(word, context)),
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

/** Records what a text means that stands in a script instead of on the command line. */
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
  applyUse({ use: detail(use), field: literal(text), following: [], operand: false }, context);
}

/** Records what a word of a call means. */
export function applyUse(word: UsedWord, context: UseContext): void {
  roles[word.use.as](word, context);
}
