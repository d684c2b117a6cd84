import type { Functions, Parameter } from '../ownFunctions.ts';
import { argumentsOf } from './evaluate.ts';
import { isNode } from './parser.ts';
import type { SyntaxNode } from './parser.ts';

const isFunction = (node: unknown): node is SyntaxNode =>
  isNode(node) && /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined;

const parameterOf = (node: SyntaxNode): Parameter | undefined => {
  const isRest = node.type === 'RestElement';
  const name = nameOf(isRest ? node['argument'] : node.type === 'AssignmentPattern' ? node['left'] : node);
  return name === undefined ? undefined : { name, takes: isRest ? 'rest' : 'one' };
};

/** Fields of nodes in which a name is not used, but given or looked up in something else. */
const isNamed = (node: SyntaxNode, field: string): boolean => {
  if (node.type.endsWith('MemberExpression') && field === 'property') return node['computed'] !== true;
  if (/^(?:Object|Class)(?:Property|Method)$/.test(node.type) && field === 'key') return node['computed'] !== true;
  if (/^(?:id|params|label|imported)$/.test(field)) return true;
  return node.type === 'CallExpression' && field === 'callee';
};

/** How JavaScript writes functions and their calls. */
export const functions: Functions<SyntaxNode> = {
  named: node => {
    const given = node.type === 'VariableDeclarator' ? node['init'] : node.type === 'FunctionDeclaration' ? node : undefined;
    const name = nameOf(node['id']);
    return isFunction(given) && name !== undefined ? { name, node: given } : undefined;
  },
  parameters: node => {
    const found = (node['params'] as readonly SyntaxNode[]).map(parameterOf);
    return found.includes(undefined) ? undefined : (found as readonly Parameter[]);
  },
  called: node => (node.type === 'CallExpression' ? nameOf(node['callee']) : undefined),
  mentioned: node => {
    if (node.type.startsWith('Export')) return exported(node);
    return Object.entries(node).flatMap(([field, value]) =>
      isNamed(node, field) ? [] : (Array.isArray(value) ? value : [value]).flatMap(one => nameOf(one) ?? []),
    );
  },
  handed: (node, scope, evaluator) => ({
    args: argumentsOf(node, scope, evaluator),
    named: new Map(),
    isSpread: (node['arguments'] as readonly SyntaxNode[]).some(({ type }) => type === 'SpreadElement'),
  }),
  reflects: /\b(?:globalThis|global|window|self|this|eval|Function|arguments|vm|module|exports|repl|inspector|with)\b|\\u/,
};

/** The names that a module gives to others. */
const exported = (node: SyntaxNode): readonly string[] => {
  const { declaration } = node as { declaration?: SyntaxNode | null } & SyntaxNode;
  const declared = (declaration?.['declarations'] as readonly SyntaxNode[] | undefined) ?? [declaration];
  const specifiers = (node['specifiers'] as readonly SyntaxNode[] | undefined) ?? [];
  return [...declared.map(one => nameOf(one?.['id']) ?? nameOf(one)), ...specifiers.map(one => nameOf(one['local']))].filter(
    name => name !== undefined,
  );
};
