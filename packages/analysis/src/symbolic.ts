/** The operations of Boolean functions, over any form of them: a node of a diagram, or one bit for each of many cases. */
export interface Booleans<B> {
  readonly no: B;
  readonly yes: B;
  readonly not: (a: B) => B;
  readonly and: (...of: readonly B[]) => B;
  readonly or: (...of: readonly B[]) => B;
  readonly choose: (condition: B, then: B, otherwise: B) => B;
}

/** What a node says, as Boolean functions: whether it applies, and whether its mildest and its strictest ruling reach each step. */
export interface Symbolic<B> {
  readonly applies: B;
  /** Whether the mildest ruling that the node may have is at least warn, ask, block. */
  readonly best: Steps<B>;
  /** The same for the strictest ruling that it may have. */
  readonly worst: Steps<B>;
}

/** One function for each of warn, ask and block. */
export type Steps<B> = readonly [warn: B, ask: B, block: B];

type Ends<B> = Pick<Symbolic<B>, 'best' | 'worst'>;

const each = <B>(make: (step: 0 | 1 | 2) => B): Steps<B> => [make(0), make(1), make(2)];

const both = <B>(make: (end: 'best' | 'worst') => Steps<B>): Ends<B> => ({ best: make('best'), worst: make('worst') });

/** The functions of the algebra over what children say: the same truth tables as those of the engine, for all rulings at once. */
export interface SymbolicAlgebra<B> {
  worst(children: readonly Symbolic<B>[]): Symbolic<B>;
  kthBest(children: readonly Symbolic<B>[], k: number): Symbolic<B>;
  reverse(child: Symbolic<B>): Symbolic<B>;
  /** `fails` is where the condition cannot be answered. */
  branch(condition: B, fails: B, then: Symbolic<B>, otherwise: Symbolic<B> | undefined): Symbolic<B>;
  escalated(primary: Symbolic<B>, fallback: Symbolic<B>): Symbolic<B>;
  /** A fault has a definite ruling: the step nearest to `ask` or `warn` that the node may have. */
  onError(child: Symbolic<B>, ruling: 'ask' | 'warn'): Symbolic<B>;
}

/** Makes the algebra over Boolean functions of one form. */
export function symbolicAlgebra<B>(d: Booleans<B>): SymbolicAlgebra<B> {
  const { and, or, not, choose, no, yes } = d;
  const someApplies = (children: readonly Symbolic<B>[]): B => or(...children.map(({ applies }) => applies));
  /** Whether fewer than `k` of them hold. */
  const fewerThan = (k: number, of: readonly B[]): B => {
    let counts: B[] = [yes, ...Array.from({ length: k }, () => no)];
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
