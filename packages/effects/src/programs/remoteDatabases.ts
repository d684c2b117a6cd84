import { isOneOf } from './callPatterns.ts';
import { isLocalAddress } from './requests.ts';

/** Programs that move the schema of a database. */
const MOVERS =
  'prisma sequelize sequelize-cli typeorm knex drizzle-kit mikro-orm alembic flyway liquibase phinx dbmate migrate golang-migrate sqlx diesel atlas goose sea-orm-cli sqitch yoyo piccolo aerich tern pgroll bytebase umzug node-pg-migrate db-migrate graphile-migrate migrate-mongo doctrine dotnet-ef evolve geni skeema ent refinery django-admin flask rails rake mix artisan';

/** Programs that run what a project brings: its tasks, scripts and sources. */
const RUNNERS =
  'npm pnpm yarn bun make gmake just task mage invoke nox tox hatch pdm nx turbo lerna node tsx ts-node deno pytest ruby php perl go cargo gradle gradlew mvn mvnw sbt lein dotnet composer elixir';

const NUMBERED = /^(?:python[\d.]*|pypy\d*|bin\/\w+|manage\.py)$/;

/** Whether a program runs what the project brings, or moves the schema of a database. */
export const worksOnDatabases = (program: string): boolean =>
  isOneOf(MOVERS, program) || isOneOf(RUNNERS, program) || NUMBERED.test(program);

/** Words of tasks that look, or that work on the project and need an address only to load its settings. */
const LOOKING =
  /(?:^|[\s:._-])(?:status|info|validate|history|current|heads|branches|show|list|ls|version|diff|dry-?run|pull|introspect|inspect|generate|gen|check|studio|build|compile|lint|typecheck|type-check|tsc|format|fmt|prettier|eslint|codegen|install|ci|doctor|help|docs|assets|release)(?=$|[\s:._-])/i;

/** Words by which a program that moves a schema writes the file of a step, and no more. */
const WRITING = /(?:^|[\s:])(?:add(?:-migration)?|create|make|new|revision)(?=$|\s)/i;

/** Words of tasks that move or fill a database. */
const MOVING =
  /(?:^|[\s:._/-])(?:migrat\w*|db|ecto|seed\w*|schema|flyway\w*|liquibase\w*|upgrade|downgrade|rollback|reset|drop|push|up|down)(?=$|[\s:._/-])/i;

