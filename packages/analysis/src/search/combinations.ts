import type { Formula, Side } from '../compareTrees.ts';
import type { Candidate, Earlier, Witness } from '../witnesses.ts';
import type { Case, Observer } from './observe.ts';
import { aboutOf, commandOf } from './about.ts';
import { predict, together } from './predict.ts';
import type { Says } from './predict.ts';
import type { Repeated } from './states.ts';

/** Several actions in one, and what was done before. */
interface Combined {
  readonly parts: readonly Case[];
  readonly says: Says;
  /** What the counters have been used up by. */
  readonly before: readonly Repeated[];
}

/** Cases of one combination size, and candidates that are tried for each change. */
const MOST_CASES = 12_000;
const MOST_TRIED = 24;

/** Candidates for changes that no single action shows: two or three commands in one line, after others. Simple ones first. */
export function combinations(
  singles: readonly Case[],
  repeated: readonly Repeated[],
  { columns }: Observer,
  sides: readonly [Side, Side],
  missing: readonly Witness['change'][],
): readonly Candidate[] {
  const states = statesOf(repeated);
  const own = ownColumns(sides, columns);
  const found = new Map<Witness['change'], readonly Candidate[]>(missing.map(change => [change, []]));
  for (const size of [1, 2, 3]) {
    const cases = [...joinedCases(singles, size, own, Math.floor(MOST_CASES / states.length))].flatMap(each =>
      states.map(state => afterState(each, state)),
    );
    const predicted = predict(
      sides,
      columns,
      cases.map(({ says }) => says),
    );
    for (const change of missing) {
      const before = found.get(change) ?? [];
      const more = predicted[change]
        .flatMap(index => cases[index] ?? [])
        .filter(({ parts, before: some }) => parts.length + some.length > 1);
      found.set(change, [...before, ...spread(more, MOST_TRIED - before.length).flatMap(candidatesOf)]);
    }
  }
  return [...found.values()].flat();
}

/** The columns of leaves and conditions that only one of the sides has. */
function ownColumns(sides: readonly [Side, Side], columns: Observer['columns']): readonly number[] {
  const [was, is] = sides.map(({ tree }) => new Set(namesIn(tree))) as [Set<string>, Set<string>];
  return [...columns].flatMap(([name, column]) => (was.has(name) === is.has(name) ? [] : [column]));
}

function namesIn(tree: Formula): readonly string[] {
  if ('leaf' in tree) return [tree.leaf];
  return [...('if' in tree ? [tree.if.name] : []), ...tree.of.flatMap(namesIn)];
}

/** Some of many, over their whole length. */
function spread<T>(many: readonly T[], most: number): readonly T[] {
  if (most <= 0) return [];
  const step = Math.max(1, Math.floor(many.length / most));
  return many.filter((_, index) => index % step === 0).slice(0, most);
}

/** A state of counters: what each of some says once it is used up, and by what. */
interface State {
  readonly says: ReadonlyMap<number, number>;
  readonly by: readonly Repeated[];
}

const NOTHING: State = { says: new Map(), by: [] };
const MOST_STATES = 32;

/** Every set of counters that single repeated actions can use up, one for each. */
function statesOf(repeated: readonly Repeated[]): readonly State[] {
  const each = new Map<string, State>();
  for (const one of repeated) {
    const key = one.used.map(column => `${column}:${one.says[column] ?? 0}`).join();
    if (one.used.length > 0 && !each.has(key) && one.candidate.varies === undefined)
      each.set(key, { says: new Map(one.used.map(column => [column, one.says[column] ?? 0])), by: [one] });
  }
  let states: readonly State[] = [NOTHING];
  for (const more of each.values())
    states = [
      ...states,
      ...states.map(state => ({ says: new Map([...state.says, ...more.says]), by: [...state.by, ...more.by] })),
    ].slice(0, MOST_STATES);
  return states;
}

/** Counters that are used up say so of every action that they count. */
function afterState(joined: Combined, state: State): Combined {
  if (state.by.length === 0) return joined;
  const says = joined.says.map((value, column) => (value === 0 ? 0 : (state.says.get(column) ?? value)));
  return { ...joined, says, before: state.by };
}

/** Single actions, or commands that are done together: those without anything else about them, or with the same. One of them is about what differs. */
function* joinedCases(singles: readonly Case[], size: number, own: readonly number[], most: number): Generator<Combined> {
  const isAbout = ({ says }: Case): boolean => own.length === 0 || own.some(column => (says[column] ?? 0) > 0);
  const groups = size === 1 ? [singles] : groupedCommands(singles);
  let left = most;
  for (const group of groups)
    for (const parts of chosen(group, size)) {
      if (!parts.some(isAbout)) continue;
      if (left-- === 0) return;
      yield { parts, says: together(parts.map(({ says }) => says)), before: [] };
    }
}

function groupedCommands(singles: readonly Case[]): readonly (readonly Case[])[] {
  const commands = singles.filter(({ candidate }) => commandOf(candidate) !== undefined);
  return [...Map.groupBy(commands, ({ candidate }) => aboutOf(candidate)).values()].toSorted((a, b) => b.length - a.length);
}

/** Every choice of so many, in their order. */
function* chosen<T>(from: readonly T[], size: number): Generator<readonly T[]> {
  if (size === 0) return yield [];
  for (const [at, first] of from.entries()) for (const others of chosen(from.slice(at + 1), size - 1)) yield [first, ...others];
}

/** An action after those that used the counters up, and the same action that uses them up by itself: it comes where the others do not. */
function candidatesOf(combined: Combined): readonly Candidate[] {
  const times = 1 + Math.max(0, ...combined.before.map(({ after }) => after));
  const alone = candidateOf({ ...combined, before: [] });
  return times === 1 ? [alone] : [candidateOf(combined), { ...alone, times }];
}

function candidateOf({ parts, before }: Combined): Candidate {
  const [first] = parts;
  if (first === undefined) throw new TypeError('a combination has at least one part');
  const { candidate } = first;
  const command = parts.map(each => commandOf(each.candidate)).join('; ');
  const action =
    parts.length === 1 ? candidate.action : { ...candidate.action, payload: { ...candidate.action.payload, command } };
  const own = commandOf(candidate);
  const words = parts.length === 1 || own === undefined ? candidate.words : candidate.words.replace(own, () => command);
  const earlier = before.map(({ candidate: each, after }): Earlier => ({ action: each.action, times: after }));
  const told = before.map(({ candidate: each, after }) => `${each.words}${after === 1 ? '' : ` (${after} times)`}`).join(', ');
  return {
    ...candidate,
    action,
    words: before.length === 0 ? words : `${words} after ${told}`,
    ...(earlier.length > 0 && { before: earlier }),
  };
}
