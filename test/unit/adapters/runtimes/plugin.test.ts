import { expect, it } from 'vitest';

import { pluginText } from '../../../../packages/adapters/src/runtimes/plugin.ts';

const PROGRAM = { node: '/usr/bin/node', bundle: '/opt/licet.cjs' };
const IN_THE_ROOT = "const root = fileURLToPath(new URL('../..', import.meta.url))";

it('starts the hook of a user in the folder of the agent, where the policy of its project is', () => {
  expect(pluginText('pi', PROGRAM, '')).toContain('const root = undefined;');
  expect(pluginText('pi', PROGRAM, '')).toContain('cwd: root ?? event.cwd');
});

it('starts the hook of a project in its root, unless the runtime loads a copy of the plugin', () => {
  for (const command of ['launcher', { ...PROGRAM, policy: '/project/governance.yaml' }] as const) {
    expect(pluginText('pi', command, '')).toContain(IN_THE_ROOT);
    expect(pluginText('openclaw', command, '', { isCopied: true })).toContain('const root = undefined;');
  }
});
