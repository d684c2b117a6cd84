import type { Family, ProgramDescriptor } from './descriptor.ts';
import { creating, dropping, mysqladmin } from './databaseCommands.ts';
import { always, does, downloads, effect, ifSaid, loses, option, sets, sharing } from './shapes.ts';
import { statements, file, psql } from './psql.ts';
import { DROPPED, mongosh, redis, etcdctl } from './keyStores.ts';

const mysql = (): ProgramDescriptor => ({
  summary: 'talks to MySQL',
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
    {
      of: '--pager',
      unless: '^(?:less|more|cat|most)?(?: -\\w+)*$',
      use: { as: 'shell', fed: true, tags: ['runs_code'] },
    },
  ],
});

const embedded = (summary: string, language: string): ProgramDescriptor => ({
  summary,
  options: {
    '-cmd -c -s': statements(language),
    '-init -f': file(language),
    '-separator -newline -nullvalue -mmap -vfs -maxsize -lookaside -pagecache -storage_version': 'text',
    '-readonly': 'flag',
    '-json -csv -header -line -column -batch -bail -noheader -markdown -box -table -html -list -ascii -jsonlines': 'flag',
  },
  style: 'long',
  operands: { first: ['text'], rest: statements(language) },
  stdin: statements(language),
  opensDatabase: '-readonly',
});

const sqlite3 = (): ProgramDescriptor => ({
  ...embedded('works on a SQLite file', 'sqlite'),
});

const duckdb = (): ProgramDescriptor => ({
  ...embedded('works on a DuckDB file', 'duckdb'),
});

const dumping = (summary: string): ProgramDescriptor => ({
  summary,
  options: {
    '-f --file -r --result-file -o --out --archive': 'write',
    '-h --host -p --port -U --username -u --user -d --dbname -t --table -n --schema -F --format -j --jobs --db -c --collection --uri --password':
      'text',
  },
  effects: [downloads],
});

const restoring = (summary: string): ProgramDescriptor => ({
  summary,
  options: {
    '-h --host -p --port -U --username -u --user -d --dbname -t --table -j --jobs --db --collection --uri': 'text',
    '-c --clean --drop': option(loses('database:data', 'remote_change')),
  },
  operands: { rest: 'read' },
  effects: [effect('write', 'database:data', 'remote_change')],
});

const queryTool = (summary: string, language: string, option: string): ProgramDescriptor => ({
  summary,
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

const sqlplus = (): ProgramDescriptor => ({
  ...queryTool('talks to Oracle', 'sqlplus', '--sql'),
  optionValue: [{ fits: '^@', take: ['^@+', ''], use: file('sqlplus') }],
});

/** Statements among the operands, wherever they stand. */
const statementOperands = (summary: string, language: string): ProgramDescriptor => ({
  ...queryTool(summary, language, '-c --command --execute'),
  optionValue: [{ fits: '^[?]$|\\s', use: statements(language) }],
});

/** Database shells and their tools. */
export const databases: Family = {
  ...sharing('psql pgcli usql ysqlsh edb-psql', psql),
  ...sharing('mysql mariadb mycli', mysql),
  ...sharing('sqlite3 sqlite litecli', sqlite3),
  ...sharing('mongosh mongo', mongosh),
  ...sharing('redis-cli valkey-cli keydb-cli iredis', redis),
  ...sharing('pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup', () =>
    dumping('saves a database to a file'),
  ),
  ...sharing('pg_restore mongorestore mongoimport mysqlimport', () => restoring('loads a saved database')),
  ...sharing('dropdb dropuser', dropping),
  ...sharing('createdb createuser', creating),
  ...sharing('mysqladmin mariadb-admin', mysqladmin),
  ...sharing('pg_isready mysqlshow mongostat mongotop redis-benchmark', () => ({ summary: 'looks at a database server' })),
  ...sharing('clickhouse-client clickhouse-local', () => queryTool('talks to ClickHouse', 'sql', '-q --query')),
  duckdb,
  ...sharing('sqlcmd osql mssql-cli', () => queryTool('talks to SQL Server', 'sqlcmd', '-Q -q')),
  cqlsh: () => queryTool('talks to Cassandra', 'cql', '-e --execute'),
  ...sharing('sqlplus sqlcl', sqlplus),
  influx: () => ({
    ...queryTool('talks to InfluxDB', 'sql', '-execute -e'),
    keyword: [ifSaid(/^(?:\S+ ){0,2}(?:delete|rm|remove|drop)(?: |$)/, ...DROPPED)],
  }),
  ...sharing('snowsql trino presto beeline hive spark-sql impala-shell bteq vsql nzsql hdbsql', () =>
    queryTool('asks a warehouse', 'sql', '-q --query -e --execute'),
  ),
  bq: () => ({
    summary: 'works on BigQuery',
    options: { '--format --project_id --location --dataset_id': 'text' },
    subcommands: {
      query: () => ({
        options: {
          '--nouse_legacy_sql --use_legacy_sql --dry_run': 'flag',
          '--destination_table --max_rows -n --parameter': 'text',
        },
        operands: { rest: statements('sql') },
        stdin: statements('sql'),
      }),
      'rm remove cancel': () => ({ keyword: [always(...DROPPED)] }),
      'mk update load cp insert extract partition': does(sets('database:data', 'remote_change')),
      'ls show head wait version help': () => ({}),
    },
  }),
  'cypher-shell': () => ({
    ...statementOperands('talks to Neo4j', 'cypher'),
  }),
  etcdctl,
};
