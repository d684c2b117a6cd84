import type { TestExpression } from '../words/parser.ts';
import type { Frame } from '../words/frame.ts';
import { evaluateNumber, evaluateSubscript, expandPattern } from '../words/expand.ts';

/** Visits the words of `[[ … ]]`, because substitutions in them run. The test itself does nothing. */
export function visitTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = expandPattern(expression.operand, frame);
      if (expression.operator === '-v') evaluateSubscript(operand.text, frame);
      return;
    }
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        const field = expandPattern(side, frame);
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) evaluateNumber(field, frame);
      }
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
