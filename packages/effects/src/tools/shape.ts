import type { Effect } from '@licet/core';
import { isLocalAddress, namesLoss, requestLoses, valueLoses } from '../programs/requests.ts';
import { grave } from '../marks.ts';
import { isProgram } from '../shell/calls/innerPrograms.ts';
import { losesRedisData } from '../programs/clientScripts.ts';
import { findDescriptor } from '../programs/index.ts';
import type { SafetyClass } from './safetyClass.ts';
import { isStatement } from '../programs/statements.ts';
import type { ArgumentUse, JudgeArgument } from './use.ts';
import { plainName } from './use.ts';

const PATH_NAME =
  /^(?:file|files|filename|filenames|path|paths|filepath|filepaths|absolutepath|relativepath|notebookpath|dir|directory|dirpath|folder|folderpath|targetfile|targetpath|sourcefile|sourcepath|destinationpath|destpath|oldpath|newpath|outputpath|outputfile|inputpath|inputfile|savepath|savedir|downloadpath|attachments|cwd|workdir|workingdirectory|rootdir)$/;

const MAYBE_PATH_NAME =
  /^(?:source|sources|src|destination|dest|dst|target|targets|from|to|input|output|out|root|location|uri|uris|image|document|script|config)$/;

const TARGET_NAME =
  /^(?:destination|destinationpath|dest|destpath|dst|to|newpath|output|out|outputpath|outputfile|savepath|savedir|downloadpath)$/;

const COMMAND_NAME =
  /^(?:shellscript|bash|script|exec|execute|run|onsave|onchange)$|(?:command|commands|cmd|cmds|commandline|shell|argv)$/;

/** A file beside what it is to hold: it is written, whatever the tool is called. */
const holdsFile = (entries: readonly (readonly [name: string, value: unknown])[]): boolean =>
  entries.some(
    ([name, value]) => /^(?:file|filepath|path|filename|targetfile|outputfile)$/.test(name) && typeof value === 'string',
  ) &&
  entries.some(
    ([name, value]) => /^(?:contents?|filetext|newcontents?|newstring|newstr)$/.test(name) && typeof value === 'string',
  );

/** Keys pressed in a terminal. */
const TYPED_NAME = /^(?:chars|stdin|keys|keystrokes|sendkeys|terminalinput|typed)$/;

const CODE_NAME = /^(?:code|sourcecode|javascript|python|snippet|function|expression|program)$/;

const URL_NAME = /^(?:ws|websocket|wsurl|url|urls|uri|href|endpoint|webhook|webhookurl|callbackurl)$/;

/** Arguments beside which a path belongs to a service. */
export const REMOTE_NAME: RegExp = /^(?:owner|repo|repository|projectid|bucket|branch|ref|sha|workspaceid|driveid|siteid)$/;

const looksLikePath = (text: string): boolean =>
  /^(?:~|\.{1,2})?\/[^/\s]|^[A-Za-z]:[\\/]|^\\\\|^file:|^~$/.test(text) && text.length < 4096 && !text.includes('\n');

const looksLikeAddress = (text: string): boolean => /^(?:https?|wss?|ftp|ssh|git|s3|gs):\/\//i.test(text);

/** What a path argument means in a tool of this class. */
const pathUse = (name: string, kind: SafetyClass): ArgumentUse => {
  if (kind === 'harmless') return 'text';
  if (kind === 'read_local' || kind === 'read_external') return TARGET_NAME.test(name) ? 'write' : 'read';
  if (kind === 'write_additive')
    return /^(?:source|src|from|oldpath|input|inputpath|inputfile|sourcepath|sourcefile|attachments)$/.test(name)
      ? 'read'
      : 'write';
  return kind === 'destructive' ? 'delete_tree' : 'unknown';
};

/** Names of words for people, which may be about anything. */
const PROSE_NAME =
  /^(?:content|contents|text|description|message|msg|prompt|title|thought|comment|comments|summary|plan|notes?|subject|reason|explanation|instructions?|question|answer|label|header|activeform|oldstring|newstring|oldstr|newstr|filetext|diff|patch|markdown|html|reply|draft|caption|name)$/;

