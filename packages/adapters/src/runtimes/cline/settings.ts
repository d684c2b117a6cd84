import { join } from 'node:path';

import { commandIn, pluginText } from '../plugin.ts';
import type { RuntimeSettings } from '../settings.ts';

/** Cline ends the run when a plugin takes three seconds. */
const MILLISECONDS = 2_500;

/** A call is skipped when the hook fails: an error that is thrown would end the whole run. Cline reports a skipped call as one that has ended. */
const PART = `
let sessionId;
const skipped = new Set();

const about = (name, { parentAgentId, agentId, conversationId }, more) => ({
  hook_event_name: name,
  session_id: sessionId ?? conversationId ?? agentId,
  cwd: process.cwd(),
  ...(parentAgentId && { agent_id: agentId }),
  ...more,
});

const callOf = ({ toolCall, input }) => ({ tool_use_id: toolCall.toolCallId, tool_name: toolCall.toolName, tool_input: input });

export default {
  name: 'licet',
  manifest: { capabilities: ['hooks'] },
  setup(_api, ctx) {
    sessionId = ctx?.session?.sessionId;
  },
  hooks: {
    async beforeRun({ snapshot }) {
      // What a sub-agent is told is text of the agent. A prompt that is not known names nothing: then more is asked.
      if (snapshot.parentAgentId) return;
      const { role, content = [] } = snapshot.messages.at(-1) ?? {};
      if (role !== 'user') return;
      const prompt = content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\\n');
      await ask(about('beforeRun', snapshot, { prompt })).catch(() => {});
    },
    async beforeTool(call) {
      const said = await ask(about('beforeTool', call.snapshot, callOf(call))).catch(error => ({
        deny: 'licet: the policy hook failed, so this call does not run: ' + error.message,
      }));
      if (said.deny === undefined) return said.text === undefined ? undefined : { appendContext: said.text };
      skipped.add(call.toolCall.toolCallId);
      return { skip: true, reason: said.deny };
    },
    async afterTool(call) {
      if (skipped.delete(call.toolCall.toolCallId)) return;
      const more = { ...callOf(call), tool_output: call.result.output, is_error: call.result.isError === true };
      const said = await askAfter(about('afterTool', call.snapshot, more));
      return {
        ...(said.output !== undefined && { result: { ...call.result, output: said.output, metadata: {} } }),
        ...(said.text !== undefined && { appendContext: said.text }),
      };
    },
  },
};
`;

/** The place of the plugin that Cline loads in a separate process. Hooks in separate files would let a call run when they fail. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'plugin',
  signs: Object.freeze(['.cline', '.clinerules']),
  files: ({ root, home }) => [
    { file: join(root, '.cline', 'plugins', 'licet.js'), scope: 'project' },
    { file: join(home, '.cline', 'plugins', 'licet.js'), scope: 'user' },
  ],
  text: command => pluginText('cline', command, PART, { milliseconds: MILLISECONDS }),
  commandIn,
});
