import { join } from 'node:path';

import type { OtherAnswers, RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS, entriesOf } from '../settings.ts';
import { EVENTS } from './event.ts';

/** The form of the hook in the settings of Copilot CLI. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'list',
  signs: Object.freeze(['.github/hooks', '.github/copilot-instructions.md']),
  fresh: '{"version": 1}\n',
  files: ({ root }) => [{ file: join(root, '.github', 'hooks', 'licet.json'), scope: 'project' }],
  entries: command =>
    entriesOf('copilot', command, EVENTS, line => ({ type: 'command', bash: line, timeoutSec: HOST_TIMEOUT_SECONDS })),
  stopsOnFault: () => true,
  otherAnswers: Object.freeze<OtherAnswers>({
    events: Object.freeze(['permissionRequest']),
    places: ({ root, home }) => [join(root, '.github', 'hooks'), join(home, '.copilot')],
    unseen: 'hooks of plugins that lie elsewhere are not looked for',
  }),
  note: 'the folder must be trusted, or its hooks do not run',
});
