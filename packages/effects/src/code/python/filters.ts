import type { Place, Scan } from '../interpreter.ts';
import { noteFilter } from '../filters.ts';
import type { NameTest } from '../filters.ts';
import { optionsOf } from '../value.ts';
import { evaluate, valueOf } from './evaluate.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';
import { nameOf } from './scope.ts';

const methods: Readonly<Record<string, NameTest>> = {
  startswith: 'starts',
  endswith: 'ends',
  find: 'holds',
  index: 'holds',
  count: 'holds',
  __contains__: 'holds',
  match: 'like',
};

/** Functions that test their last argument by their first, or the other way round. */
const FUNCTIONS = /^(?:re\.(?:match|search|fullmatch)|fnmatch\.fnmatch(?:case)?)$/;

const NESTED = /^(?:parenthesized_expression|boolean_operator|not_operator)$/;

const negate = (node: PythonNode | undefined, negated: Set<PythonNode>): void => {
  if (node === undefined) return;
  negated.add(node);
  if (NESTED.test(node.type)) for (const child of node.children) negate(child, negated);
};

/** Notes what a node says of names that a listing gave: which of them it takes, or leaves out. */
export const noteNames = (node: PythonNode, scan: Scan<PythonNode>, { scope }: Place<PythonNode>): void => {
  const { evaluator, filters, negated } = scan;
  if (node.type === 'not_operator') return negate(node.children[0], negated);
  if (node.type === 'if_statement') {
    const first = childIn(node, 'consequence')?.children[0];
    if (first !== undefined && /^(?:continue|return|pass|break)_statement$/.test(first.type))
      negate(childIn(node, 'condition'), negated);
    return;
  }
  if (negated.has(node)) return;
  if (node.type === 'comparison_operator') {
    const [left, right] = node.children;
    if (left === undefined || right === undefined) return;
    const operator = node.text.slice(left.text.length, node.text.length - right.text.length).trim();
    const [one, two] = [evaluate(left, scope, evaluator), evaluate(right, scope, evaluator)];
    if (operator === 'in')
      return two.type === 'list' ? noteFilter('is', one, two, filters) : noteFilter('holds', two, one, filters);
    if (operator === '==')
      for (const [subject, by] of [
        [one, two],
        [two, one],
      ] as const)
        noteFilter('is', subject, by, filters);
    return;
  }
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  if (callee?.type !== 'attribute') return;
  const args = (childIn(node, 'arguments')?.children ?? []).map(child => evaluate(child, scope, evaluator));
  const [one, two] = args;
  if (one === undefined) return;
  const name = optionsOf(evaluate(callee, scope, evaluator)).find(option => option.type === 'reference')?.name ?? '';
  if (FUNCTIONS.test(name) && two !== undefined)
    return name.startsWith('re.') ? noteFilter('matches', two, one, filters) : noteFilter('like', one, two, filters);
  const test = methods[nameOf(childIn(callee, 'attribute'))];
  if (test !== undefined) noteFilter(test, valueOf(childIn(callee, 'object'), scope, evaluator), one, filters);
};
