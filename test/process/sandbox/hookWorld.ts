import type { HookReply } from '@licet/adapters/claude-code';
import { expect } from 'vitest';

import { onTerminal } from '../../support/onTerminal.ts';
import { SandboxWorld } from './sandboxWorld.ts';

/** The newest client that was driven. */
const CLIENT = { AI_AGENT: 'claude-code_2-1-330_harness' };

const STORES = ['sessions', 'approvals', 'audit'].map(name => `${name}: { store: sqlite, path: .licet/state.db }\n`).join('');

/** A project whose policy asks about code that no sandbox holds. */
export const policyWith = (sandbox: string, guard: string = 'contained: { else: ask }'): string => `version: 1
default: pass
${sandbox}
${STORES}policy:
  all:
    - self_protection: {}
    - secret_paths: {}
    - file_boundary: { allow: ['**'] }
    - network: { deny: [evil.example] }
    - ${guard}
`;

/** What the hook answers before a call. */
export type Answered = NonNullable<HookReply['hookSpecificOutput']>;

/** A sandbox world whose agent is governed by the hook of a runtime that lets hooks change commands. */
export class HookWorld extends SandboxWorld {
  #calls = 0;

  /** Has a person accept a policy. */
  async accept(policy: string): Promise<this> {
    this.write('shop/governance.yaml', policy);
    this.write('shop/probe.txt', 'true');
    const { status } = await onTerminal(this.project, ['accept'], { answer: 'y\n', env: { HOME: this.home } });
    expect(status).toBe(0);
    return this;
  }

  /** Has the hook answer an event. */
  hook(event: string, command: string, more: object = {}, env: Readonly<Record<string, string>> = CLIENT): Answered | undefined {
    const whole = {
      hook_event_name: event,
      session_id: 's',
      cwd: this.project,
      tool_use_id: `call-${this.#calls}`,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
      ...more,
    };
    const { status, stdout, stderr } = this.licet(['hook', 'claude-code'], env, JSON.stringify(whole));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return (JSON.parse(stdout) as HookReply).hookSpecificOutput;
  }

  /** Has the hook decide about a new call. */
  before(command: string, more: object = {}, env: Readonly<Record<string, string>> = CLIENT): Answered | undefined {
    this.#calls += 1;
    return this.hook('PreToolUse', command, more, env);
  }

  /** Tells the hook that the last call ran with a command. */
  after(command: string, more: object = {}): Answered | undefined {
    return this.hook('PostToolUse', command, { tool_response: { stdout: '' }, ...more });
  }

  /** The records of a sort. */
  records(type: string): readonly Readonly<Record<string, unknown>>[] {
    const { stdout } = this.licet(['audit', 'query', '--json']);
    const lines = stdout.split('\n').filter(line => line !== '');
    return lines
      .map(line => (JSON.parse(line) as { record: Record<string, unknown> }).record)
      .filter(record => record['type'] === type);
  }
}

/** The command that an answer puts in the place of another one. */
export function commandOf(answer: Answered | undefined): string {
  const command = answer?.updatedInput?.['command'];
  if (typeof command !== 'string') throw new Error(`no other command: ${JSON.stringify(answer)}`);
  return command;
}
