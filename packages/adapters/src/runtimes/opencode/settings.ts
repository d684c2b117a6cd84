import { join } from 'node:path';

import { commandIn, pluginText } from '../plugin.ts';
import type { RuntimeSettings } from '../settings.ts';
import { jsonFile } from '../settingsText.ts';

/** What cannot be asked before a call is thrown, which stops the call; after it nothing is. */
const PART = `
const about = (name, directory, { tool, sessionID, callID }, args) => ({
  hook_event_name: name,
  session_id: sessionID,
  tool_use_id: callID,
  cwd: directory,
  tool_name: tool,
  tool_input: args,
});

/** Whether a session is one of the user's own: what a sub-agent is told is text of the agent. */
const isOfUser = async (client, id) => {
  const { data } = await client.session.get({ path: { id } });
  return data !== undefined && data.parentID === undefined;
};

export const Licet = async ({ client, directory }) => ({
  'chat.message': async ({ sessionID }, { parts }) => {
    try {
      if (!(await isOfUser(client, sessionID))) return;
      const prompt = parts.flatMap(part => (part.type === 'text' && part.synthetic !== true ? [part.text] : [])).join('\\n');
      await ask({ hook_event_name: 'chat.message', session_id: sessionID, cwd: directory, prompt });
    } catch {
      // A prompt that is not known names nothing: then more is asked.
    }
  },
  'tool.execute.before': async (call, output) => {
    const { deny, args } = await ask(about('tool.execute.before', directory, call, output.args));
    if (deny !== undefined) throw new Error(deny);
    if (args === undefined) return;
    for (const name of Object.keys(output.args)) delete output.args[name];
    Object.assign(output.args, args);
  },
  'tool.execute.after': async (call, output) => {
    const event = about('tool.execute.after', directory, call, call.args ?? {});
    const said = await askAfter({ ...event, tool_output: output.output, exit_code: output.metadata?.exit });
    if (said.output !== undefined) [output.output, output.metadata] = [said.output, {}];
    if (said.text !== undefined) output.output += \`\\n\\n\${said.text}\`;
  },
});
`;

/** The place of the plugin that OpenCode loads. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'plugin',
  signs: Object.freeze(['.opencode', 'opencode.json', 'opencode.jsonc']),
  files: ({ root }) => [{ file: join(root, '.opencode', 'plugin', 'licet.js'), scope: 'project' }],
  text: command => pluginText('opencode', command, PART),
  commandIn,
  packaged: ({ bundle, ...about }) => ({
    'opencode/package.json': jsonFile({ ...about, name: `${about.name}-opencode`, type: 'module', main: 'index.js' }),
    'opencode/index.js': pluginText('opencode', { inPlugin: `../${bundle}` }, PART),
  }),
});
