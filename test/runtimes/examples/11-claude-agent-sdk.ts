// The options that put the Claude Agent SDK under a policy. The program behind the SDK is large and needs a key, so this calls the hooks
// as the SDK does; `test/live` drives the real one. Run: node --conditions=@licet/source 11-claude-agent-sdk.ts
import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { licetCanUseTool, licetHooks } from '@licet/adapters/claude-agent-sdk';
import { PolicyEngine, ask, block, guard, pass } from '@licet/core';

const policy = guard('pushes', ({ payload }) => {
  const command = String(payload['command']);
  if (command.includes('--force')) return block('it takes away what others have', { fix: 'push to a branch of your own' });
  return command.startsWith('git push') ? ask('a push reaches others', { fix: 'ask the user' }) : pass();
});
const engine = new PolicyEngine(policy);

// What goes into `query({ prompt, options })`.
const options: Options = {
  hooks: licetHooks(engine),
  canUseTool: licetCanUseTool(engine, { ask: () => ({ granted: true, by: 'ann' }) }),
};

const { signal } = new AbortController();
async function wants(id: string, command: string): Promise<string> {
  const input = { tool_name: 'Bash', tool_input: { command }, tool_use_id: id };
  const event = { ...input, hook_event_name: 'PreToolUse' as const, session_id: 's', transcript_path: '', cwd: '/project' };
  const reply = await options.hooks?.PreToolUse?.[0]?.hooks[0]?.(event, id, { signal });
  const said = reply !== undefined && 'hookSpecificOutput' in reply ? reply.hookSpecificOutput : undefined;
  if (said?.hookEventName !== 'PreToolUse') return 'no opinion';
  if (said.permissionDecision !== 'ask') return `${said.permissionDecision}: ${said.permissionDecisionReason}`;
  const answer = await options.canUseTool?.('Bash', { command }, { signal, toolUseID: id, requestId: 'r' });
  return `asked, then ${answer?.behavior}`;
}

console.log(await wants('1', 'ls')); // => no opinion
console.log(await wants('2', 'git push')); // => asked, then allow
console.log(await wants('3', 'git push --force')); // => deny: licet: it takes away what others have
