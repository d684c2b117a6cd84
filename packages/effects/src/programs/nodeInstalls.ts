import type { CommandDescriptor, OptionTable, OptionValue, PackageSource, ProgramDescriptor } from './descriptor.ts';
import { installs, projectCode } from './shapes.ts';

/** Options that say where packages come from and go to. */
export const source = {
  '--registry': 'text',
  '-g --global': 'flag',
  '--prefix -C --dir --cwd': 'text',
  '--workspace -w --filter -F': 'text',
  '--workspaces -ws': 'flag',
  '--viewer --browser --editor': 'shell',
  '--init-module --onload-script': { as: 'execute', language: 'javascript' },
  '--userconfig --cache --omit --include --otp --tag --access --script-shell --node-options --loglevel --reporter --network-timeout --modules-folder':
    'text',
} as const satisfies OptionTable;

/** Packages that come from elsewhere than the usual registry. */
export const fromElsewhere: readonly PackageSource[] = [{ is: 'registry', of: '--registry' }, { is: 'package or repository' }];

/** Packages that come to lie in another folder than this one. */
const installedAt: readonly OptionValue[] = [
  {
    of: '--prefix',
    unless: '^[?]$',
    take: ['/*$', '/node_modules'],
    use: { as: 'write', recursive: true, certainty: 'possible' },
  },
  { value: '/', when: { value: { '--prefix': '^[?]$' } }, use: { as: 'write', recursive: true, certainty: 'possible' } },
];

/** Installs packages, which may run their scripts. */
export const install = (): CommandDescriptor => ({
  options: source,
  effects: [installs],
  packageSource: fromElsewhere,
  optionValue: installedAt,
  runs: [{ lifecycle: ['install', 'prepare'] }],
});

/** Runs scripts of the project. */
export const runs = (): CommandDescriptor => ({ style: 'posix', effects: [projectCode], runs: [{ scripts: 'package.json' }] });

/** Runs a program of a package. */
export const execute = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-p --package': 'text',
    '--registry': 'text',
    '-c --call --shell-mode': 'shell',
    '-y --yes -q --no --no-install --bun --parallel -r': 'flag',
    '-w --workspace --filter': 'text',
  },
  operands: { first: ['command'] },
  packageSource: [
    { is: 'registry', of: '--registry' },
    { is: 'package or repository', to: 1 },
    { is: 'package or repository', of: '-p' },
  ],
});

/** `npx` and the commands like it. */
export const npx = (): ProgramDescriptor => ({
  summary: 'runs a package of Node.js',
  ...execute(),
  informational: ['--help', '--version'],
});
