import type { ProgramDescriptor, Use } from './descriptor.ts';
import { effect } from './shapes.ts';

/** A text in the language of a client. */
export const statements = (language: string): Use => ({ as: 'code', language });

/** A file in the language of a client. */
export const file = (language: string): Use => ({ as: 'execute', language });

/** The client of PostgreSQL. */
export const psql = (): ProgramDescriptor => ({
  summary: 'talks to PostgreSQL',
  options: {
    '-c --command': statements('psql'),
    '-f --file': file('psql'),
    '-o --output -L --log-file': 'text',
    '-P --pset': 'text',
    '-d --dbname': 'text',
    '-h --host': 'text',
    '-p --port': 'text',
    '-U --username -v --set --variable -F --field-separator -R --record-separator -T': 'text',
    '-l --list -A -t -x -q -X -1 -w -W': 'flag',
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
  match: {
    'psql -c "DROP TABLE users"': 'delete database:psql #destructive',
    "psql mydb -c '\\! rm a'": 'delete /w/a #runs_code',
    "psql -c 'select 1 \\g |rm a'": 'delete /w/a',
    "psql -o '|rm a' -c 'select 1'": 'delete /w/a',
    'echo "truncate users" | psql db': 'delete database:psql #destructive',
    'psql -c "COPY t TO PROGRAM \'sh\'"': 'unknown',
    'psql -f a.sql': 'unknown #inline_code; read /w/a.sql',
    "psql -h db.example -d app_test -c 'truncate t'": 'delete #destructive',
    "psql -d app_test -c '\\c app' -c 'truncate t'": 'delete #destructive',
    "PGHOST=db.example psql app_test -c 'truncate t'": 'delete #destructive',
  },
  notMatch: {
    'psql -c "SELECT \'drop table\' FROM t"': 'delete; unknown',
    'psql -l': 'delete; unknown',
    "psql -h localhost -d app_test -c 'truncate t'": '* #destructive',
    "PGDATABASE=app_test psql -h 127.0.0.1 -c 'drop table t'": '* #destructive',
    "psql -h db -U u -d app -c '\\dt'": 'delete; unknown',
  },
});
