import { alike } from '../alike.ts';
import type { Argument, Call, Finding } from './descriptor.ts';
import { isRemote } from './remoteDatabases.ts';
import { isLocalAddress } from './requests.ts';
import { effect, loses } from './shapes.ts';

/** Names of databases that a run of tests makes again. */
const TEST_NAME = /^(?:tests?[_-][\w-]+|[\w-]+[_-]tests?(?:[_-]?\d+)?|tests?)$/i;

const isHere = (host: string): boolean => host === '' || host.startsWith('/') || host === '::1' || isLocalAddress(host);

/** Clients of servers, with the variables that name the server and the database where the call does not. */
const clients: Readonly<Record<string, readonly (readonly [part: 'host' | 'name' | 'port', variable: string])[]>> = {
  psql: [
    ['host', 'PGHOST'],
    ['host', 'PGHOSTADDR'],
    ['host', 'PGSERVICE'],
    ['name', 'PGDATABASE'],
    ['port', 'PGPORT'],
  ],
  mysql: [
    ['host', 'MYSQL_HOST'],
    ['port', 'MYSQL_TCP_PORT'],
  ],
  mongosh: [],
};
const SAME_AS: Readonly<Record<string, string>> = {
  ...alike('pgcli dropdb createdb', 'psql'),
  ...alike('mysqladmin mariadb-admin mariadb mycli', 'mysql'),
  mongo: 'mongosh',
};

/** The parts of an address or of words `host=… dbname=…`; a word without either is the name of a database. */
function partsOf(text: string): { readonly hosts: readonly string[]; readonly name?: string | undefined } {
  const [, authority, path] = /^[a-z][a-z+]*:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/i.exec(text) ?? [];
  const [query = ''] = /\?.*$/s.exec(text) ?? [];
  if (/\bhost(?:addr)?=|\bservice=/.test(query)) return { hosts: ['?'] };
  if (authority !== undefined) {
    const hosts = authority === '' ? [] : authority.split(',').map(host => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
    return { hosts, ...(path !== '' && { name: path }) };
  }
  if (!text.includes('=')) return { hosts: [], name: text };
  const words = [...text.matchAll(/\b(host|hostaddr|dbname|service)\s*=\s*'?([^\s']+)/g)];
  const of = (pattern: RegExp): string[] => words.flatMap(([, key = '', value = '']) => (pattern.test(key) ? [value] : []));
  return { hosts: of(/^host|^service/).flatMap(host => host.split(',')), name: of(/^dbname/)[0] };
}

/** Statements and commands of clients that reach another database than the one that the client was started for. */
const ELSEWHERE =
  /\b(?:attach|drop\s+(?:database|schema\s+public|user|role|owned|tablespace)|use|getSiblingDB|getSisterDB|connect|Mongo|dblink\w*|pg_terminate_backend|admin)\b|\\c(?:onnect)?\b|^[ \t]*\.(?:open|restore|read|shell|system)\b|\.mysql\b/im;

/** Whether what a client is told stays in the database that it was started for. */
export const staysInDatabase = (program: string, text: string): boolean =>
  !ELSEWHERE.test(text) && !(/^(?:mysql|mariadb|mycli)$/.test(program) && /[\w`]\.[\w`]/.test(text));

/** In the name of a database: the number of this very process. */
const OWN_NUMBER = '$$';

/** The text of a word; one with the number of this process in it is a name that is not given yet. */
function wordOf({ text = '?', glob, origins = [] }: Argument): string {
  if (!glob) return text;
  return origins.includes('own_process') && /^[\w-]+\*[\w-]*$/.test(text) ? text.replace('*', () => OWN_NUMBER) : '?';
}

/** Where a client works: the names of databases, what tells each from those of other servers, and whether a host is said. */
interface Place {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly saysHost: boolean;
}

/** What a call of a client says of its server and of databases; undefined for a program that is no client. */
function serverOf(call: Call) {
  const [program = ''] = call.path;
  const server = SAME_AS[program] ?? program;
  const variables = clients[server];
  if (variables === undefined) return undefined;
  const set = (part: 'host' | 'name' | 'port'): string[] =>
    variables.flatMap(([which, name]) => (which === part ? (call.variable?.(name) ?? []) : []));
  const isMaker = /^(?:createdb|mysqladmin|mariadb-admin)$/.test(program);
  const operands = program === 'createdb' ? call.operands.slice(0, 1) : isMaker ? call.operands.slice(1) : call.operands;
  const first = program === 'dropdb' || isMaker ? operands : operands.slice(0, 1);
  const options = isMaker ? [] : ['-d', '-D'].flatMap(option => call.values(option));
  const given = [...options, ...first].map(word => partsOf(wordOf(word)));
  const said = [...['-h', '--host'].flatMap(option => call.values(option)).map(wordOf), ...given.flatMap(part => part.hosts)];
  return { server, set, options, first, given, hosts: said.length > 0 ? said : set('host') };
}

