import type { Mark } from '../../marks.ts';
import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import type { Role, DetailedUse, Use } from '../../programs/descriptor.ts';
import { findDescriptor } from '../../programs/index.ts';
import { hole, isKnown, knownText, literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, emit, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { emitFile } from './emitFile.ts';
import { holdsCredential } from '../../programs/requests.ts';
import { runAddress } from './runAddress.ts';
import { detail } from './resolveCall.ts';
import { isLoopback, networkTarget, parseAddress, remoteHost } from './network.ts';
import type { UsedWord } from './resolveCall.ts';
import { emitVariable } from './tamperedEnvironment.ts';

/** What the uses of one call share. */
export interface UseContext {
  readonly frame: Frame;
  readonly program: string;
  /** Tags that options and cases add to everything but reads and executions. */
  readonly tags: readonly Mark[];
  readonly recursive: boolean;
  /** The words that are copied or moved, for a destination that is a folder. */
  readonly sources: readonly Field[];
  /** Those of the sources that do not stay where they are. */
  readonly moves: readonly Field[];
  readonly intoFolder: boolean;
  /** Local data is sent. */
  sendsData: boolean;
  uploads: boolean;
}

type Apply = (word: UsedWord, context: UseContext) => void;

function file(kind: 'read' | 'write' | 'delete', tags: readonly Mark[] = []): Apply {
  return ({ use, field }, context) => {
    const extra = kind === 'read' ? [] : context.tags;
    const recursive = use.recursive ?? context.recursive;
    const possible = use.certainty === 'possible';
    emitFile(
      field,
      { kind, program: context.program, recursive, possible, tags: [...tags, ...(use.tags ?? []), ...extra] },
      context.frame,
    );
  };
}

const read = file('read');
const write = file('write');

const destination: Apply = (word, context) => {
  const { field } = word;
  const text = knownText(field);
  if (context.moves.length > 0 && leavesProject(text, context.frame)) loseSources(context);
  if (context.sources.some(source => /^\/dev\/(?:null|zero|u?random)$/.test(source.text))) {
    return write({ ...word, use: { ...word.use, tags: [...(word.use.tags ?? []), 'destructive'] } }, context);
  }
  const folder = context.intoFolder || field.text.endsWith('/') || context.sources.length > 1 || isFolder(text, context.frame);
  if (!folder || !isKnown(field) || context.sources.length === 0) return write(word, context);
  for (const source of context.sources) {
    if (word.use.as === 'target' && source.text.endsWith('/')) {
      write(word, context);
      continue;
    }
    const name = baseName(source.text.replace(/\/+$/, ''));
    const unseen = name.includes(hole);
    const path = `${field.text.replace(/\/+$/, '')}/${unseen ? '*' : name}`;
    write({ ...word, field: { ...field, text: path, glob: source.glob || unseen } }, context);
  }
};

/** True when what is moved there is out of the project's sight, or gone. */
function leavesProject(text: string | undefined, frame: Frame): boolean {
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  const { root, cwd } = frame.run.options;
  return path === '/dev/null' || (path !== undefined && !isWithin(path, root ?? cwd));
}

/** What leaves the project is as good as deleted. */
function loseSources(context: UseContext): void {
  for (const source of context.moves) {
    const path = absolutePath(source.text, context.frame.state.cwd);
    if (path === undefined || leavesProject(path, context.frame)) continue;
    emitFile(source, { kind: 'delete', program: context.program, tags: ['destructive'] }, context.frame);
  }
}

function isFolder(text: string | undefined, frame: Frame): boolean {
  if (text === undefined) return false;
  if (text === '.' || text === '..' || text.endsWith('/..') || text.endsWith('/.')) return true;
  const { files } = frame.run.options;
  const path = text.startsWith('/') ? text : `${frame.state.cwd ?? ''}/${text}`;
  return text === '/tmp' || files?.list(path) !== undefined;
}

/** True when an address has file contents put into it; an address that is itself read from a list carries nothing. */
function carriesData(field: Field): boolean {
  return field.origins.includes('secret') || (holdsLocalData(field) && field.text !== hole);
}

/** True when a word has the content of a file in it, or what a command prints of the environment. */
export function holdsLocalData({ origins, source }: Field): boolean {
  if (origins.includes('secret') || origins.includes('file')) return true;
  return origins.includes('environment') && /\$\(|`/.test(source);
}

const url: Apply = ({ use, field }, context) => {
  const { scheme, host } = parseAddress(field.text);
  if (scheme === 'file') {
    const path = { ...field, text: field.text.replace(/^file:(?:\/\/(?:localhost)?)?/i, '') };
    return read({ use: { as: 'read' }, field: path, following: [], operand: true }, context);
  }
  const leaks = (context.sendsData || carriesData(field) || holdsCredential(field.text)) && !isLoopback(host);
  const direction = leaks ? 'upload' : context.uploads ? 'both' : (use.direction ?? 'download');
  const tags: Mark[] = [...(use.tags ?? []), ...context.tags, ...(leaks ? ['uploads' as const] : [])];
  const target = networkTarget(field.text, direction, use.method);
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
  if (holdsLocalData(field)) context.sendsData = true;
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
function isLocalData({ text, token, origins }: Stream): boolean {
  if (origins.some(origin => origin === 'file' || origin === 'secret' || origin === 'environment')) return true;
  return text === undefined && token !== true && !origins.includes('network');
}

const command: Apply = ({ field: given, following, use }, context) => {
  const own = `${use.family ?? ''} ${given.text}`;
  const field = use.family !== undefined && findDescriptor(own) !== undefined ? literal(own, given.source) : given;
  const inner = descend(context.frame, context.program, frameChange(use, context));
  if (inner === undefined) return;
  if (following.length === 0 && field === given && /\s/.test(field.text)) start({ type: 'text', text: field }, inner);
  else start({ type: 'words', words: appended(field.text === '--' ? following : [field, ...following], use.appends) }, inner);
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
  if (inner !== undefined) start({ type: 'text', text: field }, inner);
};

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

const execute: Apply = ({ field, use, following }, context) => {
  const { frame, program: by, tags } = context;
  const language = use.language === undefined ? 'shell' : 'code';
  if (isStandardInput(field)) start({ type: 'input', use: { ...use, as: language }, program: by, tags }, frame);
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
  delete: file('delete', ['destructive']),
  move: (word, context) => (read(word, context), file('delete', ['moved'])(word, context)),
  destination,
  execute,
  program,
  command,
  shell,
  code: ({ use, field }, context) =>
    void start({ type: 'code', language: use.language ?? '', source: field, program: context.program }, context.frame),
  environment,
  url,
  source: remoteEnd('download', read),
  target: remoteEnd('upload', destination),
  data,
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
    sendsData: false,
    uploads: false,
  };
  applyUse({ use: detail(use), field: literal(text), following: [], operand: false }, context);
}

/** Records what a word of a call means. */
export function applyUse(word: UsedWord, context: UseContext): void {
  roles[word.use.as](word, context);
}

/** Where a command that a program starts is: tags say whether that is here, in a container or on another machine. */
export function frameChange(
  use: DetailedUse,
  context: { readonly frame: Frame; readonly tags: readonly Mark[] },
): Partial<Frame> {
  const own = [...(use.tags ?? []), ...context.tags];
  const { frame } = context;
  const place = own.includes('remote_execution') ? 'remote' : own.includes('container') ? 'container' : frame.place;
  const state = forkState(frame.state);
  if (place !== frame.place) state.cwd = '/';
  return { state, place, tags: [...frame.tags, ...own], possible: frame.possible || use.certainty === 'possible' };
}
