import type { Argument, Call, Finding, ProgramDescriptor } from './descriptor.ts';
import { isLocalAddress } from './requests.ts';
import { effect, loses } from './shapes.ts';

/** Names of databases that a run of tests makes anew. */
const testName = /^(?:tests?[_-][\w-]+|[\w-]+[_-]tests?(?:[_-]?\d+)?|tests?)$/i;

const isHere = (host: string): boolean => host === '' || host.startsWith('/') || host === '::1' || isLocalAddress(host);

/** Clients of servers, with the variables that name the server and the database where the call does not. */
const clients: Readonly<Record<string, readonly (readonly [part: 'host' | 'name', variable: string])[]>> = {
  psql: [
    ['host', 'PGHOST'],
    ['host', 'PGHOSTADDR'],
    ['host', 'PGSERVICE'],
    ['name', 'PGDATABASE'],
  ],
  mysql: [['host', 'MYSQL_HOST']],
  mongosh: [],
};
const sameAs: Readonly<Record<string, string>> = {
  pgcli: 'psql',
  dropdb: 'psql',
  mariadb: 'mysql',
  mycli: 'mysql',
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
const elsewhere =
  /\b(?:attach|drop\s+(?:database|schema\s+public|user|role|owned|tablespace)|use|getSiblingDB|getSisterDB|connect|Mongo|dblink\w*|pg_terminate_backend|admin)\b|\\c(?:onnect)?\b|^\s*\.(?:open|restore|read|shell|system)\b|\.mysql\b/im;

/** Whether what a client is told stays in the database that it was started for. */
export const staysInDatabase = (program: string, text: string): boolean =>
  !elsewhere.test(text) && !(/^(?:mysql|mariadb|mycli)$/.test(program) && /[\w`]\.[\w`]/.test(text));

/**
 * Whether a client works on a database on this machine that a run of tests makes anew, by its name: what is lost there, the next run makes again.
 */
export function isTestDatabase(call: Call): boolean {
  if (call.isTunnelled === true) return false;
  const program = call.path[0] ?? '';
  const variables = clients[sameAs[program] ?? program];
  if (variables === undefined) return false;
  const told = ['-c', '-e', '--eval', '--init-command'].flatMap(option => call.values(option));
  const files = call.values('-f').length;
  if (files + Math.min(files, 1) * told.length > 1) return false;
  if (told.some(word => word.text === undefined || !staysInDatabase(program, word.text))) return false;
  const set = (part: 'host' | 'name'): string[] =>
    variables.flatMap(([which, name]) => (which === part ? (call.variable?.(name) ?? []) : []));
  const text = ({ text: word }: Argument): string => word ?? '?';
  const first = program === 'dropdb' ? call.operands : call.operands.slice(0, 1);
  const given = [...['-d', '-D'].flatMap(option => call.values(option)), ...first].map(word => partsOf(text(word)));
  const hosts = [...['-h', '--host'].flatMap(option => call.values(option)).map(text), ...given.flatMap(part => part.hosts)];
  const names = given.flatMap(({ name }) => name ?? []);
  const isAll = (list: readonly string[], test: (one: string) => boolean): boolean => list.every(test);
  const found = names.length > 0 ? names : set('name');
  return found.length > 0 && isAll(found, name => testName.test(name)) && isAll(hosts.length > 0 ? hosts : set('host'), isHere);
}

/** Whether `DATABASE_URL` names a database on this machine that a run of tests makes anew. */
export function isTestAddress(call: Call): boolean {
  const { hosts, name = '' } = partsOf(call.variable?.('DATABASE_URL') ?? '?');
  return testName.test(name) && hosts.length > 0 && hosts.every(isHere);
}

/** Whether a call of a framework says that it works on the database of tests, and nothing gives it the address of another. */
function isTestEnvironment(call: Call): boolean {
  const variable = { rails: 'RAILS_ENV', rake: 'RAILS_ENV', mix: 'MIX_ENV' }[call.path[0] ?? ''];
  if (variable === undefined || call.variable?.(variable) !== 'test') return false;
  const isOther = call.operands.some(({ text = '?' }) => /^\w+=|\?|:all$/.test(text));
  return !isOther && (call.variable?.('DATABASE_URL') === undefined || isTestAddress(call));
}

/** Tasks of builders and frameworks that lose the data of a project. */
const losingTask =
  /^(?:db:(?:drop|reset|purge|schema:load|migrate:reset|truncate_all|setup|fixtures:load|seed:replant)|ecto\.(?:drop|reset)|flyway:clean|flywayClean|liquibase:dropAll|dropAll|dropDatabase|resetDatabase|migrate:(?:fresh|reset|refresh|rollback)|db:wipe|flush|reset_db|sqlflush|fly:.*destroy|nuke)(?::\w+)?$/;

/** Tasks that lose the data of the project; what tests work on is made anew. */
export function lostByTask(call: Call): readonly Finding[] {
  if (!call.operands.some(({ text = '' }) => losingTask.test(text))) return [];
  return [isTestEnvironment(call) ? effect('delete', 'database:project', 'regenerable') : loses('database:project')];
}

/** dropdb and dropuser: only the first names what tests make anew. */
export const dropping = (): ProgramDescriptor => ({
  summary: 'drops a database or a role',
  options: { '-h --host': 'text', '-p --port -U --username --maintenance-db': 'text' },
  inspect: call =>
    isTestDatabase(call) ? [effect('delete', 'database:data', 'regenerable')] : [loses('database:data', 'remote_change')],
  match: {
    'dropdb prod': 'delete #destructive',
    'dropdb -h db.example.com app_test': 'delete #destructive',
    'PGHOST=db.example.com dropdb app_test': 'delete #destructive',
  },
  notMatch: { 'dropdb --help': 'delete', 'dropdb --if-exists app_test': '* #destructive' },
});
