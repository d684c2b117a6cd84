import { noteEscape } from '../interpreter.ts';
import { onlyRefersTo, refersTo } from '../value.ts';
import { evaluate } from './evaluate.ts';
import { isPowerful } from './library.ts';
import type { SyntaxNode } from './parser.ts';
import type { Scan, Place } from '../interpreter.ts';

/** Fields of a node where a value is only looked at, called or named, and so does not leave the scanner's sight. */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  CallExpression: ['callee'],
  OptionalCallExpression: ['callee'],
  NewExpression: ['callee'],
  MemberExpression: ['object', 'property'],
  OptionalMemberExpression: ['object', 'property'],
  VariableDeclarator: ['id', 'init'],
  TaggedTemplateExpression: ['tag'],
  UnaryExpression: ['argument'],
  BinaryExpression: ['left', 'right'],
  IfStatement: ['test'],
  ExpressionStatement: ['expression'],
  ImportSpecifier: ['local', 'imported'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  ObjectProperty: ['key'],
  LabeledStatement: ['label'],
  MetaProperty: ['meta', 'property'],
  TSQualifiedName: ['left', 'right'],
  TSTypeQuery: ['exprName'],
  TSTypeReference: ['typeName'],
  ClassMethod: ['key'],
  ClassProperty: ['key'],
  ObjectMethod: ['key'],
};

const TRANSPARENT =
  /^(?:ParenthesizedExpression|TS\w+Expression|TSTypeAssertion|SequenceExpression|LogicalExpression|ConditionalExpression|AwaitExpression|AssignmentPattern|ObjectPattern|ArrayPattern|RestElement)$/;

const KEEPS =
  /^(?:util\.promisify|Object\.(?:keys|entries|values|freeze)|console\.\w+|String|Boolean|JSON\.stringify|\w+\.bind)$/;

/** Expressions that may stand for something powerful. */
const VALUED =
  /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression|(?:Import|Await|Parenthesized|Conditional|Logical|Sequence|Assignment)Expression|TS\w+Expression)$/;

/** Reports when something powerful is handed to where the scanner does not follow it. */
export const judgeEscape = (
  node: SyntaxNode,
  parent: SyntaxNode,
  field: string,
  scan: Scan<SyntaxNode>,
  place: Place<SyntaxNode>,
): void => {
  if (!VALUED.test(node.type)) return;
  if (FOLLOWED[parent.type]?.includes(field) === true || TRANSPARENT.test(parent.type)) return;
  if (parent.type === 'AssignmentExpression' && (field === 'left' || (parent['left'] as SyntaxNode).type === 'Identifier'))
    return;
  if (scan.patterns.has(parent)) return;
  if (field === 'params' || field === 'id' || field === 'label') return;
  const value = evaluate(node, place.scope, scan.evaluator);
  if (!refersTo(value, isPowerful)) return;
  if (parent.type.endsWith('CallExpression') && field === 'arguments') {
    const callee = evaluate(parent['callee'] as SyntaxNode, place.scope, scan.evaluator);
    if (onlyRefersTo(callee, name => KEEPS.test(name))) return;
  }
  noteEscape(scan, place);
};
