import { ACTION_KINDS } from '../model/action.ts';
import type { Match } from '../model/condition.ts';
import type { Json } from '../model/json.ts';
import type { ParamMembers, ParamShape } from '../model/params.ts';
import { wayTo } from '../policy/policyData.ts';
import type { NodeData } from '../policy/policyData.ts';
import type { Place, PolicyIssue } from './issue.ts';
import { issueAt } from './issue.ts';
import { quote } from './names.ts';
import { toSnake } from '../text/toSnake.ts';
import { suggest } from '../text/suggest.ts';
import type { HostKnowledge } from './options.ts';
import type { LoadedNode } from './loadRun.ts';
import type { Registry } from '../policy/definition.ts';

interface Run {
  readonly registry: Registry;
  readonly host: HostKnowledge | undefined;
  /** The kinds of action that there are: those that everybody knows, and those that the policy declares for tools. */
  readonly kinds: readonly string[];
  readonly places: LoadedNode['places'];
  readonly found: PolicyIssue[];
  /** Facts that are asked for and that the policy, which says what its facts are, does not declare. */
  readonly undeclared: PolicyIssue[];
  /** Whether there is a floor where nothing lifts it. */
  readonly hasFloor: boolean;
  /** The facts that nodes of the policy establish. */
  readonly facts: readonly string[];
}

/** What is to be said of a policy whose nodes are all well. */
interface Doubts {
  /** Legal policies that are probably mistakes: a floor that its siblings lift, a ruling that opens what a floor would hold, and conditions on missing values. */
  readonly warnings: readonly PolicyIssue[];
  /** Facts that a policy with its own facts asks for and does not declare: it would wait for them for ever. */
  readonly undeclared: readonly PolicyIssue[];
}

/** Looks at a policy as a whole. */
export function doubtsOf(
  { data, places }: LoadedNode,
  registry: Registry,
  { host, kinds = [] }: { readonly host?: HostKnowledge | undefined; readonly kinds?: readonly string[] } = {},
): Doubts {
  const run: Run = {
    registry,
    host,
    kinds: [...ACTION_KINDS, ...kinds],
    places,
    found: [],
    undeclared: [],
    hasFloor: holdsFloor(data, registry),
    facts: factsIn(data, registry),
  };
  visit(data, '', undefined, run);
  return { warnings: run.found, undeclared: run.undeclared };
}

/** Whether there is a floor here or below, reached through nodes that lift nothing. */
function holdsFloor(node: NodeData, registry: Registry): boolean {
  const definition = registry.get(node.kind);
  if (definition?.floor === true) return true;
  const children = node.children ?? [];
  return children.some(
    (child, index) => definition?.lifts?.(node.params ?? {}, index, children.length) !== true && holdsFloor(child, registry),
  );
}

function factsIn({ kind, params = {}, children = [] }: NodeData, registry: Registry): readonly string[] {
  return [...(registry.get(kind)?.establishes?.(params) ?? []), ...children.flatMap(child => factsIn(child, registry))];
}

function visit(node: NodeData, way: string, lifter: string | undefined, run: Run): void {
  const { kind, params = {}, children = [] } = node;
  const definition = run.registry.get(kind);
  if (definition === undefined) return;
  const doubt = (message: string, code: PolicyIssue['code'], meant?: string): void => {
    const place = run.places.get(way);
    if (place !== undefined) run.found.push(issueAt(place, code, message, meant));
  };
  if (definition.floor === true && lifter !== undefined)
    doubt(`${quote(kind)} is below ${quote(lifter)}, which can lift it: put it into the outer \`all\``, 'floor_lifted');
  if (!run.hasFloor) for (const message of definition.doubts?.(params) ?? []) doubt(message, 'floor_lifted');
  for (const message of definition.warns?.(params) ?? []) doubt(message, 'doubtful_param');
  for (const message of unsupplied(definition, params, run)) doubt(message, 'never_supplied');
  for (const [message, meant] of unknownKinds(definition, params, run)) doubt(message, 'never_supplied', meant);
  const place = run.places.get(way);
  if (place !== undefined) run.undeclared.push(...undeclaredAt(place, definition.asks?.(params).facts ?? [], run));
  for (const [index, child] of children.entries()) {
    const lifts = definition.lifts?.(params, index, children.length) === true;
    visit(child, wayTo(way, index), lifts ? kind : lifter, run);
  }
}

