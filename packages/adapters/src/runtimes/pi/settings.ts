import { join } from 'node:path';

import { commandIn, pluginText } from '../plugin.ts';
import type { RuntimeSettings } from '../settings.ts';

/**
 * Pi stops a call whose handler throws. The arguments are frozen when they have been judged: a handler of another extension that runs later
 * cannot change them. What is to be told beside a call is added to its result.
 */
const PART = `
const texts = new Map();

const about = (name, ctx, more) => ({
  hook_event_name: name,
  session_id: ctx.sessionManager.getSessionId(),
  cwd: ctx.cwd,
  has_ui: ctx.hasUI,
  ...more,
});

const callOf = ({ toolName, toolCallId, input }) => ({ tool_use_id: toolCallId, tool_name: toolName, tool_input: input });

const freeze = value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
};

export default pi => {
  pi.on('input', async ({ text, source }, ctx) => {
    if (source === 'extension') return;
    // A prompt that is not known names nothing: then more is asked.
    await ask(about('input', ctx, { prompt: text })).catch(() => {});
  });
  pi.on('tool_call', async (event, ctx) => {
    const said = await ask(about('tool_call', ctx, callOf(event)));
    if (said.deny !== undefined) return { block: true, reason: said.deny };
    if (said.ask !== undefined && !(ctx.hasUI && (await ctx.ui.confirm('Run this ' + event.toolName + ' call?', said.ask, { signal: ctx.signal }))))
      return { block: true, reason: said.ask + '. The user did not agree.' };
    if (said.args !== undefined) {
      for (const name of Object.keys(event.input)) delete event.input[name];
      Object.assign(event.input, said.args);
    }
    freeze(event.input);
    if (said.text !== undefined) texts.set(event.toolCallId, said.text);
  });
  pi.on('tool_result', async (event, ctx) => {
    const shown = event.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\\n');
    const more = { ...callOf(event), tool_output: shown, is_error: event.isError };
    const said = await askAfter(about('tool_result', ctx, more));
    const added = [texts.get(event.toolCallId), said.text].filter(text => text !== undefined);
    texts.delete(event.toolCallId);
    if (said.output === undefined && added.length === 0) return;
    const content = said.output === undefined ? event.content : [{ type: 'text', text: said.output }];
    return {
      content: [...content, ...added.map(text => ({ type: 'text', text }))],
      ...(said.output !== undefined && { details: {} }),
    };
  });
};
`;

/** Where the extension is that Pi loads. It asks no user whether it trusts the ones of a project. */
export const settings: RuntimeSettings = Object.freeze<RuntimeSettings>({
  layout: 'plugin',
  signs: Object.freeze(['.pi']),
  files: ({ root, home }) => [
    { file: join(root, '.pi', 'extensions', 'licet.js'), scope: 'project' },
    { file: join(home, '.pi', 'agent', 'extensions', 'licet.js'), scope: 'user' },
  ],
  note: 'start it without `--no-extensions`, or the extension is not loaded',
  text: command => pluginText('pi', command, PART),
  commandIn,
});
