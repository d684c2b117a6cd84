import type { Call, CommandDescriptor, Family, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { downloads, sharing } from './shapes.ts';

const sql: Use = { as: 'code', language: 'sql' };
const dropped: readonly Finding[] = [{ kind: 'delete', target: 'database:data', tags: ['destructive', 'remote_change'] }];

/** Client commands that leave the database: a shell, a file, another server. */
const leaving = (call: Call, options: readonly string[], pattern: RegExp): readonly Finding[] =>
  options
    .flatMap(option => call.values(option))
    .flatMap(({ text }): readonly Finding[] => {
      const command = text === undefined ? undefined : pattern.exec(text)?.[1];
      return command === undefined ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: command }];
    });

const psql = (): ProgramDescriptor => ({
  summary: 'talks to PostgreSQL',
  options: {
    '-c --command': sql,
    '-f --file': { as: 'code', language: 'sql-file' },
    '-o --output -L --log-file': 'write',
    '-d --dbname -h --host -p --port -U --username -v --set --variable -F --field-separator -P --pset -R --record-separator -T':
      'text',
    '-l --list -A -t -x -q -X -1 -w -W': 'flag',
  },
  stdin: sql,
  inspect: call => leaving(call, ['-c'], /^\s*\\!\s*(.+)$/s),
  match: {
    'psql -c "DROP TABLE users"': 'delete database:psql #destructive',
    "psql mydb -c '\\! rm a'": 'delete /w/a #runs_code',
    'echo "truncate users" | psql db': 'delete database:psql #destructive',
    'psql -c "COPY t TO PROGRAM \'sh\'"': 'unknown',
  },
  notMatch: {
    'psql -c "SELECT \'drop table\' FROM t"': 'delete; unknown',
    'psql -l': 'delete; unknown',
    "psql -h db -U u -d app -c '\\dt'": 'delete; unknown',
  },
});

const mysql = (): ProgramDescriptor => ({
  summary: 'talks to MySQL',
  options: {
    '-e --execute': sql,
    '-h --host -P --port -u --user -D --database -S --socket --default-character-set --ssl-ca --ssl-mode': 'text',
    '-p --password': { value: 'text', attachedOnly: true },
    '--tee': 'write',
    '--init-command': sql,
    '-N -B -s -t -v -f -A': 'flag',
  },
  stdin: sql,
  inspect: call => leaving(call, ['-e'], /^\s*(?:\\!|system)\s+(.+)$/s),
  match: {
    "mysql -uroot -p -e 'DROP DATABASE app'": 'delete database:mysql #destructive',
    "mysql -e 'system rm a'": 'delete /w/a #runs_code',
    'mysql -e "select 1 into outfile \'/tmp/x\'"': 'unknown',
  },
  notMatch: { "mysql -h db -e 'SHOW TABLES'": 'delete; unknown' },
});

const sqlite3 = (): ProgramDescriptor => ({
  summary: 'works on a SQLite file',
  options: {
    '-cmd': sql,
    '-init': 'execute',
    '-separator -newline -nullvalue -mmap -vfs': 'text',
    '-readonly -json -csv -header -line -column -batch': 'flag',
  },
  style: 'long',
  operands: { first: ['update'], rest: sql },
  stdin: sql,
  inspect: ({ operands }) =>
    operands.slice(1).flatMap(({ text = '' }): readonly Finding[] => {
      const [, word = '', rest = ''] = /^\s*\.(\w+)\s*(.*)$/s.exec(text) ?? [];
      if (/^(?:shell|system)$/.test(word)) return [{ use: { as: 'shell', tags: ['runs_code'] }, value: rest }];
      if (/^(?:output|once|backup|save|log|dump|excel)$/.test(word) && rest !== '')
        return [{ use: 'write', value: rest.trim().split(/\s+/).at(-1) ?? '' }];
      return /^(?:read|load|import|restore|open)$/.test(word)
        ? [{ kind: 'unknown', target: `database:${word}`, tags: ['runs_code'] }]
        : [];
    }),
  match: {
    "sqlite3 a.db 'drop table t'": 'delete database:sqlite3 #destructive',
    "sqlite3 a.db '.shell rm a'": 'delete /w/a #runs_code',
    "sqlite3 a.db '.output x'": 'write /w/x',
  },
  notMatch: { 'sqlite3 a.db .tables': 'delete; unknown', "sqlite3 a.db 'select * from t'": 'delete; unknown' },
});

