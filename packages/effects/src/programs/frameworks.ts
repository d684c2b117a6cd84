import type { CommandDescriptor, Condition, Family, FixedEffect, OptionValue } from './descriptor.ts';
import { does, loses, sends, sharing, shows, sourceOf } from './shapes.ts';

const emptied: FixedEffect = loses('database:project');

const CODE = '^(?:-c|--command|--execute)';

/** The code after `-c`, `--command` or `--execute` in a shell of a framework. */
const codeOf = (when: Condition, language: string): readonly OptionValue[] => [
  { after: `${CODE}$`, to: 1, when, use: { as: 'code', language } },
  { from: 2, when, fits: `${CODE}=`, take: ['^[^=]*=', ''], use: { as: 'code', language } },
];

const script = (name: string, second: string): Condition => ({ first: `(?:^|/)${name}$`, second });

/**
 * Tasks of web frameworks that are given to a script of the project: those that empty the database (`php artisan db:wipe`,
 * `python manage.py flush`), print what the project keeps secret, or run code.
 */
export const scriptTasks: Pick<CommandDescriptor, 'keyword' | 'optionValue'> = {
  keyword: [
    {
      when: {
        either: [
          script('artisan', '^(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe|queue:(?:clear|flush))$'),
          script('manage[.]py', '^(?:flush|reset_db|sqlflush|drop_test_database|clearsessions)$'),
          script('console', '^doctrine:(?:database:drop|schema:drop|query:sql)$'),
        ],
      },
      effects: [emptied],
    },
    {
      when: {
        either: [
          script('artisan', '^(?:env:decrypt|config:show)$'),
          script('manage[.]py', '^(?:diffsettings|print_settings)$'),
          script('console', '^(?:secrets:(?:reveal|decrypt)|debug:(?:container|dotenv))$'),
        ],
      },
      effects: [shows('project')],
    },
  ],
  optionValue: [...codeOf(script('manage[.]py', '^shell(?:_plus)?$'), 'python'), ...codeOf(script('artisan', '^tinker$'), 'php')],
};

/** A tool for databases whose losing tasks are known by name. */
const migrating =
  (losing: RegExp): (() => CommandDescriptor) =>
  () => ({
    options: {
      '--schema --config --env -c -n --name -f --file -x': 'text',
      '--url -d --dataSource --to --from --database': 'text',
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
  ...sharing('gh-pages', () => ({ ...publishing })),
  ...sharing('expo eas', () => ({
    verbClass: [{ of: 'credentials' }],
    subcommands: {
      'env:pull env:get credentials': does(shows('cloud')),
      'publish submit upload update': does(sends('shares', 'remote_change')),
    },
  })),
};
