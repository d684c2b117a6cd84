import { dirname, join } from 'node:path';

import { commandIn, pluginText } from '../plugin.ts';
import type { RuntimeSettings } from '../settings.ts';
import { jsonFile } from '../settingsText.ts';
import { HANDLERS } from './handlers.ts';

const MANIFEST = {
  id: 'licet',
  name: 'Licet',
  description: 'Asks the policy before every tool.',
  activation: { onStartup: true, onCapabilities: ['hook'] },
  contracts: { agentToolResultMiddleware: ['openclaw', 'codex'] },
  configSchema: { type: 'object', additionalProperties: false },
};

const ENTRY = '`plugins: { entries: { licet: { enabled: true, hooks: { allowConversationAccess: true } } } }`';

/** The folder of the plugin that OpenClaw loads: of a workspace, or of the user for all of them. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'plugin',
  signs: Object.freeze(['.openclaw']),
  note: `write ${ENTRY} into \`~/.openclaw/openclaw.json\`, or the plugin is not loaded; \`openclaw agent exec\` loads none`,
  files: ({ root, home }) => [
    { file: join(root, '.openclaw', 'extensions', 'licet', 'index.js'), scope: 'project' },
    { file: join(home, '.openclaw', 'extensions', 'licet', 'index.js'), scope: 'user' },
  ],
  beside: Object.freeze({
    'openclaw.plugin.json': jsonFile(MANIFEST),
    'package.json': jsonFile({
      name: 'licet-openclaw',
      version: '1.0.0',
      type: 'module',
      openclaw: { extensions: ['./index.js'] },
    }),
  }),
  notLoaded: (file, { home }, read) =>
    read(join(dirname(file), 'openclaw.plugin.json')) === undefined
      ? 'its manifest `openclaw.plugin.json` is missing: run `licet uninstall openclaw` and `licet init openclaw`'
      : read(join(home, '.openclaw', 'openclaw.json'))?.includes('licet') === true
        ? undefined
        : `\`~/.openclaw/openclaw.json\` does not name it: write ${ENTRY} there`,
  text: command => pluginText('openclaw', command, HANDLERS, { isCopied: true }),
  commandIn,
});
