import type { CommandDescriptor, Family, FixedEffect, Keyword, Use } from './descriptor.ts';
import { losesRedisData, printsRedisPasswords } from './documentScripts.ts';
import { always, does, downloads, effect, ifSaid, loses, option, sets, sharing, shows } from './shapes.ts';

/** A text in the language of a client. */
const statements = (language: string): Use => ({ as: 'code', language });

const file = (language: string): Use => ({ as: 'execute', language });

/** The client of PostgreSQL. */
const psql = (): CommandDescriptor => ({
  options: {
    '-c --command': statements('psql'),
    '-f --file': file('psql'),
    '-o --output -L --log-file': 'text',
    '-P --pset': 'text',
    '-d --dbname': 'text',
    '-h --host': 'text',
    '-p --port': 'text',
    '-U --username -v --set --variable -F --field-separator -R --record-separator -T': 'text',
  },
  stdin: statements('psql'),
  optionValue: [
    // A place for output that is a file, or a program behind `|`.
    { of: '-o', fits: '^[|]', take: ['^[|]', ''], use: { as: 'shell', fed: true, tags: ['runs_code'] } },
    { of: '-o', unless: '^[|]', use: 'write' },
  ],
  keyword: [
    {
      when: { value: { '-P': '^pager=(?!on$|off$|always$|\\d*$)' } },
      effects: [effect('unknown', 'program:pager', 'runs_code')],
    },
  ],
});

const DROPPED: readonly FixedEffect[] = [loses('database:data', 'remote_change')];

/** The shell of MongoDB. */
const mongosh = (): CommandDescriptor => ({
  options: {
    '--eval': statements('mongo'),
    '-h --host': 'text',
    '--port -u --username -p --password --authenticationDatabase --tls': 'text',
    '-f --file': file('mongo'),
  },
  optionValue: [{ fits: '[.](?:m?js|mongodb)$', use: file('mongo') }],
  stdin: statements('mongo'),
});

const redis = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-h -p -s -a -u -n -r -i -t --user --pass --pattern --cacert --cert --key -X': 'text',
    '--eval': { value: 'execute', effects: [effect('unknown', 'database:script', 'inline_code')] },
    '--raw --csv --stat --scan --bigkeys --memkeys --hotkeys --latency --tls --no-auth-warning -x': 'flag',
    '--rdb': 'write',
  },
  cases: [{ when: { atMost: 0, none: ['--scan', '--stat', '--bigkeys'] }, stdin: statements('redis') }],
  inspect: ({ operands }) => [
    ...(operands[0] !== undefined && losesRedisData(operands[0].text, operands[1]?.text) ? DROPPED : []),
    ...(printsRedisPasswords(operands.map(({ text }) => text).join(' ')) ? [shows('database')] : []),
  ],
});

const losingEtcd: CommandDescriptor = { effects: [loses('database:keys', 'remote_change')] };

/** The client of etcd. */
const etcdctl = (): CommandDescriptor => ({
  options: { '--endpoints --cacert --cert --key --user': 'text' },
  subcommands: {
    'del compaction defrag': () => losingEtcd,
    'member role user auth': () => ({
      subcommands: { 'remove delete add grant-permission revoke disable enable': () => losingEtcd },
    }),
    put: does(effect('write', 'database:keys', 'remote_change')),
    snapshot: () => ({ subcommands: { save: () => ({ operands: { first: ['write'] } }), restore: () => losingEtcd } }),
  },
});

/** A database of tests is made again. Another one may be on another system unless the call says that it is here. */
const losesDatabase: readonly Keyword[] = [
  { when: { reaches: 'test database' }, effects: [effect('delete', 'database:data', 'regenerable')], ends: true },
  { when: { reaches: 'named server' }, effects: [loses('database:data')], ends: true },
  always(loses('database:data', 'remote_change')),
];

/** dropdb and dropuser: only the first names what tests make again. */
const dropping = (): CommandDescriptor => ({
  options: { '-h --host': 'text', '-p --port': 'text', '-U --username --maintenance-db': 'text' },
  keyword: losesDatabase,
});

const creating = (): CommandDescriptor => ({
  options: {
    '-h --host': 'text',
    '-p --port': 'text',
    '-U --username -T --template -D --tablespace -E --encoding -l --locale -O --owner -S --strategy --maintenance-db': 'text',
    '--lc-collate --lc-ctype --icu-locale --icu-rules --locale-provider --builtin-locale -c --connection-limit -g --role': 'text',
  },
  effects: [effect('write', 'database:data')],
});

const mysqladmin = (): CommandDescriptor => ({
  options: {
    '-h --host': 'text',
    '-P --port': 'text',
    '-u -S --user --socket': 'text',
    '-p --password': { value: 'text', attachedOnly: true },
  },
  keyword: [
    ...losesDatabase.map(row => ({ ...row, when: { ...row.when, first: '^drop$' } })),
    {
      when: { operand: '^(?:drop|shutdown|flush-logs|kill|password)$', not: { first: '^drop$' } },
      effects: [loses('database:data', 'remote_change')],
    },
  ],
});

