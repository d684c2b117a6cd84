import type { Keyword, ProgramDescriptor } from './descriptor.ts';
import { always, effect, loses } from './shapes.ts';

/** A database of tests is made again. Another one may be on another system unless the call says that it is here. */
const losesDatabase: readonly Keyword[] = [
  { when: { reaches: 'test database' }, effects: [effect('delete', 'database:data', 'regenerable')], ends: true },
  { when: { reaches: 'named server' }, effects: [loses('database:data')], ends: true },
  always(loses('database:data', 'remote_change')),
];

/** dropdb and dropuser: only the first names what tests make anew. */
export const dropping = (): ProgramDescriptor => ({
  summary: 'drops a database or a role',
  options: { '-h --host': 'text', '-p --port': 'text', '-U --username --maintenance-db': 'text' },
  keyword: losesDatabase,
  match: {
    'dropdb prod': 'delete #destructive',
    'dropdb -h db.example.com app_test': 'delete #destructive #remote_change',
    'PGHOST=db.example.com dropdb app_test': 'delete #destructive #remote_change',
    'createdb app; dropdb app': 'delete #destructive',
  },
  notMatch: {
    'dropdb --help': 'delete',
    'dropdb --if-exists app_test': '* #destructive',
    'dropdb -h localhost app': '* #remote_change',
    'createdb -T app_test app_$$; dropdb app_$$': '* #destructive',
  },
});

/** createdb and createuser. */
export const creating = (): ProgramDescriptor => ({
  summary: 'makes a database',
  options: {
    '-h --host': 'text',
    '-p --port': 'text',
    '-U --username -T --template -D --tablespace -E --encoding -l --locale -O --owner -S --strategy --maintenance-db': 'text',
    '--lc-collate --lc-ctype --icu-locale --icu-rules --locale-provider --builtin-locale -c --connection-limit -g --role': 'text',
  },
  effects: [effect('write', 'database:data')],
});

/** mysqladmin. */
export const mysqladmin = (): ProgramDescriptor => ({
  summary: 'administers MySQL',
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
  match: {
    'mysqladmin -u root drop app': 'delete #destructive',
    'mysqladmin create app; mysqladmin drop app': 'delete #destructive',
    'mysqladmin -h db.example.com drop app_test': 'delete #destructive #remote_change',
  },
  notMatch: { 'mysqladmin status': 'delete', 'mysqladmin create app && mysqladmin -f drop app': '* #destructive' },
});
