import { claudeCode } from '@licet/adapters/claude-code';
import { answerEvent } from '@licet/adapters/runtimes';
import { PolicyEngine, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const engine = new PolicyEngine(guard('yes', () => pass()));

/** What the model is told at a prompt, and the tasks that were looked up. */
async function told(more: object, recall: (task: string) => string | undefined = task => `known: ${task}`) {
  const tasks: string[] = [];
  const event = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: '/w', prompt: 'delete files', ...more };
  const reply = await answerEvent(claudeCode, event, {
    engine: () => engine,
    recall: task => {
      tasks.push(task);
      return recall(task);
    },
  });
  const { hookSpecificOutput } = reply as { readonly hookSpecificOutput?: { readonly additionalContext?: string } };
  return { tasks, text: hookSpecificOutput?.additionalContext };
}

describe('an agent that plans', () => {
  it('is told what is known of its task before it acts', async () => {
    expect(await told({ permission_mode: 'plan' })).toEqual({ tasks: ['delete files'], text: 'known: delete files' });
  });

  it.each([
    ['in another mode', { permission_mode: 'default' }],
    ['without a mode', {}],
    ['that is a sub-agent, whose prompt is text of the agent', { permission_mode: 'plan', agent_id: 'a', agent_type: 'x' }],
    ['without a prompt', { permission_mode: 'plan', prompt: undefined }],
  ])('is told nothing %s', async (_, more) => {
    expect(await told(more)).toEqual({ tasks: [], text: undefined });
  });

  it('is told nothing of what is not known', async () => {
    expect((await told({ permission_mode: 'plan' }, () => undefined)).text).toBeUndefined();
  });
});