const embedded = (language: string): CommandDescriptor => ({
  options: {
    '-cmd -c -s': statements(language),
    '-init -f': file(language),
    '-separator -newline -nullvalue -mmap -vfs -maxsize -lookaside -pagecache -storage_version': 'text',
    '-readonly': 'flag',
  },
  style: 'long',
  operands: { first: ['text'], rest: statements(language) },
  stdin: statements(language),
  opensDatabase: '-readonly',
});

const dumping = (): CommandDescriptor => ({
  options: {
    '-f --file -r --result-file -o --out --archive': 'write',
    '-h --host -p --port -U --username -u --user -d --dbname -t --table -n --schema -F --format -j --jobs --db -c --collection --uri --password':
      'text',
  },
  effects: [downloads],
});

const restoring = (): CommandDescriptor => ({
  options: {
    '-h --host -p --port -U --username -u --user -d --dbname -t --table -j --jobs --db --collection --uri': 'text',
    '-c --clean --drop': option(loses('database:data', 'remote_change')),
  },
  operands: { rest: 'read' },
  effects: [effect('write', 'database:data', 'remote_change')],
});

const queryTool = (language: string, option: string): CommandDescriptor => ({
  options: {
    [option]: statements(language),
    '-f --file -i --queries-file --input-file': file(language),
    '-h --host -p --port -u -U --user -P --password -d --database -S -k -a --username --format -n --dbname --role --warehouse':
      'text',
    '-o --output_file': 'write',
  },
  operands: { rest: 'text' },
  stdin: statements(language),
});

/** Statements among the operands, wherever they stand. */
const statementOperands = (language: string): CommandDescriptor => ({
  ...queryTool(language, '-c --command --execute'),
  optionValue: [{ fits: '^[?]$|\\s', use: statements(language) }],
});

/** Database shells and their tools. */
export const databases: Family = {
  ...sharing('psql pgcli usql ysqlsh edb-psql', psql),
  ...sharing('mysql mariadb mycli', () => ({
    options: {
      '-e --execute': statements('mysql'),
      '-h --host': 'text',
      '-D --database': 'text',
      '-P --port': 'text',
      '-u --user -S --socket --default-character-set --ssl-ca --ssl-mode --delimiter': 'text',
      '-p --password': { value: 'text', attachedOnly: true },
      '--pager': { value: 'text', attachedOnly: true },
      '--tee': 'write',
      '--init-command': statements('mysql'),
    },
    stdin: statements('mysql'),
    optionValue: [
      { of: '--pager', unless: '^(?:less|more|cat|most)?(?: -\\w+)*$', use: { as: 'shell', fed: true, tags: ['runs_code'] } },
    ],
  })),
  ...sharing('sqlite3 sqlite litecli', () => embedded('sqlite')),
  ...sharing('mongosh mongo', mongosh),
  ...sharing('redis-cli valkey-cli keydb-cli iredis', redis),
  ...sharing('pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup', () => dumping()),
  ...sharing('pg_restore mongorestore mongoimport mysqlimport', () => restoring()),
  ...sharing('dropdb dropuser', dropping),
  ...sharing('createdb createuser', creating),
  ...sharing('mysqladmin mariadb-admin', mysqladmin),
  ...sharing('pg_isready mysqlshow mongostat mongotop redis-benchmark', () => ({})),
  ...sharing('clickhouse-client clickhouse-local', () => queryTool('sql', '-q --query')),
  duckdb: () => embedded('duckdb'),
  ...sharing('sqlcmd osql mssql-cli', () => queryTool('sqlcmd', '-Q -q')),
  cqlsh: () => queryTool('cql', '-e --execute'),
  ...sharing('sqlplus sqlcl', () => ({
    ...queryTool('sqlplus', '--sql'),
    optionValue: [{ fits: '^@', take: ['^@+', ''], use: file('sqlplus') }],
  })),
  influx: () => ({
    ...queryTool('sql', '-execute -e'),
    keyword: [ifSaid(/^(?:\S+ ){0,2}(?:delete|rm|remove|drop)(?: |$)/, ...DROPPED)],
  }),
  ...sharing('snowsql trino presto beeline hive spark-sql impala-shell bteq vsql nzsql hdbsql', () =>
    queryTool('sql', '-q --query -e --execute'),
  ),
  bq: () => ({
    options: { '--format --project_id --location --dataset_id': 'text' },
    subcommands: {
      query: () => ({
        options: { '--destination_table --max_rows -n --parameter': 'text' },
        operands: { rest: statements('sql') },
        stdin: statements('sql'),
      }),
      'rm remove cancel': () => ({ keyword: [always(...DROPPED)] }),
      'mk update load cp insert extract partition': does(sets('database:data', 'remote_change')),
    },
  }),
  'cypher-shell': () => statementOperands('cypher'),
  etcdctl,
};
