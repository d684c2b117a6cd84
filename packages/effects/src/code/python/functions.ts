import type { Functions, Parameter } from '../ownFunctions.ts';
import { argumentsOf } from './evaluate.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';
import { nameOf } from './scope.ts';

/** Children of a node that declare or name something. */
const DECLARES = /^(?:name|attribute|alias|parameters|left)$/;

const parameterOf = (node: PythonNode): Parameter | undefined => {
  const inner = node.type === 'identifier' ? node : (childIn(node, 'name') ?? node.children[0]);
  if (node.type === 'list_splat_pattern') return { name: nameOf(inner), takes: 'rest' };
  if (node.type === 'dictionary_splat_pattern') return { name: nameOf(inner), takes: 'named' };
  if (node.type === 'typed_parameter' && inner !== undefined && inner.type !== 'identifier') return parameterOf(inner);
  return inner?.type === 'identifier' ? { name: nameOf(inner), takes: 'one' } : undefined;
};

/** How Python writes functions and their calls. A function with a decorator is the decorator's. */
export const functions: Functions<PythonNode> = {
  named: node => {
    if (node.type === 'function_definition') return { name: nameOf(childIn(node, 'name')), node };
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    const isLambda = node.type === 'assignment' && left?.type === 'identifier' && right?.type === 'lambda';
    return isLambda ? { name: nameOf(left), node: right } : undefined;
  },
  parameters: node => {
    const given = childIn(node, 'parameters')?.children ?? [];
    const found = given.filter(({ type }) => !/separator/.test(type)).map(parameterOf);
    const isAmbiguous = given.some(({ type }) => /separator/.test(type));
    return isAmbiguous || found.includes(undefined) ? undefined : (found as readonly Parameter[]);
  },
  called: node => {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    return callee?.type === 'identifier' ? nameOf(callee) : undefined;
  },
  mentioned: node => {
    if (node.type === 'decorated_definition')
      return node.children.map(child => nameOf(childIn(child, 'name'))).filter(name => name !== '');
    return node.children
      .filter(
        ({ type, field }) =>
          type === 'identifier' && !DECLARES.test(field ?? '') && !(node.type === 'call' && field === 'function'),
      )
      .map(nameOf);
  },
  handed: (node, scope, evaluator) => ({
    ...argumentsOf(node, scope, evaluator),
    isSpread: childIn(node, 'arguments')?.children.some(({ text }) => text.startsWith('*')) === true,
  }),
  reflects:
    /\b(?:globals|locals|vars|eval|exec|compile|getattr|inspect|modules|importlib|gc|code|runpy|timeit)\b|\bimport\s+__main__|__(?!name__|file__|main__|init__|future__|version__)\w+__|[^\x00-\x7f]__/,
};
