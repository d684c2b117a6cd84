import { isGovernanceError } from '@licet/core';
import type { Evaluation, Json, Registry } from '@licet/core';
import { patternOf } from '@licet/core/nodes';
import type { ParamShape } from '@licet/core/nodes';
import { placeOfNode, wayTo } from '@licet/core/policy';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { toSnake } from '@licet/core/text';

import { canStop } from './coverage.ts';
import type { PatternCoverage } from './coverage.ts';
import { runPolicyTests } from './runTests.ts';
import type { TestSubject } from './runTests.ts';
import type { PolicyTests } from './testFile.ts';

/** What is looked through for patterns. */
export interface PatternRequest {
  readonly tests: Pick<PolicyTests, 'cases' | 'now'>;
  readonly compiled: CompiledPolicy;
  readonly registry: Registry;
  readonly subjectOf: (compiled: CompiledPolicy) => TestSubject;
  /** The nodes whose patterns count. @defaultValue those that no pack has brought */
  readonly isOwn?: (way: string) => boolean;
}

/** No path, host, tool or program has this name. */
const NOTHING = 'nothing-has-this-name';

/**
 * Finds which patterns the cases of tests hit, in the lists of texts that nodes have. A pattern is hit when a node that has it alone in its list says
 * something else of some call than with a pattern that matches nothing: so it also counts where another pattern matches the same call.
 * Lists of included packs are left alone.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { parsePolicyTests, patternsHit } from '@licet/analysis';
 * import { buildPolicy } from '@licet/core/policy';
 * import { guardDefinitions } from '@licet/guards';
 *
 * const registry = createRegistry(guardDefinitions);
 * const policy = { kind: 'tool_allowlist', params: { tools: ['Read', 'mcp__docs__*'] } };
 * const compiled = { format: 1 as const, policy, settings: { default: 'block' as const }, sources: [], usesCel: false };
 * const hit = await patternsHit({
 *   tests: parsePolicyTests('cases:\n  - { read: a.ts, want: pass }\n'), compiled, registry,
 *   subjectOf: each => ({ built: buildPolicy(each, { registry, root: '/p', home: '/h' }), cwd: '/p' }),
 * });
 * hit.map(({ pattern, isHit }) => [pattern, isHit]); // => [['Read', true], ['mcp__docs__*', false]]
 * ```
 */
export async function patternsHit(request: PatternRequest): Promise<readonly PatternCoverage[]> {
  const { compiled, registry } = request;
  const { isOwn = way => placeOfNode(compiled, way)?.file.startsWith('pack:') !== true } = request;
  const found: PatternCoverage[] = [];
  const visit = async (node: NodeData, way: string): Promise<void> => {
    const { children = [] } = node;
    if (children.length === 0 && isOwn(way) && canStop(node.kind, registry))
      for (const list of listsOf(node, registry)) found.push(...(await hitsOf(list, node, way, request)));
    for (const [index, child] of children.entries()) await visit(child, wayTo(way, index));
  };
  await visit(compiled.policy, '');
  return found;
}

/** A param with patterns, and what it is with one of them alone. */
interface PatternList {
  /** In the names of the code. */
  readonly param: string;
  readonly patterns: readonly string[];
  readonly alone: (index: number) => Json;
  readonly withNothing: Json;
}

function listsOf({ kind, params = {} }: NodeData, registry: Registry): readonly PatternList[] {
  const spec = registry.get(kind)?.params;
  if (spec === undefined || typeof spec === 'function') return [];
  return Object.entries(params).flatMap(([param, value]): readonly PatternList[] => {
    const shape = spec.members[param]?.shape;
    if (shape?.type === 'list' && isPattern(shape.of) && Array.isArray(value)) {
      const items = value as readonly Json[];
      return [{ param, patterns: items.map(textOf), alone: index => [items[index] ?? NOTHING], withNothing: [NOTHING] }];
    }
    if (shape?.type !== 'record' || shape.of.type !== 'choice' || typeof value !== 'object' || value === null) return [];
    const entries = Object.entries(value);
    const only = (pattern: string, index: number): Json => ({ [pattern]: entries[index]?.[1] ?? null });
    const patterns = entries.map(([pattern]) => pattern);
    return [{ param, patterns, alone: index => only(patterns[index] ?? NOTHING, index), withNothing: only(NOTHING, 0) }];
  });
}

const isPattern = (shape: ParamShape): boolean =>
  shape.type === 'text' || (shape.type === 'either' && shape.of.some(each => each.type === 'text'));

function textOf(item: Json): string {
  const text = patternOf(item);
  return typeof text === 'string' ? text : JSON.stringify(item);
}

async function hitsOf(
  { param, patterns, alone, withNothing }: PatternList,
  node: NodeData,
  way: string,
  request: PatternRequest,
): Promise<readonly PatternCoverage[]> {
  const said = (value: Json): Promise<string | undefined> =>
    saidBy({ ...node, params: { ...node.params, [param]: value } }, request);
  const without = await said(withNothing);
  if (without === undefined) return [];
  const hits: PatternCoverage[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const own = await said(alone(index));
    if (own !== undefined) hits.push({ way, param: toSnake(param), pattern, isHit: own !== without });
  }
  return hits;
}

/** What a node by itself says of every call of the tests, whatever they want; undefined where it cannot stand by itself. */
async function saidBy(policy: NodeData, { tests, compiled, subjectOf }: PatternRequest): Promise<string | undefined> {
  const said: string[] = [];
  const onEvaluation = ({ ruling, code, obligations }: Evaluation): void =>
    void said.push(JSON.stringify([ruling, code, obligations]));
  const cases = tests.cases.map(each => ({ ...each, steps: each.steps.map(({ want: _want, ...step }) => step) }));
  try {
    await runPolicyTests({ ...tests, cases }, { ...subjectOf({ ...compiled, policy }), onEvaluation });
    return said.join('\n');
  } catch (error) {
    if (isGovernanceError(error)) return undefined;
    throw error;
  }
}
