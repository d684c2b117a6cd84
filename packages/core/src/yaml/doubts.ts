import type { Match } from '../model/condition.ts';
import type { Json } from '../model/json.ts';
import type { ParamMembers, ParamShape } from '../model/params.ts';
import type { NodeData } from '../policy/policyData.ts';
import type { Registry } from '../policy/registry.ts';
import type { PolicyIssue } from './issue.ts';
import { issueAt } from './issue.ts';
import { quote, toSnake } from './names.ts';
import type { LoadedNode } from './node.ts';
import { suggest } from '../text/suggest.ts';

/** What the host of a policy can tell an engine about an action and a session. Without it nothing is doubted. */
export interface HostKnowledge {
  /** Whether actions ever have this: `taskType` is unknown to a hook. */
  supplies(member: keyof Match): boolean;
  /** Whether anything besides the nodes of the policy establishes this fact. */
  establishes(fact: string): boolean;
}

interface Run {
  readonly registry: Registry;
  readonly host: HostKnowledge | undefined;
  readonly places: LoadedNode['places'];
  readonly found: PolicyIssue[];
  /** Whether a floor stands where nothing lifts it. */
  readonly hasFloor: boolean;
  /** The facts that nodes of the policy establish. */
  readonly facts: readonly string[];
}

/**
 * Returns what is allowed in a policy and hardly meant: a floor that its siblings lift, a ruling that opens what a floor would
 * hold, and conditions on what nobody supplies.
 */
export function doubtsOf({ data, places }: LoadedNode, registry: Registry, host?: HostKnowledge): readonly PolicyIssue[] {
  const run: Run = { registry, host, places, found: [], hasFloor: holdsFloor(data, registry), facts: factsIn(data, registry) };
  visit(data, '', undefined, run);
  return run.found;
}

/** Whether a floor stands here or below, reached through nodes that lift nothing. */
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
  const doubt = (message: string, code: PolicyIssue['code']): void => {
    const place = run.places.get(way);
    if (place !== undefined) run.found.push(issueAt(place, code, message));
  };
  if (definition.floor === true && lifter !== undefined)
    doubt(`${quote(kind)} stands below ${quote(lifter)}, which can lift it: put it into the outer \`all\``, 'floor_lifted');
  if (!run.hasFloor) for (const message of definition.doubts?.(params) ?? []) doubt(message, 'floor_lifted');
  for (const message of unsupplied(definition, params, run)) doubt(message, 'never_supplied');
  for (const [index, child] of children.entries()) {
    const lifts = definition.lifts?.(params, index, children.length) === true;
    visit(child, way === '' ? `${index}` : `${way}.${index}`, lifts ? kind : lifter, run);
  }
}

type Definition = NonNullable<ReturnType<Registry['get']>>;

function unsupplied(
  { params: spec, asks }: Definition,
  params: NonNullable<NodeData['params']>,
  { host, facts: established }: Run,
): readonly string[] {
  if (host === undefined) return [];
  const { facts = [], members = [] } = asks?.(params) ?? {};
  const asked = new Set([...members, ...(typeof spec === 'function' ? [] : askedIn(spec.members, params))]);
  return [
    ...[...asked]
      .filter(member => !host.supplies(member))
      .map(member => `nothing that runs under this policy says what \`${toSnake(member)}\` an action has: this never holds`),
    ...facts
      .filter(fact => !established.includes(fact) && !host.establishes(fact))
      .map(fact => {
        const meant = suggest(fact, established);
        return `nothing establishes the fact ${quote(fact)}: this never passes${meant === undefined ? '' : `; did you mean ${quote(meant)}?`}`;
      }),
  ];
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
