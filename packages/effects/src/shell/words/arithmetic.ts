import type { ArithmeticExpression } from './parser.ts';

/** What the evaluator asks its caller for. */
interface ArithmeticScope {
  /** The text of a leaf: a number, a variable's name, or something with expansions in it. */
  value(leaf: Extract<ArithmeticExpression, { type: 'ArithmeticWord' }>): number | undefined;
  /** Called for each command substitution in the expression. */
  visit(leaf: Extract<ArithmeticExpression, { type: 'ArithmeticCommandExpansion' }>): void;
}

/**
 * The value of an arithmetic expression, or `undefined` when it depends on something unknown or assigns. Every operand is
 * visited whatever the operators, because substitutions in it may run.
 */
export function evaluateArithmetic(expression: ArithmeticExpression, scope: ArithmeticScope): number | undefined {
  switch (expression.type) {
    case 'ArithmeticWord':
      return scope.value(expression);
    case 'ArithmeticCommandExpansion':
      scope.visit(expression);
      return undefined;
    case 'ArithmeticGroup':
      return evaluateArithmetic(expression.expression, scope);
    case 'ArithmeticUnary':
      return unary(expression.operator, evaluateArithmetic(expression.operand, scope));
    case 'ArithmeticTernary': {
      const test = evaluateArithmetic(expression.test, scope);
      const yes = evaluateArithmetic(expression.consequent, scope);
      const no = evaluateArithmetic(expression.alternate, scope);
      return test === undefined ? undefined : test === 0 ? no : yes;
    }
    case 'ArithmeticBinary': {
      const left = evaluateArithmetic(expression.left, scope);
      const right = evaluateArithmetic(expression.right, scope);
      return left === undefined || right === undefined ? undefined : binary(expression.operator, left, right);
    }
  }
}

const signs: Readonly<Record<string, (value: number) => number>> = {
  '-': value => -value,
  '+': value => value,
  '~': value => ~value,
  '!': value => Number(value === 0),
};

const unary = (operator: string, value: number | undefined): number | undefined =>
  value === undefined ? undefined : signs[operator]?.(value);

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
  ',': (_, b) => b,
};

function binary(operator: string, left: number, right: number): number | undefined {
  const result = operations[operator]?.(left, right);
  return Number.isSafeInteger(result) ? result : undefined;
}
