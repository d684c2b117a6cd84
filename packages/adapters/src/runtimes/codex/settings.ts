import { join } from 'node:path';

import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Codex. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'groups',
  signs: Object.freeze(['.codex']),
  files: ({ root, home }) => [
    { file: join(root, '.codex', 'hooks.json'), scope: 'project' },
    { file: join(home, '.codex', 'hooks.json'), scope: 'user' },
  ],
  entries: command =>
    entriesOf('codex', command, EVENTS, (line, phase) => {
      const hooks = [{ type: 'command', command: line, timeout: HOST_TIMEOUT_SECONDS }];
      return phase === 'start' || phase === 'turn' ? { hooks } : { matcher: '*', hooks };
    }),
  stopsOnFault: () => false,
  note: 'start it once and trust the hooks under `/hooks`: it runs no others',
});
