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
});
