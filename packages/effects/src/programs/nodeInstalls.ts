import type { Call, CommandDescriptor, Finding, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { byAddress, isUsualRegistry } from './registries.ts';
import { installs, projectCode, sets } from './shapes.ts';
import { lifecycleIn, scriptsIn } from './taskCalls.ts';

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
export function sourceFindings(call: Call): readonly Finding[] {
  const foreign = call.values('--registry').some(({ text }) => !isUsualRegistry(text));
  return [...(foreign ? [sets('package:registry', 'weakens')] : []), ...call.operands.flatMap(value => byAddress(value, true))];
}

/** Packages that come to lie in another folder than this one. */
const installedAt = (call: Call): readonly Finding[] =>
  call.values('--prefix').map(({ text }) => ({
    use: { as: 'write', recursive: true, certainty: 'possible' },
    value: text === undefined ? '/' : `${text.replace(/\/+$/, '')}/node_modules`,
  }));

/** Installs packages, which may run their scripts. */
export const install = (): CommandDescriptor => ({
  options: source,
  effects: [installs],
  inspect: call => [...sourceFindings(call), ...installedAt(call), ...lifecycleIn(call)],
});

/** Runs scripts of the project. */
export const runs = (): CommandDescriptor => ({ style: 'posix', effects: [projectCode], inspect: scriptsIn });

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
  inspect: call => [
    ...sourceFindings({ ...call, operands: call.operands.slice(0, 1) }),
    ...call.values('-p').flatMap(value => byAddress(value, true)),
  ],
});

/** `npx` and the commands like it. */
export const npx = (): ProgramDescriptor => ({
  summary: 'runs a package of Node.js',
  ...execute(),
  informational: ['--help', '--version'],
  match: {
    'npx -y rimraf src': 'delete /w/src/**',
    "npx -c 'rm a'": 'delete /w/a',
    'npx prettier --write a.ts': 'write /w/a.ts/**',
  },
  notMatch: { 'npx tsc --noEmit': 'unknown; * #destructive', 'npx vitest run': 'unknown' },
});
