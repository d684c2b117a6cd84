import type { PolicySpec } from './policySpec.ts';

// The algebra as a newcomer would write it down, with no regard for speed and none of the engine's code. What is known
// of a node is the list of every ruling that it may have, 0 (pass) to 3 (block), without gaps; `skipped` is a word of
// its own.
export type Known = readonly number[] | 'skipped';

const byNumber = (a: number, b: number): number => a - b;

const ANYTHING: Known = [0, 1, 2, 3];

/** What the model says: the possible rulings of the root, and which leaves commit when the action goes ahead. */
export interface Said {
  readonly known: Known;
  readonly commits: readonly string[];
}

export function reference(spec: PolicySpec, path = ''): Said {
  const said = node(spec, path);
  if (spec.onError === undefined || said.known === 'skipped' || said.known.length === 1) return said;
  const worth = spec.onError === 'ask' ? 2 : 1;
  const nearest = said.known.toSorted((a, b) => Math.abs(a - worth) - Math.abs(b - worth))[0] as number;
  return { ...said, known: [nearest] };
}

function node(spec: PolicySpec, path: string): Said {
  if (spec.kind === 'leaf') return leaf(spec.says, path);
  const children = spec.of.map(
    (child, index) => () => reference(child as PolicySpec, path === '' ? `${index}` : `${path}.${index}`),
  );
  switch (spec.kind) {
    case 'all':
      return group(children, rulings => Math.max(...rulings), Number.POSITIVE_INFINITY);
    case 'any':
      return group(children, rulings => Math.min(...rulings), 1);
    case 'threshold':
      return group(children, rulings => rulings.toSorted(byNumber)[spec.pass - 1] ?? 3, spec.pass);
    case 'not': {
      const { known } = (children[0] as () => Said)();
      return { known: known === 'skipped' ? known : known.map(ruling => 3 - ruling).toSorted(byNumber), commits: [] };
    }
    case 'when': {
      if (typeof spec.if !== 'boolean') return { known: ANYTHING, commits: [] };
      const branch = spec.if ? children[0] : children[1];
      return branch === undefined ? { known: 'skipped', commits: [] } : branch();
    }
    case 'escalate':
      return escalate(children as [() => Said, () => Said]);
  }
}

function leaf(says: string, path: string): Said {
  if (says === 'skip') return { known: 'skipped', commits: [] };
  const ruling = ['pass', 'warn', 'ask', 'block'].indexOf(says);
  return { known: ruling < 0 ? ANYTHING : [ruling], commits: [path] };
}

/** Tries every combination of what the children may say; the best `most` of them commit. */
function group(children: readonly (() => Said)[], decide: (rulings: number[]) => number, most: number): Said {
  const applying = children.map(child => child()).filter(({ known }) => known !== 'skipped');
  if (applying.length === 0) return { known: 'skipped', commits: [] };
  let combinations: number[][] = [[]];
  for (const { known } of applying) {
    combinations = combinations.flatMap(soFar => (known as number[]).map(ruling => soFar.concat(ruling)));
  }
  const strictest = ({ known }: Said): number => Math.max(...(known as number[]));
  const ranked = applying.toSorted((a, b) => strictest(a) - strictest(b) || sure(b) - sure(a));
  const chosen = ranked.slice(0, most);
  const commits = applying.filter(child => chosen.includes(child)).flatMap(child => child.commits);
  return { known: gapless(combinations.map(decide)), commits };
}

const sure = ({ known }: Said): number => (known.length === 1 ? 1 : 0);

/** For every ruling that the primary may have: that ruling, or, where it is block, whatever the fallback may have. */
function escalate([primary, fallback]: [() => Said, () => Said]): Said {
  const first = primary();
  if (first.known === 'skipped' || !first.known.includes(3)) return first;
  const second = fallback();
  if (second.known === 'skipped') return first;
  const instead = second.known;
  const known = gapless(first.known.flatMap(ruling => (ruling === 3 ? instead : [ruling])));
  return { known, commits: first.known.length === 1 ? second.commits : [...first.commits, ...second.commits] };
}

function gapless(rulings: readonly number[]): number[] {
  return [0, 1, 2, 3].filter(ruling => ruling >= Math.min(...rulings) && ruling <= Math.max(...rulings));
}
