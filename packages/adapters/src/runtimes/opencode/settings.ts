import { join } from 'node:path';

import type { HookCommand } from '../hookCommand.ts';
import { hookWords } from '../hookCommand.ts';
import type { RuntimeSettings } from '../settings.ts';

/** The line of the plugin that says what the hook is started with. */
const COMMAND = /^const command = (\[.*\]);$/mu;

const HEAD = `// Written by \`licet init opencode\`: it asks the policy before every tool.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

`;

/** Asks the hook about one event, and does what it says before and after a call. */
const REST = `
const ask = (event, ...flags) =>
  new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), ...flags], { cwd: root, timeout: 30_000 });
    let [said, complaint] = ['', ''];
    child.stdout.on('data', part => (said += part));
    child.stderr.on('data', part => (complaint += part));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', code => {
      try {
        if (code !== 0) throw new Error(complaint || \`licet: the policy hook ended with code \${code}\`);
        resolve(JSON.parse(said));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify(event));
  });

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
    const said = await ask({ ...event, tool_output: output.output, exit_code: output.metadata?.exit }, '--after').catch(() => ({}));
    if (said.output !== undefined) [output.output, output.metadata] = [said.output, {}];
    if (said.text !== undefined) output.output += \`\\n\\n\${said.text}\`;
  },
});
`;

/** Where the plugin stands that OpenCode loads. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'plugin',
  signs: Object.freeze(['.opencode', 'opencode.json', 'opencode.jsonc']),
  files: ({ root }) => [{ file: join(root, '.opencode', 'plugin', 'licet.js'), scope: 'project' }],
  text: pluginText,
  commandIn,
});

/**
 * The plugin that OpenCode loads: it hands every call to the hook and does what the hook says. What cannot be asked before a
 * call is thrown, which stops the call; after it nothing is.
 */
export function pluginText(command: HookCommand): string {
  return `${HEAD}const command = ${JSON.stringify(hookWords('opencode', command))};\n${REST}`;
}

/** Returns what a plugin starts the hook with; undefined for a text that is no plugin of ours. */
export function commandIn(text: string): readonly string[] | undefined {
  try {
    const words = JSON.parse(COMMAND.exec(text)?.[1] ?? 'null') as unknown;
    return Array.isArray(words) && words.every(word => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}
