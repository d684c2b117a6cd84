import type { Argument, Call, CommandDescriptor, Family, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { does, harmless, loses, sends, sharing, shows, sourceOf } from './shapes.ts';

const emptied: FixedEffect = loses('database:project');

/** Tasks that print what a project keeps secret. */
const SHOWING =
  /^(?:artisan (?:env:decrypt|config:show)|manage\.py (?:diffsettings|print_settings)|console (?:secrets:(?:reveal|decrypt)|debug:(?:container|dotenv)))$/;

/** Tasks of web frameworks that empty the database, given to a script of the project: `php artisan db:wipe`, `python manage.py flush`. */
export function scriptTaskFindings({ operands: [script, task, ...rest] }: Call): readonly Finding[] {
  const name = script?.text?.replace(/^.*\//s, '') ?? '';
  const losing =
    name === 'artisan'
      ? /^(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:(?:clear|flush))$/
      : name === 'manage.py'
        ? /^(?:flush|reset_db|sqlflush|drop_test_database|clearsessions)$/
        : name === 'console'
          ? /^doctrine:(?:database:drop|schema:drop|query:sql)$/
          : undefined;
  const shells: Readonly<Record<string, readonly [task: RegExp, language: string]>> = {
    'manage.py': [/^shell(?:_plus)?$/, 'python'],
    artisan: [/^tinker$/, 'php'],
  };
  const [opens, language = ''] = shells[name] ?? [];
  const code = opens?.test(task?.text ?? '') === true ? taskCode(rest) : undefined;
  return [
    ...(losing?.test(task?.text ?? '') === true ? [emptied] : []),
    ...(SHOWING.test(`${name} ${task?.text}`) ? [shows('project')] : []),
    ...(code === undefined ? [] : [{ use: { as: 'code', language }, value: code } as const]),
  ];
}

/** The code after `-c`, `--command` or `--execute`. */
function taskCode(words: readonly Argument[]): Argument | string | undefined {
  const at = words.findIndex(({ text = '' }) => /^(?:-c|--command|--execute)(?:=|$)/.test(text));
  const text = words[at]?.text ?? '';
  return at < 0 ? undefined : text.includes('=') ? text.slice(text.indexOf('=') + 1) : words[at + 1];
}

/** A tool for databases whose losing tasks are known by name. */
const migrating =
  (losing: RegExp): (() => ProgramDescriptor) =>
  () => ({
    summary: 'moves the schema of a database',
    options: {
      '--schema --config --env -c -n --name -f --file -x': 'text',
      '--url -d --dataSource --to --from --database': 'text',
      '--help -h': 'flag',
      '--dry-run --sql': 'flag',
    },
    keyword: [
      {
        when: { none: ['--dry-run'], either: [{ any: ['--force-reset', '--accept-data-loss'] }, { words: sourceOf(losing) }] },
        effects: [emptied],
      },
    ],
  });

const publishing: CommandDescriptor = { effects: [sends('shares', 'remote_change')] };

/** Tools of web frameworks that reach the database or the public. */
export const frameworks: Family = {
  prisma: () => ({ ...migrating(/^migrate reset\b/)() }),
  ...sharing('sequelize sequelize-cli', migrating(/^db:(?:drop|migrate:undo)/)),
  typeorm: migrating(/^(?:schema:drop|migration:revert)/),
  knex: migrating(/^migrate:(?:rollback|down)/),
  'drizzle-kit': () => ({
    ...migrating(/^drop\b/)(),
    cases: [{ when: { any: ['--force'], operand: '^push$' }, effects: [emptied] }],
  }),
  alembic: migrating(/^downgrade\b/),
  flyway: migrating(/(?:^|\s)clean\b/),
  liquibase: migrating(/(?:^|\s)(?:drop-?all|rollback)/i),
  phinx: migrating(/^(?:rollback|reverse\b.*|migrate (?:-d|--destination) (?:0|-\S+))/),
  ...sharing(
    'dbmate migrate sqlx diesel atlas',
    migrating(/(?:^|\s)(?:delete|drop|down|down-to|reset|rollback|clean|revert|redo|pause|terminate)\b/),
  ),
  ...sharing('gh-pages', () => ({ summary: 'publishes a site', ...publishing })),
  ...sharing('expo eas', () => ({
    summary: 'builds apps',
    verbClass: [{ of: 'credentials' }],
    subcommands: {
      'env:pull env:get credentials': does(shows('cloud')),
      'publish submit upload update': does(sends('shares', 'remote_change')),
      ...harmless(
        'start build install prebuild doctor run:ios run:android export config whoami login logout init project build:list build:view device env:list',
      ),
    },
  })),
};
