import { join } from 'node:path';

import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Cursor. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'list',
  signs: Object.freeze(['.cursor']),
  fresh: '{"version": 1}\n',
  files: ({ root, home }) => [
    { file: join(root, '.cursor', 'hooks.json'), scope: 'project' },
    { file: join(home, '.cursor', 'hooks.json'), scope: 'user' },
  ],
  entries: command =>
    entriesOf('cursor', command, EVENTS, (line, phase) => ({
      command: line,
      timeout: HOST_TIMEOUT_SECONDS,
      ...(phase === 'before' && { failClosed: true }),
    })),
  stopsOnFault: ({ failClosed }) => failClosed === true,
});
