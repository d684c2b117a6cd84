import { join } from 'node:path';

import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Gemini CLI. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'groups',
  signs: Object.freeze(['.gemini', 'GEMINI.md']),
  files: ({ root, home }) => [
    { file: join(root, '.gemini', 'settings.json'), scope: 'project' },
    { file: join(home, '.gemini', 'settings.json'), scope: 'user' },
  ],
  entries: command =>
    entriesOf('gemini', command, EVENTS, line => ({
      matcher: '*',
      hooks: [{ type: 'command', name: 'licet', command: line, timeout: HOST_TIMEOUT_SECONDS * 1_000 }],
    })),
  stopsOnFault: () => false,
  note: 'the folder must be trusted, or its hooks do not run',
});