const ADDRESS =
  /(?:jdbc:)?(?:postgres(?:ql)?|psql|pgx5?|mysqlx?|mariadb|mongodb|rediss?|valkey|sqlserver|mssql|oracle|cockroach(?:db)?|crdb(?:-\w+)?|clickhouse|cassandra|neo4j|bolt|libsql|spanner|snowflake|redshift|couchdb|amqps?)(?:\+\w+)?:(?:thin:@)?\/\/(?:[^\s@/'"]*@)?([^\s/?'";]*)/gi;

/** The host in the settings of a driver: `host=h dbname=d`, `u:p@tcp(h:3306)/d`. */
const IN_SETTINGS = /(?:\b(?:host|hostaddr|server|data source)\s*=\s*'?([\w.-]+))|@tcp\(([^)]+)\)/gi;

/** Variables that hold a host rather than an address. */
const HOST_VARIABLE =
  /^(?:\w+_)?(?:DB|DATABASE|PG|MYSQL|MARIADB|POSTGRES\w*|MONGO\w*|REDIS|SQL)_?(?:HOST(?:NAME|ADDR)?|SERVER|ENDPOINT)$/;

/** Whether a variable holds the host of a database. */
export const isHostVariable = (name: string): boolean => HOST_VARIABLE.test(name);

const ADDRESS_VARIABLE =
  /^(?:\w+_)?(?:DB|DATABASE|PG|MYSQL|MARIADB|POSTGRES\w*|MONGO\w*|REDIS|SQL\w*|DATASOURCE|JDBC)_?(?:\w+_)?(?:UR[LI]|DSN|CONNECTION_?STRING|DBSTRING|CONN)$|^GOOSE_DBSTRING$/;

/** Whether a host of a database is another machine. A single name is one of a service beside the program, unless it says what it is for. */
export function isRemote(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/,.*$/s, '');
  if (name === '' || name.startsWith('/') || name === '::1' || isLocalAddress(name) || isLocalAddress(host)) return false;
  if (/\.(?:local|localhost|test|invalid)$/i.test(name)) return false;
  return name.includes('.') ? !/^(?:\$|%)/.test(name) : /prod|staging|live/i.test(name);
}

/** The remote host that a text names as that of a database. */
export function remoteHostIn(text: string): string | undefined {
  const hosts = [...text.matchAll(ADDRESS), ...text.matchAll(IN_SETTINGS)].flatMap(([, one, two]) => one ?? two ?? []);
  return hosts.find(isRemote);
}

/** The same for the value of a variable; `source` is the value as written, for one that is not known. */
export function remoteHostOf(name: string, value: string | undefined, source: string): string | undefined {
  if (value !== undefined) return remoteHostIn(value) ?? (HOST_VARIABLE.test(name) && isRemote(value) ? value : undefined);
  if (!HOST_VARIABLE.test(name) && !ADDRESS_VARIABLE.test(name)) return undefined;
  return /\$\(|`|prod|staging|live|remote/i.test(source) ? source : undefined;
}

/** Whether words of a call name a task that changes what is in a database, or one of which nothing is known. Paths and addresses name none. */
export function mayMoveDatabase(program: string, words: readonly string[]): boolean {
  const task = words.filter(word => !/[/=]|\.\w+$/.test(word)).join(' ');
  return !LOOKING.test(task) && !(isOneOf(MOVERS, program) && WRITING.test(task));
}

/** Files of a project that say which database its tools work on; the first that says it counts. Sources: the manuals of the tools. */
export const DATABASE_FILES: readonly string[] =
  '.env .env.local .env.development .env.development.local prisma/.env prisma/schema.prisma schema.prisma drizzle.config.ts drizzle.config.js drizzle.config.mjs prisma.config.ts knexfile.js ormconfig.json alembic.ini'.split(
    ' ',
  );

/** The setting of a file that names the database: a variable, or the address in a schema or a configuration. */
const DATABASE_SETTING =
  /^\s*(?:export\s+)?(?:DATABASE_URL|DIRECT_URL|POSTGRES_(?:PRISMA_)?URL|MYSQL_URL|DB_URL|DB_HOST|PGHOST|MONGO(?:DB)?_UR[IL])\s*=\s*["']?([^"'\s#]+)|\b(?:url|host|connection|connectionString|sqlalchemy\.url)["']?\s*[:=]\s*["']?([^"'\s,]+)/gm;

/** The host of the database that a file of the project names: `''` for one on this machine, undefined where it names none. */
export function databaseHostIn(file: string, text: string): string | undefined {
  const named = [...text.matchAll(DATABASE_SETTING)].flatMap(([, variable, member]) => {
    const value = variable ?? (file.startsWith('.env') ? undefined : member);
    return value === undefined || /^(?:process\.env|env\(|os\.)/.test(value) ? [] : [value];
  });
  const remote = named.map(
    value => remoteHostIn(value) ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(value) && isRemote(value) ? value : undefined),
  );
  return named.length === 0 ? undefined : (remote.find(host => host !== undefined) ?? '');
}

/** Whether a program itself moves the schema of a database by these words, and finds the address in the files of the project. */
export const movesByFiles = (program: string, words: readonly string[]): boolean =>
  isOneOf(MOVERS, program) && MOVING.test(words.join(' ')) && mayMoveDatabase(program, words);

/** Environments that people work in. */
const LIVE = /^(?:prod(?:uction)?|staging|live)$/i;

const ENVIRONMENTS = 'RAILS_ENV RACK_ENV NODE_ENV MIX_ENV APP_ENV FLASK_ENV DJANGO_ENV ENV ENVIRONMENT GOOSE_ENV'.split(' ');

/** The environment that people work in for which words or variables start a task that moves a database. */
export function liveEnvironment(
  program: string,
  words: readonly string[],
  variable: (name: string) => string | undefined,
): string | undefined {
  const task = words.filter(word => !word.startsWith('-'));
  if (!MOVING.test([program, ...task].join(' ')) || !mayMoveDatabase(program, task)) return undefined;
  const named = words.flatMap((word, at) => {
    const [, given] = /^(?:--?(?:env|environment|e))=(.*)$/.exec(word) ?? [];
    const said = /^(?:--?(?:env|environment|e)|-x)$/.test(words[at - 1] ?? '')
      ? word.replace(/^(?:env|environment|stage)=/, '')
      : undefined;
    const assigned = /^(?:RAILS_ENV|RACK_ENV|NODE_ENV|MIX_ENV|APP_ENV)=(.*)$/.exec(word)?.[1];
    return given ?? said ?? assigned ?? [];
  });
  return [...named, ...ENVIRONMENTS.flatMap(name => variable(name) ?? [])].find(value => LIVE.test(value));
}
