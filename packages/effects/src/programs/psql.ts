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
});