/**
 * Kinds of action that a condition asks for and that are unknown. A host may add kinds: of those only one that is nearly
 * a known one is doubted, unless the host says that its actions have none.
 */
function unknownKinds(
  { params: spec }: Definition,
  params: NonNullable<NodeData['params']>,
  { host, kinds }: Run,
): readonly (readonly [message: string, meant: string | undefined])[] {
  if (typeof spec === 'function') return [];
  const asked = Object.entries(spec.members).flatMap(([name, { shape }]) => kindsIn(shape, params[name]));
  return [...new Set(asked)].flatMap(kind => {
    const meant = suggest(kind, kinds);
    if (kinds.includes(kind) || kind.includes('*') || (host === undefined && meant === undefined)) return [];
    return [[`no action has the kind ${quote(kind)}: this never holds`, meant] as const];
  });
}

const CEL_KIND = /\baction\.kind\s*[!=]=\s*["']([^"']*)["']|["']([^"']*)["']\s*[!=]=\s*action\.kind\b/g;
const CEL_KINDS = /\baction\.kind\s+in\s*\[([^\]]*)\]/g;

/** The kinds of action in a match, or in the text of a condition. */
function kindsIn({ type }: ParamShape, value: Json | undefined): readonly string[] {
  if (type !== 'match' && type !== 'condition') return [];
  if (typeof value === 'string') {
    const compared = [...value.matchAll(CEL_KIND)].map(([, right, left]) => right ?? left ?? '');
    const listed = [...value.matchAll(CEL_KINDS)].flatMap(([, items = '']) => [...items.matchAll(/["']([^"']*)["']/g)]);
    return [...compared, ...listed.map(([, item = '']) => item)];
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value['kind'] : undefined;
  return (Array.isArray(kind) ? kind : [kind]).filter((each: unknown): each is string => typeof each === 'string');
}

type Definition = NonNullable<ReturnType<Registry['get']>>;

function unsupplied(
  { params: spec, asks }: Definition,
  params: NonNullable<NodeData['params']>,
  { host, facts: established }: Run,
): readonly string[] {
  if (host === undefined) return [];
  const { facts = [], members = [] } = asks?.(params) ?? {};
  const unknown = established.length > 0 ? [] : facts;
  const asked = new Set([...members, ...(typeof spec === 'function' ? [] : askedIn(spec.members, params))]);
  return [
    ...[...asked]
      .filter(member => !host.supplies(member))
      .map(
        member =>
          `a hook never says what \`${toSnake(member)}\` an action has: this holds only for actions that a program submits`,
      ),
    ...unknown
      .filter(fact => !host.establishes(fact))
      .map(fact => `nothing establishes the fact ${quote(fact)}: this never passes; declare it under \`facts\``),
  ];
}

/** A policy that declares facts declares all that it asks for; what the host also establishes is `earned_by: human`. */
function undeclaredAt(place: Place, asked: readonly string[], { facts, host }: Run): readonly PolicyIssue[] {
  if (facts.length === 0) return [];
  return [...new Set(asked)]
    .filter(fact => !facts.includes(fact) && host?.establishes(fact) !== true)
    .map(fact =>
      issueAt(
        place,
        'unknown_fact',
        `there is no fact ${quote(fact)} among those that the policy declares`,
        suggest(fact, facts),
      ),
    );
}

/** The members of matches, and the names in CEL texts, that the params ask for. */
function askedIn(members: ParamMembers, params: { readonly [name: string]: Json }): readonly (keyof Match)[] {
  return Object.entries(members).flatMap(([name, { shape }]) => {
    const value = params[name];
    return value === undefined ? [] : membersIn(shape, value);
  });
}

function membersIn({ type }: ParamShape, value: Json): readonly (keyof Match)[] {
  if (type !== 'match' && type !== 'condition') return [];
  if (typeof value === 'string') return /\btask_type\b/.test(value) ? ['taskType'] : [];
  return typeof value === 'object' && value !== null ? (Object.keys(value) as (keyof Match)[]) : [];
}
