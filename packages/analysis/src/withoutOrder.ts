import type { Registry } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { toSnake } from '@licet/core/text';

const differing = ({ params: own = {} }: NodeData, { params: other = {} }: NodeData): readonly string[] =>
  [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(
    name => JSON.stringify(own[name]) !== JSON.stringify(other[name]),
  );

/**
 * Says which params of a node keep it from being compared with the nearest of its kind in the other policy, and what to do about it. Undefined
 * where the other policy has none of its kind.
 */
export function withoutOrder(
  node: NodeData,
  others: readonly { readonly data: NodeData }[],
  registry: Registry,
): string | undefined {
  const [nearest] = others
    .map(({ data }) => data)
    .filter(({ kind }) => kind === node.kind)
    .toSorted((a, b) => differing(node, a).length - differing(node, b).length);
  if (nearest === undefined) return undefined;
  const names = differing(node, nearest);
  const { params = {} } = node;
  const compare = registry.get(node.kind)?.analysis?.compare;
  const unknown = names.filter(name => {
    const { [name]: _own, ...rest } = params;
    const other = nearest.params?.[name];
    return (compare?.(params, other === undefined ? rest : { ...rest, [name]: other }) ?? 'unknown') === 'unknown';
  });
  const shown = (unknown.length > 0 ? unknown : names).map(name => `\`${toSnake(name)}\``).join(', ');
  const counter = registry.get(node.kind)?.analysis?.counter;
  const restarts = counter !== undefined && counter(params) !== counter(nearest.params ?? {});
  const what = `${shown === '' ? 'it is at another place' : `${shown} differs`}${restarts ? ', so the count starts again' : ''}`;
  return `${what}, and which policy allows more cannot be known: write the calls that matter into the tests of the policy`;
}
