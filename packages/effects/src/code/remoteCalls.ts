import { ofTool } from '../tools/use.ts';
import type { Effect } from '@licet/core';
import { holdsCredential } from '../programs/credentialShapes.ts';
import { isLocalAddress, namesLoss, requestChanges, requestLoses } from '../programs/requests.ts';
import { isQuery, isStatement, sqlEffects } from '../programs/statements.ts';
import { COMPUTED_FILE, sqlFiles } from '../programs/sqlFiles.ts';
import type { SqlFile } from '../programs/sqlFiles.ts';
import { addressEffects } from '../tools/address.ts';
import { fileEffects } from '../tools/files.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeCall, CodeContext } from './calls.ts';
import { textOf } from './value.ts';
import type { Value } from './value.ts';

/** Libraries that talk to services, by the first part of their names. */
const SERVICES =
  /^(?:boto3?|botocore|aiobotocore|aioboto3|google\.cloud|google\.genai|googleapiclient|googleapis|@google|@google-cloud|azure|@azure|aws-sdk|@aws-sdk|stripe|Stripe|kubernetes|@kubernetes|github|gitlab|@octokit|octokit|jira|slack_sdk|@slack|twilio|digitalocean|hcloud|openstack|cloudflare|firebase_admin|firebase-admin|supabase|@supabase|shopify|notion_client|@notionhq|openai|OpenAI|anthropic|@anthropic-ai|mistralai|cohere|huggingface_hub|dropbox|boxsdk|telegram|telebot|discord|minio)(?=[.(]|$)/;

/** Libraries that talk to databases, which may be files of the project or run on this machine. */
const DATABASES =
  /^(?:pymongo|motor|mongodb|mongoose|redis|ioredis|elasticsearch|opensearchpy|@elastic|@opensearch-project|psycopg[23]?|asyncpg|aiopg|pymysql|aiomysql|MySQLdb|mysql2?|mysql\.connector|mariadb|pg|postgres|knex|sequelize|typeorm|@prisma|sqlalchemy|sqlite3|duckdb|chdb|better-sqlite3|cassandra|cassandra-driver|neo4j|neo4j-driver|clickhouse_driver|@clickhouse|snowflake|peewee|pyodbc|cx_Oracle|oracledb)(?=[.(]|$)/;

/** Whether a name is reached through the client of a service or a database. */
export const isClient = (name: string): boolean => SERVICES.test(name) || DATABASES.test(name);

const lost = ({ tool }: CodeContext, certainty: Effect['certainty']): Effect => {
  const target = { type: 'named', category: 'resource', name: 'service' } as const;
  return ofTool(tool, { kind: 'delete', target, certainty, tags: ['destructive', 'remote_change'] });
};

/** A value, or what is in a list or a record. */
const membersOf = (value: Value): readonly Value[] => {
  if (value.type === 'list') return value.items;
  return value.type === 'record' ? [...value.fields.values()] : [value];
};

/** What a statement does to a file that it opens: the value of a parameter is among the words of the call. */
const openedFile = (
  { use, path, isParameter }: SqlFile,
  call: Omit<CodeCall, 'name'>,
  context: CodeContext,
): readonly Effect[] => {
  const kind = use === 'write' ? 'write' : 'read';
  if (use === 'url') return addressEffects(path, 'download', 'GET', context);
  if (path !== undefined) return fileEffects(path, { kind }, context);
  if (isParameter !== true) return [dynamicEffect(COMPUTED_FILE, context.tool, call.certainty)];
  const values = [...call.args.slice(1), ...call.named.values()].flatMap(membersOf).flatMap(value => textOf(value) ?? []);
  return values.flatMap(value => fileEffects(value, { kind, certainty: 'possible' }, context));
};

const SENDS_FILE = /upload|put_?object|send_?(?:file|document|photo|audio|video)|^put$/i;

/** Whether an argument is a file that the call opens, or what it read from one. */
const isOpened = (value: Value): boolean =>
  membersOf(value).some(({ type, ...member }) => type === 'reference' && 'name' in member && OPENED.test(member.name));

const OPENED = /(?:^|\.)(?:open|read\w*|createReadStream)\(\)|readFile|createReadStream/;

/** A call that hands a file of this machine to a service. */
const sendsFile = (last: string, { args, named }: Omit<CodeCall, 'name'>): boolean => {
  const given = [...args, ...named.values()];
  return given.some(isOpened) || (SENDS_FILE.test(last) && given.length > 0);
};

const sent = ({ tool }: CodeContext, certainty: Effect['certainty']): Effect =>
  ofTool(tool, { kind: 'network', target: { type: 'network', direction: 'upload' }, certainty });

/** What a call on a client does that its name or its statement says. */
export const clientEffects = (name: string, call: Omit<CodeCall, 'name'>, context: CodeContext): readonly Effect[] => {
  if (!isClient(name)) return [];
  const last = name.replace(/\(\)$/, '').split('.').at(-1) ?? '';
  const statement = textOf(call.args[0]) ?? textOf(call.named.get('statement')) ?? textOf(call.named.get('sql'));
  const opened = statement !== undefined && isQuery(statement) ? sqlFiles(statement) : [];
  const files = opened.flatMap(file => openedFile(file, call, context));
  if (statement !== undefined && isStatement(statement))
    return files.concat(
      sqlEffects(statement, context.tool).map(effect => Object.assign({}, effect, { certainty: call.certainty })),
    );
  if (files.length > 0) return files;
  if (namesLoss(last) || last === 'del') return [lost(context, call.certainty)];
  return SERVICES.test(name) && sendsFile(last, call) ? [sent(context, call.certainty)] : [];
};

const plainOf = (value: Value | undefined, depth: number = 0): unknown => {
  if (value === undefined || depth > 8) return undefined;
  if (value.type === 'record')
    return Object.fromEntries([...value.fields].map(([name, field]) => [name, plainOf(field, depth + 1) ?? true]));
  if (value.type === 'list') return value.items.map(item => plainOf(item, depth + 1));
  return value.type === 'number' ? value.value : textOf(value);
};

const partsOf = (value: Value | undefined): readonly string[] => {
  const plain = plainOf(value);
  if (plain === undefined) return [];
  return [typeof plain === 'string' ? plain : JSON.stringify(plain)];
};

const VERBS = /^(?:get|head|options|post|put|patch|delete|purge)$/i;

/** The method, address, headers and body of a request, as far as a call tells. */
const requestOf = ({ name, args, named }: CodeCall): Parameters<typeof requestLoses>[0] => {
  const texts = args.map(textOf);
  const last = name.split('.').at(-1) ?? '';
  const said = textOf(named.get('method')) ?? texts.find(text => text !== undefined && VERBS.test(text));
  const bodies = ['body', 'data', 'json', 'params', 'form', 'content'].flatMap(field => partsOf(named.get(field)));
  const given = args.slice(1).flatMap(partsOf);
  const sends = bodies.length > 0 || /^(?:post|put|patch)$/i.test(last);
  const headers = named.get('headers');
  return {
    method: said ?? (VERBS.test(last) ? last : sends ? 'POST' : 'GET'),
    url:
      texts.find(text => text !== undefined && /^[a-z]+:\/\/|^\//i.test(text)) ??
      textOf(named.get('url')) ??
      textOf(named.get('path')),
    headers: headers?.type === 'record' ? [...headers.fields].map(([key, value]) => `${key}: ${textOf(value) ?? ''}`) : [],
    body: [...bodies, ...given],
  };
};

/** The method that a call sends, unless it is only known at run time. */
const methodOf = (call: CodeCall): string | undefined => {
  const given = call.named.get('method');
  const isSaid = VERBS.test(call.name.split('.').at(-1) ?? '') || textOf(given) !== undefined;
  const isHidden = given !== undefined ? textOf(given) === undefined : call.args.some(({ type }) => !SEEN.has(type));
  return isHidden && !isSaid ? undefined : requestOf(call).method?.toUpperCase();
};

/** Kinds of arguments that hide no method. */
const SEEN: ReadonlySet<Value['type']> = new Set(['text', 'path', 'number', 'list', 'record', 'own']);

/** The requests among the effects of a call with their method. */
export const withMethod = (call: CodeCall, effects: readonly Effect[]): readonly Effect[] =>
  effects.map(effect => {
    if (effect.target?.type !== 'network' || effect.target.method === undefined) return effect;
    const { method: _assumed, ...target } = effect.target;
    const method = methodOf(call);
    return { ...effect, target: method === undefined ? target : { ...target, method } };
  });

/** Whether a value is in the code to the letter. */
const isLiteral = (value: Value): boolean => {
  if (value.type === 'list') return value.some !== true && value.items.every(isLiteral);
  if (value.type === 'record') return [...value.fields.values()].every(isLiteral);
  return value.type === 'text' || value.type === 'number';
};

/** Arguments of a request that say how it is sent, and not what. */
const MANNER = /^(?:timeout|verify|allow_redirects|stream|method|mode|cache|redirect|follow_redirects|url)$/;

/**
 * The requests among the effects of a call that send only what is in the code to the letter: no data of this machine leaves with them, as with
 * `curl -d '{"a":1}'`. A credential, a message to people and an order to a service count as before.
 */
export const withSeenBody = (call: CodeCall, effects: readonly Effect[]): readonly Effect[] => {
  const request = requestOf(call);
  const given = [...call.args, ...[...call.named].flatMap(([name, value]) => (MANNER.test(name) ? [] : [value]))];
  const isSeen = /^https?:/i.test(request.url ?? '') && given.every(isLiteral);
  const says = [request.url ?? '', ...(request.headers ?? []), ...(request.body ?? [])].join('\n');
  if (!isSeen || holdsCredential(says) || requestChanges(request)) return effects;
  return effects.map(effect =>
    effect.target?.type === 'network' && effect.target.direction === 'upload'
      ? { ...effect, target: { ...effect.target, direction: 'both' as const } }
      : effect,
  );
};

const isNetwork = ({ kind, target }: Effect): boolean =>
  kind === 'network' && target?.type === 'network' && target.direction !== 'listen';

/** A request that destroys something at a service, whatever library sends it. */
export const requestEffects = (call: CodeCall, effects: readonly Effect[], context: CodeContext): readonly Effect[] => {
  const network = effects.filter(isNetwork);
  const isLocal = network.every(({ target }) => target?.type === 'network' && isLocalAddress(target.host));
  if (network.length === 0 || isLocal) return [];
  return requestLoses(requestOf(call)) ? [lost(context, call.certainty)] : [];
};

const CARRIES_UNSEEN = 'sends values that are known only at run time';

const isUnseen = (value: Value): boolean => {
  if (value.type === 'unknown') return true;
  if (value.type === 'reference') return /(?:^|\.)(?:open|read\w*|getenv|get_text)\(\)|readFile/.test(value.name);
  if (value.type === 'list') return value.items.some(isUnseen);
  return value.type === 'record'
    ? [...value.fields.values()].some(isUnseen)
    : value.type === 'choice' && value.options.some(isUnseen);
};

/** Notes on a request that it has values in it that cannot be seen. */
export const noteUnseen = (call: CodeCall, effects: readonly Effect[]): readonly Effect[] => {
  if (![...call.args, ...call.named.values()].some(isUnseen)) return effects;
  return effects.map(effect => (isNetwork(effect) ? { ...effect, note: effect.note ?? CARRIES_UNSEEN } : effect));
};

/** A request with unseen values, or a plain connection, in code that also reads files sends them. */
export const joinReads = (effects: readonly Effect[]): readonly Effect[] => {
  if (!effects.some(({ kind }) => kind === 'read')) return effects;
  return effects.map(effect => {
    const { target, note } = effect;
    if (target?.type !== 'network' || isLocalAddress(target.host)) return effect;
    const isConnection = target.direction === 'both' && effect.tags?.includes('dynamic') !== true;
    if (note !== CARRIES_UNSEEN && !isConnection) return effect;
    return { ...effect, target: { ...target, direction: 'upload' as const }, tags: [...(effect.tags ?? []), 'uploads'] };
  });
};
