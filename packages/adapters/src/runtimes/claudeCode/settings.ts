import { join } from 'node:path';

import type { HookCommand, PackagedProgram } from '../hookCommand.ts';
import { hookLine, hookWords } from '../hookCommand.ts';
import type { RuntimeSettings } from '../settings.ts';
import { HOST_TIMEOUT_SECONDS } from '../settings.ts';
import { jsonFile, listsOf } from '../settingsText.ts';
import { EVENTS } from './event.ts';
import { otherAnswers } from './otherAnswers.ts';
import { hostSandbox } from './hostSandbox.ts';
import { userRules } from './userRules.ts';

/** The events that have a matcher. */
const MATCHED: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

/**
 * The form of the hook in the settings of Claude Code: one group for every event. A program is started directly, without a shell; the
 * launcher of a project by one, which finds it.
 */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'groups',
  signs: Object.freeze(['.claude', 'CLAUDE.md']),
  files: ({ root, home }) => [
    { file: join(root, '.claude', 'settings.json'), scope: 'project' },
    { file: join(root, '.claude', 'settings.local.json'), scope: 'local' },
    { file: join(home, '.claude', 'settings.json'), scope: 'user' },
  ],
  otherAnswers,
  userRules,
  hostSandbox,
  entries: entriesFor,
  stopsOnFault: ({ onFailure }) => onFailure === 'block',
  managed: command => ({
    file: '/etc/claude-code/managed-settings.d/50-licet.json',
    text: jsonFile({ allowManagedHooksOnly: true, hooks: listsOf(entriesFor(command)) }),
  }),
  packaged: ({ bundle, ...about }) => ({
    '.claude-plugin/plugin.json': jsonFile(about),
    '.claude-plugin/marketplace.json': jsonFile(catalogueOf(about)),
    'hooks/hooks.json': jsonFile({ description: about.description, hooks: listsOf(entriesFor(inPackage(bundle))) }),
  }),
});

/** A catalogue of this one plugin: then the package can be added as it is unpacked. Copilot CLI reads it too. */
const catalogueOf = ({ name, description }: Omit<PackagedProgram, 'bundle'>): object => ({
  name,
  owner: { name: 'Licet' },
  plugins: [{ name, source: './', description }],
});

/** Claude Code puts the folder of the plugin in place of the variable, in arguments too. */
const inPackage = (bundle: string): HookCommand => ({ node: 'node', bundle: `\${CLAUDE_PLUGIN_ROOT}/${bundle}` });

function entriesFor(command: HookCommand): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.keys(EVENTS).map(event => [event, groupFor(event, command)]));
}

/** A handler that fails before a call stops the call. */
function groupFor(event: string, command: HookCommand): object {
  const isBefore = event === 'PreToolUse';
  const [program, ...args] = hookWords('claude-code', command, !isBefore);
  const handler = {
    type: 'command',
    ...(command === 'launcher' ? { command: hookLine('claude-code', command, !isBefore) } : { command: program, args }),
    timeout: HOST_TIMEOUT_SECONDS,
    ...(isBefore && { onFailure: 'block' }),
  };
  return { ...(MATCHED.has(event) && { matcher: '*' }), hooks: [handler] };
}