const STATEMENT_NAME = /^(?:sql|statement|statements|cypher)$/;

const useOf = (name: string, value: string, kind: SafetyClass, isRemote: boolean): readonly ArgumentUse[] => {
  if (looksLikeAddress(value)) return [kind === 'read_external' || kind === 'read_local' ? 'url' : 'upload'];
  if (!PROSE_NAME.test(name) && isStatement(value)) return ['sql'];
  if (looksLikePath(value)) return /^file:/i.test(value) || !isRemote ? [pathUse(name, kind)] : [];
  if (COMMAND_NAME.test(name)) return isActionName(value) && isReading(kind) ? [] : ['unknown', 'shell'];
  if (TYPED_NAME.test(name) || (/^(?:input|text|data)$/.test(name) && isTyped(value))) return ['input'];
  if (CODE_NAME.test(name)) return isPageScript(value) ? ['code'] : ['unknown'];
  if (STATEMENT_NAME.test(name)) return ['sql'];
  if (URL_NAME.test(name)) return ['url'];
  if (value === '' || isRemote || /\n|:\/\//.test(value)) return [];
  if (PATH_NAME.test(name)) return [pathUse(name, kind)];
  return MAYBE_PATH_NAME.test(name) && /^[\w.@+-]+(?:\/[\w.@+-]+)+$|^[\w-]+\.[a-z]{1,5}$/.test(value)
    ? [pathUse(name, kind)]
    : [];
};

const isReading = (kind: SafetyClass): boolean => kind === 'read_external' || kind === 'read_local';

/** One word that names no program and nothing that is lost: the tool's own name for what it does. */
const isActionName = (value: string): boolean =>
  /^[A-Za-z_]+$/.test(value) && !namesLoss(value) && !losesRedisData(value, undefined) && findDescriptor(value) === undefined;

/** A line that ends with the key that sends it, and begins with a program. */
const isTyped = (value: string): boolean =>
  /^[^\n\r]+[\n\r]$/.test(value) && findDescriptor(/^\s*([\w.-]+)/.exec(value)?.[1] ?? '') !== undefined;

/** An expression or function of JavaScript for a page. */
const isPageScript = (value: string): boolean =>
  /^\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>|^\s*(?:async\s+)?function\b|^\s*(?:return\s+)?(?:document|window)\.|^\s*(?:const|let|var)\s/.test(
    value,
  );

/** What an argument means in a tool that has described its others: only what runs, whatever it is called for. */
const runningUseOf = (name: string, value: string): readonly ArgumentUse[] => {
  if (COMMAND_NAME.test(name) && !looksLikePath(value)) return ['unknown', 'shell'];
  if (CODE_NAME.test(name) && /[\s(;]/.test(value)) return ['unknown'];
  return STATEMENT_NAME.test(name) ? ['sql'] : [];
};

/** `file://src/a.ts`, as some tools write a path of the project. */
const RELATIVE_ADDRESS = /^file:\/\/(?!localhost\/)(?=[\w.-]+\/)/i;

const MAX_VALUES = 1500;

const MAX_DEPTH = 32;

const isWords = (value: readonly unknown[]): boolean => value.length > 0 && value.every(word => typeof word === 'string');

const PROGRAM_NAME = /^(?:program|executable|binary|command|cmd|interpreter|entrypoint)$/;

const LIST_NAME = /^(?:args|argv|arguments|params|parameters|words)$/;

/** The words of a command that an object holds: a program beside its arguments, or arguments that begin with a program. */
const wordsOfCommand = (entries: readonly (readonly [name: string, value: unknown])[]): readonly unknown[] | undefined => {
  const list = entries.find(([name, value]) => LIST_NAME.test(name) && Array.isArray(value) && isWords(value))?.[1];
  const program = entries.find(([name, value]) => PROGRAM_NAME.test(name) && typeof value === 'string' && !/\s/.test(value))?.[1];
  if (!Array.isArray(list)) return undefined;
  return program === undefined ? list : [program, ...list];
};

/** An order to a store of data, with its words beside it: `{ command: 'FLUSHALL', args: ['ASYNC'] }`. */
function ordersLoss(command: string | undefined, fields: ReadonlyMap<string, unknown>): boolean {
  const words = ['args', 'arguments', 'argv', 'params', 'keys'].flatMap(name => fields.get(name) ?? []);
  const [first = '', argument] = [
    ...(command ?? '').trim().split(/\s+/),
    ...words.map(word => (typeof word === 'string' ? word : '')),
  ];
  return LOSING_ORDER.test(first) && losesRedisData(first, argument);
}

/** Words that are orders to a store of data and hardly anything else. Source: the commands of Redis. */
const LOSING_ORDER =
  /^(?:flushall|flushdb|flush_all|del|unlink|hdel|ltrim|swapdb|getdel|shutdown|zremrangeby\w+|replicaof|slaveof)$/i;

/** Requests are judged as requests, whatever tool sends them: method, address, body, action. */
const losesRemotely = (payload: Readonly<Record<string, unknown>>): boolean => {
  const objects: Readonly<Record<string, unknown>>[] = [payload];
  for (let at = 0; at < objects.length && at < MAX_VALUES; at++) {
    const entries = Object.entries(objects[at] ?? {});
    const fields = new Map(entries.map(([name, value]) => [plainName(name), value]));
    const texts = (...names: readonly string[]): readonly string[] =>
      names.flatMap(name => (typeof fields.get(name) === 'string' ? [fields.get(name) as string] : []));
    const [url] = texts('url', 'uri', 'endpoint', 'path', 'route', 'href');
    const [method] = texts('method', 'httpmethod', 'verb');
    if (isLocalAddress(url)) continue;
    const body = ['body', 'data', 'json', 'payload', 'params', 'query', 'form', 'variables'].flatMap(name => {
      const value = fields.get(name);
      return value === undefined || value === null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)];
    });
    const isRequest = url !== undefined && (method !== undefined || /^https?:/i.test(url) || url.startsWith('/'));
    if (ordersLoss(texts('command', 'cmd', 'operation', 'action', 'op', 'verb')[0], fields)) return true;
    if (isRequest && requestLoses({ method: method ?? (body.length > 0 ? 'POST' : 'GET'), url, body })) return true;
    for (const [, value] of entries)
      if (typeof value === 'object' && value !== null) objects.push(value as Readonly<Record<string, unknown>>);
  }
  if (
    typeof payload['element'] === 'string' &&
    /\b(?:delete|destroy|remove|purge|wipe|terminate|erase)\b/i.test(payload['element'])
  )
    return true;
  const prose = Object.fromEntries(Object.entries(payload).filter(([name]) => !PROSE_NAME.test(plainName(name))));
  return (
    ![...objects].some(one => Object.values(one).some(value => typeof value === 'string' && isLocalAddress(value))) &&
    valueLoses(prose)
  );
};

