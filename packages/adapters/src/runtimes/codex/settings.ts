import { join } from 'node:path';

import type { HookCommand, InPlugin } from '../hookCommand.ts';
import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { jsonFile, listsOf } from '../settingsText.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Codex. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'groups',
  signs: Object.freeze(['.codex']),
  files: ({ root, home }) => [
    { file: join(root, '.codex', 'hooks.json'), scope: 'project' },
    { file: join(home, '.codex', 'hooks.json'), scope: 'user' },
  ],
  entries: entriesFor,
  stopsOnFault: () => false,
  note: 'start it once and trust the hooks under `/hooks`: it runs no others',
  packaged: ({ bundle, name, ...about }) => ({
    '.codex-plugin/plugin.json': jsonFile({ name, ...about, hooks: './hooks/codex.json' }),
    '.agents/plugins/marketplace.json': jsonFile({
      name,
      plugins: [{ name, source: { source: 'local', path: './' }, policy: OFFERED, category: 'Productivity' }],
    }),
    'hooks/codex.json': jsonFile({ hooks: listsOf(entriesFor({ inPlugin: `\${CLAUDE_PLUGIN_ROOT}/${bundle}` })) }),
  }),
});

/** A person installs it; it has no account. */
const OFFERED = Object.freeze({ installation: 'AVAILABLE', authentication: 'ON_INSTALL' });

function entriesFor(command: HookCommand | InPlugin): Readonly<Record<string, object>> {
  return entriesOf('codex', command, EVENTS, (line, phase) => {
    const hooks = [{ type: 'command', command: line, timeout: HOST_TIMEOUT_SECONDS }];
    return phase === 'start' || phase === 'turn' ? { hooks } : { matcher: '*', hooks };
  });
}
