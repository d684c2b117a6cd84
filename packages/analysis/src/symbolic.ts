import type { Bool, Diagrams } from './bdd.ts';

/** What a node says, as Boolean functions: whether it applies, and whether its mildest and its strictest ruling reach each step. */
export interface Symbolic {
  readonly applies: Bool;
  /** Whether the mildest ruling that the node may have is at least warn, ask, block. */
  readonly best: Steps;
  /** The same for the strictest ruling that it may have. */
  readonly worst: Steps;
}

/** One function for each of warn, ask and block. */
export type Steps = readonly [warn: Bool, ask: Bool, block: Bool];

type Ends = Pick<Symbolic, 'best' | 'worst'>;

const each = (make: (step: 0 | 1 | 2) => Bool): Steps => [make(0), make(1), make(2)];

const both = (make: (end: 'best' | 'worst') => Steps): Ends => ({ best: make('best'), worst: make('worst') });

/** The functions of the algebra over what children say: the same truth tables as those of the engine, for all rulings at once. */
export interface SymbolicAlgebra {
  worst(children: readonly Symbolic[]): Symbolic;
  kthBest(children: readonly Symbolic[], k: number): Symbolic;
  reverse(child: Symbolic): Symbolic;
  /** `fails` is where the condition cannot be answered. */
  branch(condition: Bool, fails: Bool, then: Symbolic, otherwise: Symbolic | undefined): Symbolic;
  escalated(primary: Symbolic, fallback: Symbolic): Symbolic;
  /** A fault has a definite ruling: the step nearest to `ask` or `warn` that the node may have. */
  onError(child: Symbolic, ruling: 'ask' | 'warn'): Symbolic;
}

/** Makes the algebra over functions in one room. */
export function symbolicAlgebra(d: Diagrams): SymbolicAlgebra {
  const { and, or, not, choose, no, yes } = d;
  const someApplies = (children: readonly Symbolic[]): Bool => or(...children.map(({ applies }) => applies));
  /** Whether fewer than `k` of them hold. */
  const fewerThan = (k: number, of: readonly Bool[]): Bool => {
    let counts: Bool[] = [yes, ...Array.from({ length: k }, () => no)];
    for (const each_ of of)
      counts = counts.map((count, index) =>
        choose(each_, index === 0 ? no : index === k ? or(count, counts[k - 1] ?? no) : (counts[index - 1] ?? no), count),
      );
    return not(counts[k] ?? no);
  };
  return {
    worst: children => ({
      applies: someApplies(children),
      ...both(end => each(step => or(...children.map(child => and(child.applies, child[end][step]))))),
    }),
    kthBest: (children, k) => ({
      applies: someApplies(children),
      ...both(end =>
        each(step =>
          fewerThan(
            k,
            children.map(child => and(child.applies, not(child[end][step]))),
          ),
        ),
      ),
    }),
    reverse: ({ applies, best, worst }) => ({
      applies,
      best: [not(worst[2]), not(worst[1]), not(worst[0])],
      worst: [not(best[2]), not(best[1]), not(best[0])],
    }),
    branch: (condition, fails, then, otherwise) => ({
      applies: or(fails, choose(condition, then.applies, otherwise?.applies ?? no)),
      best: each(step => and(not(fails), choose(condition, then.best[step], otherwise?.best[step] ?? no))),
      worst: each(step => or(fails, choose(condition, then.worst[step], otherwise?.worst[step] ?? no))),
    }),
    escalated: (primary, fallback) => {
      const instead = both(end => each(step => choose(fallback.applies, fallback[end][step], yes)));
      const [mayBlock, mustBlock] = [primary.worst[2], primary.best[2]];
      return {
        applies: primary.applies,
        best: each(step =>
          choose(
            mayBlock,
            choose(mustBlock, instead.best[step], and(primary.best[step], instead.best[step])),
            primary.best[step],
          ),
        ),
        worst: each(step =>
          choose(mayBlock, choose(mustBlock, instead.worst[step], step < 2 ? yes : instead.worst[step]), primary.worst[step]),
        ),
      };
    },
    onError: ({ applies, best, worst }, ruling) => {
      const settled = each(step => (step <= (ruling === 'ask' ? 1 : 0) ? or(best[step], worst[step]) : best[step]));
      return { applies, best: settled, worst: settled };
    },
  };
}
