import type { Place, Scan } from '../interpreter.ts';
import { noteFilter } from '../filters.ts';
import type { NameTest } from '../filters.ts';
import { text } from '../value.ts';
import { evaluate } from './evaluate.ts';
import { isNode } from './parser.ts';
import type { SyntaxNode } from './parser.ts';

const methods: Readonly<Record<string, NameTest>> = {
  startsWith: 'starts',
  endsWith: 'ends',
  includes: 'holds',
  indexOf: 'holds',
  match: 'matches',
  search: 'matches',
};

const negate = (node: unknown, negated: Set<SyntaxNode>): void => {
  if (!isNode(node)) return;
  negated.add(node);
  if (node.type === 'LogicalExpression') for (const side of [node['left'], node['right']]) negate(side, negated);
  if (/^(?:Parenthesized|Unary)Expression$/.test(node.type)) negate(node['expression'] ?? node['argument'], negated);
};

/** Whether the body of an `if` goes on to the next name, or ends. */
const isSkipping = (node: unknown): boolean => {
  if (!isNode(node)) return false;
  return /^(?:Continue|Return|Break)Statement$/.test(node.type) || isSkipping((node['body'] as unknown[] | undefined)?.[0]);
};

/** Notes what a node says of names that a listing gave: which of them it takes, or leaves out. */
export const noteNames = (node: SyntaxNode, scan: Scan<SyntaxNode>, { scope }: Place<SyntaxNode>): void => {
  const { evaluator, filters, negated } = scan;
  if (node.type === 'UnaryExpression' && node['operator'] === '!') return negate(node['argument'], negated);
  if (node.type === 'IfStatement' && isSkipping(node['consequent'])) return negate(node['test'], negated);
  if (negated.has(node)) return;
  if (node.type === 'BinaryExpression' && /^===?$/.test(node['operator'] as string)) {
    const [left, right] = [node['left'], node['right']].map(side => evaluate(side as SyntaxNode, scope, evaluator));
    if (left === undefined || right === undefined) return;
    noteFilter('is', left, right, filters);
    return noteFilter('is', right, left, filters);
  }
  const callee = node.type.endsWith('CallExpression') ? (node['callee'] as SyntaxNode) : undefined;
  if (callee?.type.endsWith('MemberExpression') !== true) return;
  const [object, [given]] = [callee['object'] as SyntaxNode, node['arguments'] as readonly unknown[]];
  const method = (callee['property'] as SyntaxNode)['name'] as string | undefined;
  if (method === undefined || !isNode(given)) return;
  const by = given.type === 'RegExpLiteral' ? text(given['pattern'] as string) : evaluate(given, scope, evaluator);
  if (method === 'test' && object.type === 'RegExpLiteral')
    return noteFilter('matches', by, text(object['pattern'] as string), filters);
  const test = methods[method];
  if (test !== undefined) noteFilter(test, evaluate(object, scope, evaluator), by, filters);
};
