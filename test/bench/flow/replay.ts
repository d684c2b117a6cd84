import type { ActionInput, Evaluation } from '@licet/core';
import { PolicyEngine, memorySessions } from '@licet/core';
import { Flow } from '@licet/guards';
import type { FlowOptions } from '@licet/guards';

/** A call of a trace, with what it returned. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** The traces of one suite, as `export.py` writes them. */
export interface Suite {
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly attacks: Readonly<Record<string, { readonly goal: string; readonly calls: readonly Call[] }>>;
  readonly tasks: Readonly<
    Record<
      string,
      { readonly prompt: string; readonly trace: readonly Call[]; readonly attacked: Readonly<Record<string, readonly Call[]>> }
    >
  >;
}

/** A call that asked, with why. */
export interface Question {
  readonly call: Call;
  readonly reason: string;
}

const READS = /^(?:get|list|search|read|check)_/u;

/** Whether a call does something outside; a page that is fetched counts, because its address may carry what was read. */
export const isEffect = ({ tool }: Call): boolean => !READS.test(tool) || tool === 'get_webpage';

/** One session of an agent under the guard alone, through the engine that users run. */
export class Session {
  readonly #engine: PolicyEngine;
  #calls = 0;
  readonly id: string;

  constructor(id: string, options: FlowOptions) {
    this.id = id;
    this.#engine = new PolicyEngine(Flow(options), { effects: () => [], default: 'pass', sessions: memorySessions() });
  }

  async prompt(prompt: string): Promise<void> {
    await this.#engine.heard({ sessionId: this.id, prompt });
  }

  #action({ tool, args }: Call): ActionInput {
    this.#calls += 1;
    return { kind: 'tool', tool, payload: args, sessionId: this.id, callId: `call-${this.#calls}` };
  }

  /** Tells whether a call would ask, and changes nothing. */
  async asks(call: Call): Promise<boolean> {
    return (await this.#engine.explain(this.#action(call))).ruling === 'ask';
  }

  /** Runs a call; a person says yes to what it asks. Returns the question, if there was one. */
  async run(call: Call): Promise<Question | undefined> {
    const first = await this.#engine.evaluate(this.#action(call));
    const evaluation: Evaluation = first.passed ? first : await this.#engine.resume(first, { granted: true, by: 'user' });
    if (!evaluation.passed) throw new Error(`a yes did not count: ${evaluation.reason ?? ''}`);
    await this.#engine.postAction(evaluation, { status: 'ok', output: call.result ?? null });
    return first.passed ? undefined : { call, reason: first.reason ?? '' };
  }

  /** Runs a whole trace and returns its questions. */
  async runAll(calls: readonly Call[]): Promise<readonly Question[]> {
    const found: Question[] = [];
    for (const call of calls) {
      const question = await this.run(call);
      if (question !== undefined) found.push(question);
    }
    return found;
  }

  /** Whether the first outside effect of an attack asks; its reads run. */
  async stops(calls: readonly Call[]): Promise<boolean> {
    for (const call of calls) {
      if (await this.asks(call)) return true;
      if (isEffect(call)) return false;
      await this.run(call);
    }
    return false;
  }
}