/** Whether a client works on a server on another machine, by its words and the variables. */
export const isOnRemoteServer = (call: Call): boolean => serverOf(call)?.hosts.some(isRemote) === true;

/** Where a client works, by its words and the variables; nothing for a program that is none, or works on this machine no more. */
export function placeOf(call: Call): Place | undefined {
  const found = serverOf(call);
  if (found === undefined || call.isTunnelled === true) return undefined;
  const { server, set, options, first, given, hosts } = found;
  const isLed = call.values('--maintenance-db').some(({ text = '=' }) => /[=:]/.test(text));
  if (isLed || !hosts.every(isHere)) return undefined;
  const named = given.flatMap(({ name }) => name ?? []);
  const names = named.length > 0 ? named : set('name');
  const ports = call.values(server === 'psql' ? '-p' : '-P').map(wordOf);
  // An address may name a port.
  const addresses = [...options, ...first].map(wordOf).filter(word => /[=:]/.test(word));
  const where = [server, ...hosts, ...(ports.length > 0 ? ports : set('port')), ...addresses].join(' ');
  const keys = names.map(name => (name.includes('?') ? '' : `${where}/${name}`));
  return { names, keys, saysHost: hosts.length > 0 };
}

/** The databases on this machine that a call makes. */
export function madeDatabases(call: Call): readonly string[] {
  if (['--help', '-?', '--version', '-V', '-f', '--force'].some(option => call.has(option))) return [];
  const [program = ''] = call.path;
  const isAdmin = program.endsWith('admin') && call.operands[0]?.text === 'create' && call.operands.length === 2;
  const isMaking = program === 'createdb' || isAdmin;
  return isMaking ? (placeOf(call)?.keys.filter(key => key !== '') ?? []) : [];
}

/** Whether no database with this name can exist yet. */
export const isFresh = (database: string): boolean => database.includes(OWN_NUMBER);

/**
 * Whether a client works on a database on this machine that a run of tests makes again, by its name, or that the same command has
 * made: what is lost there, the next run makes again.
 */
export function isTestDatabase(call: Call): boolean {
  const told = ['-c', '-e', '--eval', '--init-command'].flatMap(option => call.values(option));
  const files = call.values('-f').length;
  if (files + Math.min(files, 1) * told.length > 1) return false;
  if (told.some(word => word.text === undefined || !staysInDatabase(call.path[0] ?? '', word.text))) return false;
  const place = placeOf(call);
  if (place === undefined || place.names.length === 0) return false;
  return place.names.every((name, at) => TEST_NAME.test(name) || call.made?.has(place.keys[at] ?? '') === true);
}

/** Whether `DATABASE_URL` names a database on this machine that a run of tests makes again. */
export function isTestAddress(call: Call): boolean {
  const { hosts, name = '' } = partsOf(call.variable?.('DATABASE_URL') ?? '?');
  return TEST_NAME.test(name) && hosts.length > 0 && hosts.every(isHere);
}

/** Whether a call of a framework says that it works on the database of tests, and nothing gives it the address of another. */
function isTestEnvironment(call: Call): boolean {
  const variable = { rails: 'RAILS_ENV', rake: 'RAILS_ENV', mix: 'MIX_ENV' }[call.path[0] ?? ''];
  if (variable === undefined || call.variable?.(variable) !== 'test') return false;
  const isOther = call.operands.some(({ text = '?' }) => /^\w+=|\?|:all$/.test(text));
  return !isOther && (call.variable?.('DATABASE_URL') === undefined || isTestAddress(call));
}

/** Tasks of builders and frameworks that lose the data of a project. */
const LOSING_TASK =
  /^(?:db:(?:drop|reset|purge|schema:load|migrate:reset|truncate_all|setup|fixtures:load|seed:replant)|ecto\.(?:drop|reset)|flyway:clean|flywayClean|liquibase:dropAll|dropAll|dropDatabase|resetDatabase|migrate:(?:fresh|reset|refresh|rollback)|db:wipe|flush|reset_db|sqlflush|fly:.*destroy|nuke)(?::\w+)?$/;

/** Tasks that lose the data of the project; what tests work on is made again. */
export function lostByTask(call: Call): readonly Finding[] {
  if (!call.operands.some(({ text = '' }) => LOSING_TASK.test(text))) return [];
  return [isTestEnvironment(call) ? effect('delete', 'database:project', 'regenerable') : loses('database:project')];
}