const lost = (tool: string): Effect => ({
  kind: 'delete',
  target: { type: 'named', category: 'tool', name: tool },
  program: tool,
  via: [],
  certainty: 'certain',
  tags: ['remote_change', 'destructive'],
  note: 'tells a service to destroy something',
});

/** The server of a tool, where it is called like a program: `mcp__git__status` hands words to git. */
const serverOf = (tool: string): string => /^(?:mcp__|mcp_|MCP:)([a-z][\w-]*?)(?:__|_|:)/.exec(tool)?.[1] ?? '';

const ALIASES: Readonly<Record<string, string>> = { k8s: 'kubectl', kubernetes: 'kubectl', postgres: 'psql', github: 'gh' };

/** Words that are the arguments of a program, whatever the argument is called: only what would do harm counts. */
const wordEffects = (words: readonly string[], tool: string, judge: JudgeArgument): readonly Effect[] => {
  const server = serverOf(tool);
  const program = ALIASES[server] ?? server;
  const [first = ''] = words;
  if (!/^[a-z][\w-]*$/.test(first) || words.length < 2) return [];
  const tries = [...(findDescriptor(program) === undefined ? [] : [[program, ...words]]), ...(isProgram(first) ? [words] : [])];
  const found = tries.flatMap(one => judge('shell', one)).filter(({ tags = [] }) => tags.some(tag => grave.has(tag)));
  return found.length === 0 && namesLoss(first) ? [lost(tool)] : found;
};

