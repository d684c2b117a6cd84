import type { TestExpression } from '../words/parser.ts';
import type { Frame } from '../words/frame.ts';
import { expandPattern } from '../words/expand.ts';

/** Visits the words of `[[ … ]]`, because substitutions in them run. The test itself does nothing. */
export function visitTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary':
      expandPattern(expression.operand, frame);
      return;
    case 'TestBinary':
      expandPattern(expression.left, frame);
      expandPattern(expression.right, frame);
      return;
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(operand, frame);
      return;
    case 'TestNot':
      return visitTest(expression.operand, frame);
    case 'TestGroup':
      return visitTest(expression.expression, frame);
  }
}
