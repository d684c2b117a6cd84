import { PolicyEngine, memorySessions } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import type { FileSystemPort, MemoryFile } from '@licet/effects/places';
import { Flow } from '@licet/guards';
import type { FlowOptions } from '@licet/guards';

const KINDS: Readonly<Record<string, string>> = {
  Bash: 'bash',
  Read: 'read',
  Grep: 'read',
  Glob: 'read',
  Write: 'write',
  Edit: 'write',
  WebFetch: 'network',
  WebSearch: 'network',
};

/** Files of a project, as old as `ages` says: a file without an entry is older than all that a session reads. */
export function filesOf(texts: Readonly<Record<string, string>>, ages: Readonly<Record<string, number>> = {}): FileSystemPort {
  const nodes = Object.fromEntries(Object.entries(texts).map(([path, text]): [string, MemoryFile] => [path, { text }]));
  return { ...memoryFiles(nodes), changedAt: path => (path in texts ? (ages[path] ?? 0) : undefined) };
}

/** Returns an agent in a project with these files, which has heard a prompt and then read a text of an outsider. */
export async function coderAfter(files: FileSystemPort, prompt: string, text: string): Promise<Coder> {
  const agent = new Coder({}, files);
  await agent.prompt(prompt);
  return agent.read(text);
}

/** Returns the arguments of an edit of a file of the project. */
export const edit = (file: string, before: string, after: string): Readonly<Record<string, unknown>> => ({
  file_path: `/p/${file}`,
  old_string: before,
  new_string: after,
});

/** An agent that writes code in `/p`, with the guard alone. */
export class Coder {
  readonly engine: PolicyEngine;
  #calls = 0;

  constructor(options: FlowOptions = {}, files: FileSystemPort = filesOf({})) {
    const place = { root: '/p', home: '/home/u', files };
    const policy = Flow({ profile: 'coding', ...options, ...place });
    this.engine = new PolicyEngine(policy, {
      effects: analyzeEffects({ ...place, env: {} }),
      default: 'pass',
      sessions: memorySessions(),
    });
  }

  prompt(prompt: string): Promise<void> {
    return this.engine.heard({ sessionId: 's', prompt });
  }

  /** Runs a call, with a yes where it asks. Returns its ruling. */
  async run(tool: string, payload: Readonly<Record<string, unknown>>, output: unknown = ''): Promise<string> {
    this.#calls += 1;
    const action = { kind: KINDS[tool] ?? 'tool', tool, payload, sessionId: 's', callId: `c${this.#calls}`, cwd: '/p' };
    const first = await this.engine.evaluate(action);
    const evaluation = first.passed ? first : await this.engine.resume(first, { granted: true, by: 'ann' });
    await this.engine.postAction(evaluation, { status: 'ok', output });
    return first.ruling;
  }

  shell(command: string, output: unknown = ''): Promise<string> {
    return this.run('Bash', { command }, output);
  }

  /** What a call would be ruled. */
  async ruling(tool: string, payload: Readonly<Record<string, unknown>>): Promise<string> {
    const action = { kind: KINDS[tool] ?? 'tool', tool, payload, sessionId: 's', callId: 'ask', cwd: '/p' };
    return (await this.engine.explain(action)).ruling;
  }

  asks(command: string): Promise<string> {
    return this.ruling('Bash', { command });
  }

  /** Reads an issue that says something. */
  async read(text: string): Promise<this> {
    await this.shell('gh issue view 12', text);
    return this;
  }
}