interface Shape {
  readonly kind: SafetyClass;
  /** Only arguments that run something are looked at: the others are described. */
  readonly described: boolean;
  /** Names that are described. */
  readonly skip: ReadonlySet<string>;
}

const visitArguments = (
  payload: Readonly<Record<string, unknown>>,
  { kind, described, skip }: Shape,
  judge: JudgeArgument,
  tool: string,
): readonly Effect[] => {
  const effects: Effect[] = [];
  let seen = 0;
  const visit = (name: string, value: unknown, depth: number, isRemote: boolean, use: SafetyClass): void => {
    if (depth > MAX_DEPTH) seen = MAX_VALUES;
    if ((seen += 1) > MAX_VALUES) return;
    if (typeof value === 'string' && isReading(use) && RELATIVE_ADDRESS.test(value))
      effects.push(...judge('read', value.replace(RELATIVE_ADDRESS, '')));
    else if (typeof value === 'string') {
      for (const as of described ? runningUseOf(name, value) : useOf(name, value, use, isRemote))
        effects.push(...judge(as, value, as === 'code' ? 'javascript' : undefined));
    } else if (Array.isArray(value)) {
      if (COMMAND_NAME.test(name) && isWords(value)) effects.push(...judge('unknown', ''), ...judge('shell', value));
      else for (const element of value) visit(name, element, depth + 1, isRemote, use);
      if (!described && !PROSE_NAME.test(name) && isWords(value))
        effects.push(...wordEffects(value as readonly string[], tool, judge));
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, inner]) => [plainName(key), inner] as const);
      const remote = isRemote || entries.some(([key]) => REMOTE_NAME.test(key));
      const inner = holdsFile(entries) && (isReading(use) || use === 'harmless') ? 'write_additive' : use;
      const words = wordsOfCommand(entries);
      if (words !== undefined) effects.push(...judge('shell', words));
      for (const [key, held] of entries) if (depth > 0 || !skip.has(key)) visit(key, held, depth + 1, remote, inner);
    }
  };
  visit('', payload, 0, false, kind);
  return seen > MAX_VALUES ? [...effects, ...judge('unknown', '')] : effects;
};

/**
 * The effects of a tool that nobody knows, by the shape of its arguments: names that mean a path, a command, code, an address or
 * a statement, and values that look like one wherever they stand, nested too. What a path is for follows from the tool's class.
 * Paths next to a repository, a branch or a bucket are not this machine's. What a request, an action or a mutation destroys is a
 * change at a service, whatever the tool is called. A call too large or deep to look through is `unknown`.
 */
export const shapeEffects = (
  payload: Readonly<Record<string, unknown>>,
  kind: SafetyClass,
  judge: JudgeArgument,
  tool: string,
): readonly Effect[] => [
  ...visitArguments(payload, { kind, described: false, skip: new Set() }, judge, tool),
  ...(losesRemotely(payload) ? [lost(tool)] : []),
];

/**
 * The effects of arguments that a description does not name: of a runtime's own tool those that run something (commands, code,
 * statements), of a server's tool (its `kind` given) all that have a shape.
 */
export const undescribedEffects = (
  payload: Readonly<Record<string, unknown>>,
  described: ReadonlySet<string>,
  judge: JudgeArgument,
  tool: string,
  kind?: SafetyClass,
): readonly Effect[] => [
  ...visitArguments(payload, { kind: kind ?? 'unclear', described: kind === undefined, skip: described }, judge, tool),
  ...(kind !== undefined && losesRemotely(payload) ? [lost(tool)] : []),
];

/** What a request destroys at a service, when a tool is told to send one. */
export const requestToolEffects = (payload: Readonly<Record<string, unknown>>, tool: string): readonly Effect[] =>
  losesRemotely(payload) ? [lost(tool)] : [];
