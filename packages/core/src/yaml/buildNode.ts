import type { Condition } from '../model/condition.ts';
import type { AnyDefinition } from '../policy/definition.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import type { GuardNode } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { PolicyIssueCode } from '../model/codes.ts';
import { block } from '../model/verdict.ts';
import { issueAt } from './issue.ts';
import type { Place, SourcePlace } from './issue.ts';
import type { LoadRun } from './loadRun.ts';
import { quote } from './names.ts';
import { messageOf } from '../text/messageOf.ts';
import { suggest } from '../text/suggest.ts';
import type { Checked } from './params.ts';

/** What a node is built from. A child that did not load is undefined. */
interface Parts {
  readonly definition: AnyDefinition;
  readonly params: Checked<object>;
  readonly children: readonly (GuardNode | undefined)[];
  /** The place of the node's kind. */
  readonly at: Place;
}

/** Replaces a child that did not load, so that its parent is checked all the same. */
const UNLOADED: GuardNode = Object.freeze<GuardNode>({
  name: 'unloaded',
  check: () => block('this part of the policy did not load', { fix: 'correct the policy' }),
});

const CODES: ReadonlySet<string> = new Set<PolicyIssueCode>([
  'missing_key',
  'invalid_param',
  'empty_children',
  'never_counted',
  'invalid_threshold',
  'invalid_pattern',
  'example_failed',
  'invalid_condition',
  'unknown_reference',
]);

/** Builds a node. What its definition throws becomes an issue at the param that it names. */
export function buildNode({ definition, params, children, at }: Parts, run: LoadRun): GuardNode | undefined {
  // What the definition is asking the host for: an error then belongs to the param that holds it.
  let asked: Json | undefined;
  const context = {
    ...run.context,
    condition(source: Json): Condition {
      asked = source;
      const made = run.context.condition(source);
      asked = undefined;
      return made;
    },
    resource(category: string, name: string): unknown {
      asked = name;
      const found = resourceOf(category, name, run);
      asked = undefined;
      return found;
    },
  };
  try {
    return definition.build(
      // A registry has forgotten the type: the schema of this definition has checked the value.
      deepFreeze(params.value) as never,
      children.map(child => child ?? UNLOADED),
      context,
    );
  } catch (thrown) {
    const others = thrown instanceof InvariantError ? thrown.others : [];
    for (const one of [thrown, ...others]) reportFault(one, { definition, params, at, asked }, run);
    return undefined;
  }
}

/** Makes an issue of what a definition threw, at the param that it names. */
function reportFault(thrown: unknown, node: Omit<Parts, 'children'> & { readonly asked: Json | undefined }, run: LoadRun): void {
  const { definition, params, at, asked } = node;
  const path = thrown instanceof InvariantError ? thrown.path : [];
  if (!params.complete && path.length === 0 && typeof asked !== 'string') return;
  const place = asked === undefined ? params.places.of(path) : within(placeOfValue(params, asked) ?? at, thrown);
  const isOurs = thrown instanceof GovernanceError;
  const code = isOurs && CODES.has(thrown.code) ? (thrown.code as PolicyIssueCode) : 'invalid_param';
  const message = isOurs ? thrown.message : `${quote(definition.kind)}: ${messageOf(thrown)}`;
  if (code === 'unknown_reference' && run.settings === undefined) return;
  const meant = code === 'unknown_reference' && typeof asked === 'string' ? suggest(asked, declaredGraphs(run)) : undefined;
  run.issues.push(issueAt(place, code, message, meant));
}

/** The place in an expression that its compiler complains about, where it says which. */
function within(place: SourcePlace, thrown: unknown): Place {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const { range } = (cause ?? {}) as { readonly range?: { readonly start: number } };
  return range === undefined || place.inside === undefined ? place : { ...place, ...place.inside(range.start) };
}

const declaredGraphs = ({ settings }: LoadRun): readonly string[] => Object.keys(settings?.graphs ?? {});

function resourceOf(category: string, name: string, run: LoadRun): unknown {
  if (category === 'graph') run.usedGraphs.add(name);
  try {
    return run.context.resource(category, name);
  } catch (cause) {
    const message = cause instanceof GovernanceError ? cause.message : `there is no ${category} ${quote(name)}`;
    throw new InvariantError('unknown_reference', message, { cause });
  }
}

/** Finds the member of the params that holds this very value. */
function placeOfValue({ value, places }: Checked<object>, wanted: Json): SourcePlace | undefined {
  const open: [unknown, readonly (string | number)[]][] = [[value, []]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, path] = next;
    if (part === wanted) return places.of(path);
    if (typeof part === 'object' && part !== null) {
      open.push(
        ...Object.entries(part).map(([key, member]): [unknown, readonly string[]] => [member, [...path.map(String), key]]),
      );
    }
  }
  return undefined;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