const losingMongo =
  /\b(?:dropDatabase|drop|deleteMany|deleteOne|remove|dropUser|dropIndexes?|findOneAndDelete|bulkWrite|shutdownServer)\s*\(/;

const mongosh = (): ProgramDescriptor => ({
  summary: 'talks to MongoDB',
  options: {
    '--eval': { as: 'text' },
    '--host --port -u --username -p --password --authenticationDatabase -f --file --tls': 'text',
    '--quiet --nodb --norc': 'flag',
  },
  operands: { first: ['text'], rest: 'execute' },
  stdin: { as: 'code', language: 'mongo' },
  inspect: call => call.values('--eval').flatMap(({ text }) => (text === undefined || losingMongo.test(text) ? dropped : [])),
  match: {
    "mongosh db --eval 'db.dropDatabase()'": 'delete database:data #destructive',
    "mongo --eval 'db.users.deleteMany({})'": 'delete #destructive',
  },
  notMatch: { "mongosh --eval 'db.users.find()'": 'delete; unknown' },
});

const losingRedis =
  /^(?:flushall|flushdb|del|unlink|shutdown|config|debug|eval|evalsha|script|restore|migrate|replicaof|slaveof|module|acl|hdel|ltrim|swapdb|failover|cluster)$/i;

const redis = (): ProgramDescriptor => ({
  summary: 'talks to Redis',
  style: 'posix',
  options: {
    '-h -p -s -a -u -n -r -i -t --user --pass --pattern --cacert --cert --key -x -X': 'text',
    '--eval': 'execute',
    '--raw --csv --stat --scan --bigkeys --tls --no-auth-warning': 'flag',
    '--rdb': 'write',
  },
  stdin: { as: 'code', language: 'redis' },
  inspect: ({ operands }) =>
    operands[0] !== undefined &&
    (operands[0].text === undefined ||
      (losingRedis.test(operands[0].text) && !/^(?:get|help|list|info|nodes)$/i.test(operands[1]?.text ?? '')))
      ? dropped
      : [],
  match: { 'redis-cli FLUSHALL': 'delete #destructive', 'redis-cli -h h -p 1 config set dir /x': 'delete #destructive' },
  notMatch: { 'redis-cli get k': 'delete', 'redis-cli ping': 'delete; unknown', 'redis-cli config get dir': 'delete' },
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
    '-c --clean --drop': { effects: [{ kind: 'delete', target: 'database:data', tags: ['destructive', 'remote_change'] }] },
  },
  operands: { rest: 'read' },
  effects: [{ kind: 'write', target: 'database:data', tags: ['remote_change'] }],
});

const dropping = (): ProgramDescriptor => ({
  summary: 'drops a database or a role',
  options: { '-h --host -p --port -U --username --maintenance-db': 'text' },
  effects: [{ kind: 'delete', target: 'database:data', tags: ['destructive', 'remote_change'] }],
  match: { 'dropdb prod': 'delete #destructive' },
  notMatch: { 'dropdb --help': 'delete' },
});

const mysqladmin = (): ProgramDescriptor => ({
  summary: 'administers MySQL',
  options: { '-h -P -u --host --port --user -S': 'text', '-p --password': { value: 'text', attachedOnly: true } },
  inspect: ({ operands }) =>
    operands.flatMap(({ text = '' }) => (/^(?:drop|shutdown|flush-logs|kill|password)$/.test(text) ? dropped : [])),
  match: { 'mysqladmin -u root drop app': 'delete #destructive' },
  notMatch: { 'mysqladmin status': 'delete' },
});

const queryTool = (summary: string, option: string): ProgramDescriptor => ({
  summary,
  options: {
    [option]: sql,
    '-f --file -i --queries-file': { as: 'code', language: 'sql-file' },
    '-h --host -p --port -u -U --user -P --password -d --database -S -k': 'text',
    '-o': 'write',
  },
  stdin: sql,
});

const losingEtcd: CommandDescriptor = {
  effects: [{ kind: 'delete', target: 'database:keys', tags: ['destructive', 'remote_change'] }],
};

const etcdctl = (): ProgramDescriptor => ({
  summary: 'talks to etcd',
  options: { '--endpoints --cacert --cert --key --user': 'text' },
  subcommands: {
    'del compaction defrag': () => losingEtcd,
    'member role user auth': () => ({
      subcommands: { 'list get': () => ({}), 'remove delete add grant-permission revoke disable enable': () => losingEtcd },
    }),
    put: () => ({ effects: [{ kind: 'write', target: 'database:keys', tags: ['remote_change'] }] }),
    snapshot: () => ({
      subcommands: { save: () => ({ operands: { first: ['write'] } }), restore: () => losingEtcd, status: () => ({}) },
    }),
  },
  match: { "etcdctl del '' --prefix": 'delete #destructive' },
  notMatch: { 'etcdctl get k': 'delete' },
});

/** Database shells and their tools. */
export const databases: Family = {
  psql,
  pgcli: psql,
  ...sharing('mysql mariadb mycli', mysql),
  sqlite3,
  sqlite: sqlite3,
  ...sharing('mongosh mongo', mongosh),
  ...sharing('redis-cli valkey-cli keydb-cli', redis),
  ...sharing('pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup', () =>
    dumping('saves a database to a file'),
  ),
  ...sharing('pg_restore mongorestore mongoimport mysqlimport', () => restoring('loads a saved database')),
  ...sharing('dropdb dropuser', dropping),
  ...sharing('createdb createuser', () => ({
    summary: 'makes a database or a role',
    effects: [{ kind: 'write', target: 'database:data', tags: [] }],
  })),
  ...sharing('mysqladmin mariadb-admin', mysqladmin),
  ...sharing('pg_isready mysqlshow mongostat mongotop redis-benchmark', () => ({ summary: 'looks at a database server' })),
  'clickhouse-client': () => queryTool('talks to ClickHouse', '-q --query'),
  duckdb: () => ({ ...queryTool('works on a DuckDB file', '-c -s'), style: 'long', operands: { first: ['update'], rest: sql } }),
  ...sharing('sqlcmd', () => queryTool('talks to SQL Server', '-Q -q')),
  cqlsh: () => queryTool('talks to Cassandra', '-e --execute'),
  etcdctl,
};
