import type { Draft } from './draft.ts';
import type { Field } from './field.ts';
import { HOLE, literal, unknownField } from './field.ts';
import type { CompoundCommand, CompoundList, Redirection } from './parser.ts';

/** The value of a shell variable. */
export interface Variable {
  /** The values of an array, or the one value of a scalar; none of a variable that was unset. */
  readonly fields: readonly Field[];
  readonly array: boolean;
  /** The other values it may have, when branches differ; a choice is made before it is used. */
  readonly others?: readonly Field[];
}

/** A function as it was defined. */
export interface ShellFunction {
  readonly name: string;
  readonly body: CompoundCommand | CompoundList;
  readonly redirects: readonly Redirection[];
  /** Shells that this one starts know it too: `export -f`. */
  readonly exported?: boolean;
  /** The code of the project that defines it, and which of its effects are said. */
  readonly says?: ((draft: Draft) => boolean) | undefined;
  /** What else the name may stand for, when branches define it differently. */
  readonly other?: ShellFunction;
}

/** What a shell process knows and a subshell inherits as a copy. */
export interface ShellState {
  /** Absolute, or `undefined` after a `cd` to a place that is not known. */
  cwd: string | undefined;
  readonly variables: Map<string, Variable>;
  readonly functions: Map<string, ShellFunction>;
  readonly aliases: Map<string, string>;
  /** Variables whose values are evaluated as numbers: `declare -i`. */
  readonly integers: Set<string>;
  /** Other names of variables: `declare -n`. */
  readonly references: Map<string, string>;
  /** `$1` and so on; `undefined` when they are not known. */
  parameters: readonly Field[] | undefined;
  /** The stack of `pushd`. */
  readonly folders: (string | undefined)[];
  /** The file of secrets that was read into the variables, absolute. */
  loaded?: string | undefined;
  /** Every variable that is set goes to the programs that are started: `set -a`. */
  exportsAll?: boolean | undefined;
  /** The file that gets all output from now on: `exec > f`. */
  sink?: Field | undefined;
}

/** The state of a fresh shell. */
export function createState(cwd: string | undefined, parameters?: readonly Field[]): ShellState {
  return {
    cwd,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    integers: new Set(['RANDOM', 'OPTIND', 'HISTCMD']),
    references: new Map(),
    parameters,
    folders: [],
  };
}

/** What a subshell starts with. */
export function forkState(state: ShellState): ShellState {
  return {
    cwd: state.cwd,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
    integers: new Set(state.integers),
    references: new Map(state.references),
    parameters: state.parameters,
    folders: [...state.folders],
    loaded: state.loaded,
    exportsAll: state.exportsAll,
    sink: state.sink,
  };
}

/** The variable that a name means, through the references that `declare -n` made. */
export function referredName(name: string, state: ShellState): string {
  let at = name;
  for (let turns = 0; turns < 8; turns++) {
    const next = state.references.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** What copying or joining the state costs, in units of work. */
export function stateSize(state: ShellState): number {
  return (8 + state.variables.size + state.functions.size + state.aliases.size) / 64;
}

/** Sets a scalar. */
export function setVariable(state: ShellState, name: string, value: Field): void {
  state.variables.set(name, { fields: [value], array: false });
}

/** Most values that one variable may have. */
export const MOST_CHOICES = 6;

/** True for the name of a variable. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** What a variable may hold: one that is unset is empty. */
function choicesOf(variable: Variable | undefined): readonly Field[] {
  if (variable === undefined) return [];
  const { fields, array, others = [] } = variable;
  return [...(fields.length === 0 && !array ? [literal('')] : fields), ...others];
}

/** A value that is not known, of a variable that a branch set and nothing before it: where the branch did not run, it is empty. */
const orUnset = (field: Field): Field => (field.text === HOLE && field.likely === undefined ? { ...field, likely: '' } : field);

const MOST_PATTERNS = 16;

/** A list of names of files that may or may not have got more of them: each of its patterns matches any number of names. */
export function grownList(old: Variable | undefined, now: Variable): Variable | undefined {
  const fields = [...new Map([...(old?.fields ?? []), ...now.fields].map(field => [field.text, field])).values()];
  if (!now.array || fields.length > MOST_PATTERNS || !fields.every(({ glob }) => glob)) return undefined;
  return { fields: fields.map(field => ({ ...field, many: true })), array: true };
}

/**
 * After a branch that may or may not have run: a variable that differs may have either value, a working folder that
 * differs is not known, nor are parameters that take the place of others.
 */
export function joinState(state: ShellState, before: ShellState): void {
  if (state.cwd !== before.cwd) state.cwd = undefined;
  // Where nothing was given, what was set is all that there may be.
  if (state.parameters !== before.parameters && before.parameters?.length) state.parameters = undefined;
  state.loaded ??= before.loaded;
  state.sink ??= before.sink;
  for (const name of before.integers) state.integers.add(name);
  for (const key of ['aliases', 'references'] as const)
    for (const [name, text] of before[key]) if (!state[key].has(name)) state[key].set(name, text);
  for (const [name, old] of before.functions) {
    const now = state.functions.get(name);
    if (now === undefined) state.functions.set(name, old);
    else if (now !== old && now.other === undefined) state.functions.set(name, { ...now, other: old });
  }
  for (const [name, now] of state.variables) {
    const old = before.variables.get(name);
    if (old === now) continue;
    const set = old === undefined ? choicesOf(now).map(orUnset) : choicesOf(now);
    const values = [...set, ...choicesOf(old)];
    if (now.array || values.length > MOST_CHOICES) {
      const unknown = { fields: [unknownField(`$${name}`, now.array)], array: now.array };
      state.variables.set(name, grownList(old, now) ?? unknown);
      continue;
    }
    const [first, ...others] = values.filter((value, i) => values.findIndex(other => other.text === value.text) === i);
    if (first !== undefined) state.variables.set(name, { fields: [first], array: false, others });
  }
}
