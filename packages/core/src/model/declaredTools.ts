import type { Action, ActionInput, ActionKind } from './action.ts';
import type { Effect, EffectAnalyzer, EffectKind, EffectTarget } from './effects.ts';
import { chain } from './maybe.ts';
import { matchesWildcard } from './wildcard.ts';

/** What a policy says that every call of a tool does. */
export interface DeclaredEffect {
  readonly kind: EffectKind;
  /** What it acts upon: the program of `execute`, the host of `network`, a name for anything else. @defaultValue the tool's own name */
  readonly target?: string;
  /** Marks, as effects that are found have them. */
  readonly tags?: readonly string[];
}

/** What a policy says about a tool that it declares. */
export interface DeclaredTool {
  /** What sort of act a call is. It counts where the runtime has no better word than `tool`. */
  readonly kind?: ActionKind;
  /** Added to what the arguments show, which they never hide. */
  readonly effects?: readonly DeclaredEffect[];
}

/** Tools by name, or by a pattern in which `*` matches any number of characters. */
export type DeclaredTools = Readonly<Record<string, DeclaredTool>>;

/** What all declarations that fit a tool say, the exact name first and then the longest pattern. */
function declarationsOf(tool: string | undefined, tools: DeclaredTools): readonly DeclaredTool[] {
  if (tool === undefined) return [];
  return Object.keys(tools)
    .filter(name => name === tool || (name.includes('*') && matchesWildcard(name, tool)))
    .toSorted((a, b) => Number(b === tool) - Number(a === tool) || b.length - a.length)
    .map(name => tools[name] as DeclaredTool);
}

/** Returns the kind of an action: the one that is declared for its tool, where the runtime says no more than `tool`. */
export function declaredKind({ kind, tool }: Pick<ActionInput, 'kind' | 'tool'>, tools: DeclaredTools): ActionKind {
  if (kind !== 'tool') return kind;
  return declarationsOf(tool, tools).find(declared => declared.kind !== undefined)?.kind ?? kind;
}

/** Returns an analyser that adds what is declared to what another one finds. Nothing that was found is left out. */
export function withDeclaredEffects(analyze: EffectAnalyzer, tools: DeclaredTools | undefined): EffectAnalyzer {
  if (tools === undefined) return analyze;
  return action =>
    chain(analyze(action), found => {
      const declared = declarationsOf(action.tool, tools).flatMap(({ effects = [] }) => effects);
      return declared.length === 0 ? found : [...found, ...declared.map(effect => effectOf(effect, action))];
    });
}

function effectOf({ kind, target, tags }: DeclaredEffect, { tool = '' }: Action): Effect {
  return {
    kind,
    target: targetOf(kind, target, tool),
    program: kind === 'execute' ? (target ?? tool) : tool,
    via: [],
    certainty: 'certain',
    note: 'declared for the tool by the policy',
    ...(tags !== undefined && { tags }),
  };
}

function targetOf(kind: EffectKind, target: string | undefined, tool: string): EffectTarget {
  if (kind === 'execute') return { type: 'program', argv: [target ?? tool] };
  if (kind === 'network') return { type: 'network', direction: 'both', ...(target !== undefined && { host: target }) };
  return { type: 'named', category: 'tool', name: target ?? tool };
}
