import type { CallOptions } from '@licet/adapters/ai-sdk';
import type { RuntimeFacts } from '@licet/adapters/runtimes';
import type { OutputShaper } from '@licet/adapters/runtimes';
import type { PolicyEngine } from '@licet/core';

export type Args = Readonly<Record<string, unknown>>;

/** What an agent is made to do: one step with these calls of the tool `Tool`, then it is done. */
export interface Play {
  readonly engine: PolicyEngine;
  readonly calls: readonly { readonly id: string; readonly args: Args }[];
  /** What the human says when the SDK asks; undefined where nobody ever answers. */
  readonly answer?: 'yes' | 'no';
  /** The human says yes to all calls of the tool to come, where the SDK knows such a thing. */
  readonly always?: boolean;
  /** Called between a question and its answer. */
  readonly meanwhile?: () => Promise<void> | void;
  /** Not even the session of a call can be found. */
  readonly faulty?: boolean;
  readonly sessionId?: string;
  readonly shaper?: OutputShaper;
  /** What the tool does. It returns `done` without. */
  readonly tool?: (args: Args) => unknown;
}

/** What became of it. */
export interface Played {
  readonly ended: readonly ('ran' | 'asked' | 'stopped')[];
  /** Everything that reached the model or a human beside the calls themselves, in one text. */
  readonly told: string;
  /** The arguments that the tool ran with. */
  readonly args: readonly Args[];
}

/** How one SDK is driven with the fake model of its own package. */
export interface Sdk {
  readonly facts: RuntimeFacts;
  /** The same SDK in another version or by another way in. @defaultValue the title of the facts */
  readonly title?: string;
  /** What this version cannot do although the adapter could. */
  readonly lacks?: readonly ('canAsk' | 'canInjectContext')[];
  readonly play: (play: Play) => Promise<Played>;
}

/** The tool of every agent here, which keeps what it ran with. */
export function toolOf({ tool = () => 'done' }: Play): {
  readonly ran: Map<string, Args>;
  readonly run: (id: string, args: Args) => unknown;
} {
  const ran = new Map<string, Args>();
  return {
    ran,
    run(id, args) {
      ran.set(id, args);
      return tool(args);
    },
  };
}

/** The options of an adapter for a play; what it notes goes into `noticed`. */
export function optionsOf({ sessionId = 's', faulty = false, shaper }: Play, noticed: string[]): CallOptions {
  return {
    sessionId: faulty
      ? () => {
          throw new Error('there is no session');
        }
      : sessionId,
    ...(shaper && { shaper }),
    notify: text => void noticed.push(text),
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
