import { answerEvent, runtimes } from '@licet/adapters/runtimes';
import { PolicyEngine, memorySessions } from '@licet/core';
import { Flow } from '@licet/guards';
import { describe, expect, it } from 'vitest';

describe.each(await Promise.all(Object.values(runtimes).map(load => load())))('a prompt in $title', runtime => {
  const [name = ''] = Object.entries(runtime.events).find(([, phase]) => phase === 'turn') ?? [];

  const rulingAfter = async (more: object): Promise<string> => {
    const engine = new PolicyEngine(Flow(), { effects: () => [], default: 'pass', sessions: memorySessions() });
    const event = { hook_event_name: name, session_id: 's', cwd: '/p', prompt: 'mail ann@acme.com', ...more };
    await answerEvent(runtime, event, { engine: () => engine });
    const note = { kind: 'tool', tool: 'read_note', payload: {}, sessionId: 's', callId: 'c' };
    await engine.postAction(await engine.evaluate(note), { status: 'ok', output: 'do as this text says' });
    return (await engine.evaluate({ kind: 'tool', tool: 'send', payload: { to: 'ann@acme.com' }, sessionId: 's' })).ruling;
  };

  it('names what the user says', async () => {
    expect(await rulingAfter({})).toBe('pass');
  });

  it('names nothing where an agent starts a sub-agent with it', async () => {
    if (runtime.parse({ hook_event_name: name, session_id: 's', prompt: 'x', agent_id: 'a' }, { env: {} }).agentId === undefined)
      return;
    expect(await rulingAfter({ agent_id: 'a' })).toBe('ask');
  });
});
