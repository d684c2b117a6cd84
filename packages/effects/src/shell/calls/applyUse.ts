import { holdsOpaqueData } from '../../programs/opaqueAddress.ts';
import type { Mark } from '../../marks.ts';
import { expandBraces } from '../../places/glob.ts';
import { percentDecoded } from '../../places/governed.ts';
import type { Use } from '../../programs/descriptor.ts';
import type { WordUse } from '../../uses.ts';
import { holdsCredential } from '../../programs/credentialShapes.ts';
import { HOLE, isKnown, literal } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { destination, onFile, read } from './fileUses.ts';
import type { Apply, UseContext } from './fileUses.ts';
import { emitGoverned } from './governedWords.ts';
import { isLoopback, networkTarget, parseAddress, remoteHost } from './network.ts';
import { isThisMachine } from './thisMachine.ts';
import { detail } from './resolveCall.ts';
import type { UsedWord } from './resolveCall.ts';
import { emitVariable } from './tamperedEnvironment.ts';
import { carriesData, carriesInName, namesSecretVariable, holdsLocalData } from './sentData.ts';
import { command, shell, keepVariables, program, execute } from './runUses.ts';

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
  uses[word.use.as](word, context);
}
