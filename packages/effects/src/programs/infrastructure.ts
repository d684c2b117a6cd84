import type { Call, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { destroys, does, downloads, effect, loses, projectCode, sets, shows } from './shapes.ts';

/** What Terraform hides otherwise: the state, and outputs in a form for programs. */
const REVEALED: readonly FixedEffect[] = [shows('terraform')];

/** What an expression on the input of the console shows: a value that is marked sensitive, and the files that it reads. */
const evaluated = ({ input = '', home = '~' }: Call): readonly Finding[] => [
  ...(input.includes('nonsensitive') ? REVEALED : []),
  ...Array.from(
    input.matchAll(/\b(?:file\w*|templatefile)\(\s*(?:(?:pathexpand|abspath)\(\s*)?"([^"]*)"/g),
    ([, path = '']): Finding => ({ use: 'read', value: path.replace(/^\$\{path\.\w+\}\//, '').replace(/^~(?=\/)/, home) }),
  ),
];

/** Names of files that hold plans, which are made again. */
const PLAN_FILE = '(?i)(?:^|[-_./])(?:tf)?plan(?:[-_][\\w-]+)?(?:[.](?:out|bin|binary|zip|plan|tfplan))?$|[.](?:tf)?plan$';

const SECRET_NAME =
  '(?:^|_|-)(?:[Ss]ecrets?|[Tt]oken|[Pp]assw(?:or)?d|[Kk]ey|[Cc]redentials?|kubeconfig|connection_string)(?:$|_|-)';

/** `terraform` and the tools like it. */
export const terraform = (): ProgramDescriptor => ({
  summary: 'makes infrastructure from files',
  style: 'long',
  informational: ['-help', '--help', '-h', '-version', '--version'],
  options: {
    '-chdir --working-dir --terragrunt-working-dir': 'chdir',
    '-var -var-file -target -out -state -backend-config -lock-timeout -parallelism': 'text',
    '-auto-approve -input -no-color -json -upgrade -reconfigure -recursive -check -diff': 'flag',
    '-destroy': 'flag',
  },
  subcommands: {
    destroy: does(loses('resource:infrastructure', 'remote_change')),
    'apply import taint untaint refresh': () => ({
      effects: [sets('resource:infrastructure', 'remote_change')],
      cases: [{ when: { any: ['-destroy'] }, effects: [loses('resource:infrastructure', 'remote_change')] }],
    }),
    // Terragrunt does the same in every folder.
    'run-all run': () => ({
      keyword: [
        {
          when: { word: '^(?!(?:plan|validate|init|fmt|graph|providers)$)' },
          effects: [sets('resource:infrastructure', 'remote_change')],
        },
      ],
    }),
    state: () => ({
      subcommands: {
        'rm push mv replace-provider': does(loses('resource:state', 'remote_change')),
        pull: () => ({ effects: REVEALED }),
        'list show': () => ({}),
      },
    }),
    workspace: () => ({ subcommands: { delete: destroys('workspace'), 'list show select new': () => ({}) } }),
    'force-unlock': does(sets('resource:lock', 'weakens')),
    output: () => ({
      options: { '-json': 'flag', '-raw': 'flag' },
      effects: [downloads],
      cases: [
        { when: { any: ['-json'] }, effects: REVEALED },
        { when: { any: ['-raw'], operand: SECRET_NAME }, effects: REVEALED },
      ],
    }),
    show: () => ({
      options: { '-json': 'flag' },
      operands: { rest: 'read' },
      effects: [downloads],
      cases: [
        { when: { any: ['-json'] }, effects: [effect('read', 'variable:*', 'secret', 'among')] },
        { when: { any: ['-json'], atMost: 0 }, effects: REVEALED },
      ],
    }),
    console: () => ({ inspect: evaluated }),
    init: () => ({
      options: { '-migrate-state': 'flag', '-force-copy': { effects: [sets('resource:state', 'remote_change')] } },
      effects: [downloads],
    }),
    plan: () => ({
      options: { '-out': 'text' },
      effects: [downloads], // A plan takes the place of what is in the file.
      optionValue: [
        { of: '-out', fits: PLAN_FILE, use: { as: 'write', keeps: true } },
        { of: '-out', unless: PLAN_FILE, use: 'write' },
      ],
    }),
    'validate fmt graph providers version get login logout test hclfmt': does(downloads),
  },
});

/** `pulumi`. */
export const pulumi = (): ProgramDescriptor => ({
  summary: 'makes infrastructure from code',
  options: { '-s --stack -C --cwd -t --target': 'text' },
  subcommands: {
    destroy: does(loses('resource:infrastructure', 'remote_change')),
    'up update refresh import cancel': does(sets('resource:infrastructure', 'remote_change')),
    stack: () => ({ subcommands: { rm: destroys('stack', 'remote_change'), 'output export ls select init': () => ({}) } }),
    config: () => ({
      subcommands: {
        get: () => ({
          cases: [{ when: { operand: '(?:[Ss]ecret|[Tt]oken|[Pp]assword|[Kk]ey|[Cc]redential)' }, effects: REVEALED }],
        }),
        'set rm refresh cp set-all rm-all': () => ({}),
      },
    }),
    'env open': () => ({ effects: REVEALED }),
    'preview about whoami logs login new version': does(projectCode),
  },
});
