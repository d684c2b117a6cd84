import type { Family, FixedEffect, Keyword } from './descriptor.ts';
import { always, effect, sharing } from './shapes.ts';

/** The machine becomes what a description says: packages, services, users, files. */
const changed: FixedEffect = {
  kind: 'configure',
  target: 'machine:configuration',
  tags: ['persistence'],
  note: 'makes this machine what a description says',
};
const fetched = effect('execute', 'machine:configuration', 'downloaded_code');

/** A place that is an address, or is not known. */
const FETCHED = '(?i)^[?]$|^(?!file:)[a-z][a-z\\d+.-]*://|^[\\w.-]+@[\\w.-]+:';

/** Functions of salt that only look. */
const LOOKING =
  '^(?:(?:grains|pillar|test|sys|status|network|disk|pkg)[.](?:items?|get|ls|ping|doc|list_\\w+|show\\w*|usage|version|fetch|raw|uptime|interfaces)|state[.]show_\\w+)$';

/** What functions of salt do, whose name is the first operand, or the second for other machines. */
const calls = (at: 'first' | 'second', does: FixedEffect): readonly Keyword[] => [
  { when: { either: [{ [at]: `^$|${LOOKING}` }, { operand: '(?i)^test=true$' }] }, ends: true },
  always(does),
];

/** Programs that make a machine what a description says. */
export const machineSetup: Family = {
  'ansible-pull': () => ({
    options: {
      '-U --url': 'text',
      '-i --inventory -C --checkout -d --directory -e --extra-vars -l --limit -t --tags -m --module-name -M --module-path --vault-password-file --vault-id --private-key -u --user':
        'text',
    },
    keyword: [
      { when: { value: { '-U': '' } }, effects: [changed] },
      { when: { value: { '-U': FETCHED } }, effects: [fetched] },
    ],
  }),
  ...sharing('chef-solo chef-client chef-apply cinc-client cinc-solo', () => ({
    options: {
      '-r --recipe-url': 'text',
      '-c --config -j --json-attributes -l --log_level -N --node-name -o --override-runlist -E --environment -S --server -L --logfile -i --interval':
        'text',
      '-W --why-run': 'flag',
    },
    keyword: [
      { when: { none: ['-W', '--version'] }, effects: [changed] },
      { when: { none: ['-W', '--version'], value: { '-r': FETCHED } }, effects: [fetched] },
    ],
  })),
  puppet: () => ({
    options: { '--modulepath --hiera_config --environment --server --certname --logdest': 'text', '--noop': 'flag' },
    subcommands: {
      apply: () => ({
        options: { '-e --execute': { value: { as: 'code', language: 'puppet' } } },
        operands: { first: [{ as: 'execute', language: 'puppet' }] },
        keyword: [{ when: { none: ['--noop'] }, effects: [changed] }],
      }),
      'agent device': () => ({ keyword: [{ when: { none: ['--noop', '--disable'] }, effects: [changed] }] }),
      resource: () => ({ keyword: [{ when: { word: '=|^[?]$' }, effects: [changed] }] }),
    },
  }),
  'salt-call': () => ({
    options: { '-c --config-dir -l --log-level --out --file-root --pillar-root -m': 'text', '--local -g -d': 'flag' },
    keyword: calls('first', changed),
    optionValue: [
      {
        from: 1,
        to: 2,
        when: { first: '^cmd[.](?:run|shell|run_all|run_stdout|exec_code)$', not: { operand: '(?i)^test=true$' } },
        use: 'shell',
      },
    ],
  }),
  ...sharing('salt salt-ssh', () => ({
    options: { '-c --config-dir -l --log-level --out -b --batch-size -t --timeout': 'text' },
    keyword: calls('second', effect('execute', 'host:inventory', 'remote_execution', 'remote_change')),
  })),
};
