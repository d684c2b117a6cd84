import { join } from 'node:path';

import type { HookCommand, InPlugin } from '../hookCommand.ts';
import type { OtherAnswers, RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { jsonFile, listsOf } from '../settingsText.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Copilot CLI. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'list',
  signs: Object.freeze(['.github/hooks', '.github/copilot-instructions.md']),
  fresh: '{"version": 1}\n',
  files: ({ root }) => [{ file: join(root, '.github', 'hooks', 'licet.json'), scope: 'project' }],
  entries: entriesFor,
  stopsOnFault: () => true,
  otherAnswers: Object.freeze<OtherAnswers>({
    events: Object.freeze(['permissionRequest']),
    places: ({ root, home }) => [join(root, '.github', 'hooks'), join(home, '.copilot')],
    unseen: 'hooks of plugins that lie elsewhere are not looked for',
  }),
  note: 'the folder must be trusted, or its hooks do not run',
  // It finds the package by the catalogue of Claude Code.
  packaged: ({ bundle, ...about }) => ({
    '.github/plugin/plugin.json': jsonFile({ ...about, hooks: 'hooks/copilot.json' }),
    'hooks/copilot.json': jsonFile({ version: 1, hooks: listsOf(entriesFor({ inPlugin: `\${CLAUDE_PLUGIN_ROOT}/${bundle}` })) }),
  }),
});

function entriesFor(command: HookCommand | InPlugin): Readonly<Record<string, object>> {
  return entriesOf('copilot', command, EVENTS, line => ({
    type: 'command',
    bash: line,
    timeoutSec: HOST_TIMEOUT_SECONDS,
  }));
}
