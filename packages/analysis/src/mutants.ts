import { RULINGS } from '@licet/core';
import type { Json, Registry, Ruling } from '@licet/core';
import { isRuling, patternOf, rulingAt, severityOf } from '@licet/core/nodes';
import type { ParamShape, Severity } from '@licet/core/nodes';
import { placeOfNode, wayTo } from '@licet/core/policy';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { toSnake } from '@licet/core/text';

/** A policy with one small mistake in it. */
export interface Mutant {
  /** What was changed, in one line. */
  readonly change: string;
  /** The way to the node that was changed, as the indices of the children. */
  readonly way: string;
  readonly compiled: CompiledPolicy;
}

type Change = readonly [change: string, changed: NodeData];

/**
 * Returns the policies that differ from a given one by a single small mistake: a node that is missing, `all` instead of `any`, a
 * number beside its own, a ruling one step milder or stricter, a pattern that is missing, a condition that does not count. Nodes
 * of included packs are left alone, which have their own tests; `isOwn` changes that.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { mutantsOf } from '@licet/analysis';
 *
 * const policy = { kind: 'all', children: [{ kind: 'any', children: [] }] };
 * const compiled = { format: 1 as const, policy, settings: { default: 'block' as const }, sources: [], usesCel: false };
 * mutantsOf(compiled, createRegistry([])).map(({ change }) => change); // => ['`all` becomes `any`', '`any` becomes `all`', '`default` becomes `ask`']
 * ```
 */
export function mutantsOf(
  compiled: CompiledPolicy,
  registry: Registry,
  isOwn: (way: string) => boolean = way => placeOfNode(compiled, way)?.file.startsWith('pack:') !== true,
): readonly Mutant[] {
  const found: Mutant[] = [];
  const visit = (node: NodeData, way: string, put: (changed: NodeData) => NodeData): void => {
    if (isOwn(way))
      for (const [change, changed] of changesOf(node, registry))
        found.push({ change, way, compiled: { ...compiled, policy: put(changed) } });
    for (const [index, child] of (node.children ?? []).entries())
      visit(child, wayTo(way, index), changed => put({ ...node, children: (node.children ?? []).with(index, changed) }));
  };
  visit(compiled.policy, '', changed => changed);
  const { settings } = compiled;
  for (const ruling of settings.default === undefined ? [] : otherRulings(settings.default))
    found.push({
      change: `\`default\` becomes \`${ruling}\``,
      way: '',
      compiled: { ...compiled, settings: { ...settings, default: ruling } },
    });
  return found;
}

/** The rulings one step milder and one step stricter. */
function otherRulings(ruling: Ruling): readonly Ruling[] {
  return [severityOf(ruling) - 1, severityOf(ruling) + 1].flatMap(each =>
    each < 0 || each >= RULINGS.length ? [] : [rulingAt(each as Severity)],
  );
}

function changesOf(node: NodeData, registry: Registry): readonly Change[] {
  const mistakes = registry.get(node.kind)?.analysis?.mistakes?.(node) ?? [];
  return [...mistakes, ...takenFor(node, registry), ...paramChanges(node.params ?? {}, node, registry)];
}

/** The node as each combinator that it may be taken for: one that joins what the same children say, by the same params. */
function takenFor(node: NodeData, registry: Registry): readonly Change[] {
  const own = registry.get(node.kind);
  if (own?.analysis?.joins === undefined) return [];
  return registry.kinds.flatMap((kind): readonly Change[] => {
    const other = registry.get(kind);
    const isAlike = other?.analysis?.joins !== undefined && other.params === own.params && isSame(other.children, own.children);
    return isAlike && kind !== node.kind ? [[`\`${node.kind}\` becomes \`${kind}\``, { ...node, kind }]] : [];
  });
}

const isSame = (a: object | undefined, b: object | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

function paramChanges(params: Readonly<Record<string, Json>>, node: NodeData, registry: Registry): readonly Change[] {
  const spec = registry.get(node.kind)?.params;
  if (spec === undefined || typeof spec === 'function') return [];
  return Object.entries(params).flatMap(([name, value]) => {
    const put = (changed: Json | undefined): NodeData => {
      const { [name]: _old, ...others } = params;
      return { ...node, params: changed === undefined ? others : { ...params, [name]: changed } };
    };
    const shape = spec.members[name]?.shape;
    const isOptional = spec.members[name]?.optional === true && Object.keys(params).length > 1;
    return shape === undefined
      ? []
      : valueChanges(value, shape, `\`${toSnake(name)}\` of \`${node.kind}\``, isOptional).map(([words, changed]): Change => [
          words,
          put(changed),
        ]);
  });
}

type Changed = readonly [words: string, value: Json | undefined];

function valueChanges(value: Json, shape: ParamShape, name: string, isOptional: boolean): readonly Changed[] {
  if (typeof value === 'number')
    return [value - 1, value + 1].filter(each => each > 0).map(each => [`${name} becomes ${each}`, each]);
  if (typeof value === 'boolean') return [[`${name} becomes ${!value}`, !value]];
  if (typeof value === 'string' && shape.type === 'choice')
    return isRuling(value) && RULINGS.every(each => shape.of.includes(each))
      ? otherRulings(value).map(each => [`${name} becomes \`${each}\``, each])
      : shape.of.filter(each => each !== value).map(each => [`${name} becomes \`${each}\``, each]);
  if (Array.isArray(value)) return listChanges(value, name, isOptional);
  if (typeof value !== 'object' || value === null) return [];
  return recordChanges(value as { readonly [key: string]: Json }, shape, name);
}

function listChanges(value: readonly Json[], name: string, isOptional: boolean): readonly Changed[] {
  if (value.length === 1) return isOptional ? [[`${name} is missing`, undefined]] : [];
  return value.map((item, index) => [`${wordFor(item)} is missing in ${name}`, value.filter((_, each) => each !== index)]);
}

function wordFor(item: Json): string {
  const text = patternOf(item);
  return typeof text === 'string' ? `\`${text}\`` : 'an entry';
}

function recordChanges(value: { readonly [key: string]: Json }, shape: ParamShape, name: string): readonly Changed[] {
  if (shape.type !== 'record' && shape.type !== 'object') return [];
  const shapeOf = (key: string): ParamShape | undefined => (shape.type === 'record' ? shape.of : shape.of[key]?.shape);
  return Object.entries(value).flatMap(([key, member]): readonly Changed[] => {
    const { [key]: _old, ...others } = value;
    const missing: readonly Changed[] =
      shape.type === 'record' && Object.keys(others).length > 0 ? [[`\`${key}\` is missing in ${name}`, others]] : [];
    const inner = shapeOf(key);
    return [
      ...missing,
      ...(inner === undefined ? [] : valueChanges(member, inner, `\`${key}\` in ${name}`, false)).flatMap(
        ([words, changed]): readonly Changed[] => (changed === undefined ? [] : [[words, { ...value, [key]: changed }]]),
      ),
    ];
  });
}
