import { join } from 'node:path';

import type { HookCommand, InPlugin } from '../hookCommand.ts';
import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { jsonFile, listsOf } from '../settingsText.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Gemini CLI. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'groups',
  signs: Object.freeze(['.gemini', 'GEMINI.md']),
  files: ({ root, home }) => [
    { file: join(root, '.gemini', 'settings.json'), scope: 'project' },
    { file: join(home, '.gemini', 'settings.json'), scope: 'user' },
  ],
  entries: entriesFor,
  stopsOnFault: () => false,
  note: 'the folder must be trusted, or its hooks do not run',
  // Its hooks have to be in `hooks/hooks.json`, where the package has those of Claude Code. A linked folder finds the program above it.
  packaged: ({ bundle, ...about }) => ({
    'gemini/gemini-extension.json': jsonFile(about),
    'gemini/hooks/hooks.json': jsonFile({ hooks: listsOf(entriesFor({ inPlugin: `\${extensionPath}/../${bundle}` })) }),
  }),
});

function entriesFor(command: HookCommand | InPlugin): Readonly<Record<string, object>> {
  return entriesOf('gemini', command, EVENTS, line => ({
    matcher: '*',
    hooks: [{ type: 'command', name: 'licet', command: line, timeout: HOST_TIMEOUT_SECONDS * 1_000 }],
  }));
}
