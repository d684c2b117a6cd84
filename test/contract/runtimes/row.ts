import type { AskChannel, Capabilities, OutputShaper, RuntimeFacts } from '@licet/adapters/runtimes';
import type { PolicyEngine } from '@licet/core';

export type Args = Readonly<Record<string, unknown>>;

/** What an agent is made to do: one step with these calls of the tool `Tool`, all at once, then it is done. */
export interface Play {
  readonly engine: PolicyEngine;
  readonly calls: readonly { readonly id: string; readonly args: Args }[];
  /** What the human says when the runtime asks; undefined where no answer ever comes. */
  readonly answer?: 'yes' | 'no';
  /** The human says yes to all calls of the tool to come, where the SDK knows such a thing. */
  readonly always?: boolean;
  /** Called between a question and its answer. */
  readonly meanwhile?: () => Promise<void> | void;
  /** What arrives is no call, or its session cannot be found. */
  readonly faulty?: boolean;
  readonly sessionId?: string;
  readonly shaper?: OutputShaper;
  readonly asking?: AskChannel;
  /** What the tool does. It returns `done` without. */
  readonly tool?: (args: Args) => unknown;
  /** The run is cancelled while the tool runs. */
  readonly cancelled?: boolean;
  /** The model streams what it says. */
  readonly streams?: boolean;
  /** The runtime goes away before it tells how the calls ended. */
  readonly vanishes?: boolean;
  /** The sub-agent that makes the calls. */
  readonly agent?: { readonly id: string; readonly type: string };
}

/** What became of it. */
export interface Played {
  readonly ended: readonly ('ran' | 'asked' | 'stopped')[];
  /** Everything that reached the model or a human beside the calls themselves, in one text. */
  readonly told: string;
  /** The arguments that the tool ran with. */
  readonly args: readonly Args[];
}

/** What a scenario needs that is no capability of an adapter. */
export type Ability =
  | 'decidesAgain'
  | 'redactsErrors'
  | 'tellsFailures'
  | 'tellsCancellation'
  | 'losesOutcomes'
  | 'streams'
  | 'tellsTheHost';

/** What a scenario may need of a runtime. */
export type Need = keyof Capabilities | Ability;

/** One runtime of the table. */
export interface Row {
  readonly title: string;
  readonly facts: RuntimeFacts;
  /** Why it cannot do what is no capability of an adapter, or what this version of it cannot do although the adapter could. */
  readonly lacks?: Readonly<Partial<Record<Need, string>>>;
}

/** Makes a runtime go through a play, with a fake model. */
export type Player = (play: Play) => Promise<Played>;

/** Why a runtime cannot do something; undefined where it can. */
export function gapOf({ facts, lacks = {} }: Row, need: Need): string | undefined {
  return lacks[need] ?? (facts.gaps as Readonly<Partial<Record<Need, string>>>)[need];
}

/** The tool of every agent here, which keeps what it ran with, and the signal that cancels the run. */
export function toolOf({ tool = () => 'done', cancelled = false }: Play): {
  readonly ran: Map<string, Args>;
  readonly run: (id: string, args: Args) => unknown;
  readonly signal: AbortSignal;
} {
  const ran = new Map<string, Args>();
  const abort = new AbortController();
  return {
    ran,
    signal: abort.signal,
    run(id, args) {
      ran.set(id, args);
      if (!cancelled) return tool(args);
      abort.abort(new Error('cancelled'));
      throw new Error('cancelled');
    },
  };
}

/** Puts together what became of the calls. */
export function playedOf({ calls }: Play, ran: ReadonlyMap<string, Args>, asked: ReadonlySet<string>, told: unknown): Played {
  return {
    ended: calls.map(({ id }) => (ran.has(id) ? 'ran' : asked.has(id) ? 'asked' : 'stopped')),
    told: typeof told === 'string' ? told : JSON.stringify(told),
    args: [...ran.values()],
  };
}
