import { noteEscape } from '../interpreter.ts';
import { onlyRefersTo, optionsOf, refersTo } from '../value.ts';
import { evaluate, valueOf } from './evaluate.ts';
import { isPowerful } from './library.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';
import type { Scan, Place } from '../interpreter.ts';

const TRANSPARENT =
  /^(?:parenthesized_expression|conditional_expression|boolean_operator|await|comparison_operator|not_operator|expression_statement|named_expression|as_pattern|as_pattern_target|with_item|type|decorator|import_statement|import_from_statement|aliased_import|dotted_name|delete_statement|assert_statement|except_clause|subscript|interpolation|list_splat|dictionary_splat|relative_import|global_statement|nonlocal_statement)$/;

const KEEPS = /^(?:getattr|hasattr|print|type|isinstance|callable|dir|help|vars|len|repr|str|id|inspect\.\w+)$/;

/** Reports when something powerful is handed to where the scanner does not follow it. */
const judgeEscape = (node: PythonNode, parent: PythonNode, scan: Scan<PythonNode>, place: Place<PythonNode>): void => {
  if (!/^(?:identifier|attribute|call|subscript)$/.test(node.type) || TRANSPARENT.test(parent.type)) return;
  if (/^(?:name|function|attribute|object|alias|module_name|left|parameters|superclasses)$/.test(node.field ?? '')) return;
  if (parent.type === 'assignment' && childIn(parent, 'left')?.type === 'identifier' && place.scope.kind !== 'class') return;
  if (refersTo(evaluate(node, place.scope, scan.evaluator), isPowerful)) noteEscape(scan, place);
};

const isHarmlessCall = (node: PythonNode, scan: Scan<PythonNode>, place: Place<PythonNode>): boolean =>
  onlyRefersTo(valueOf(childIn(node, 'function'), place.scope, scan.evaluator), name => KEEPS.test(name));

/** Nodes in which a text is only compared, named or said. */
const COMPARING = /^(?:comparison_operator|subscript|expression_statement|case_pattern)$/;

/** Keeps the constant that an argument, an element or an operand is. */
const noteText = (node: PythonNode, scan: Scan<PythonNode>, place: Place<PythonNode>): void => {
  if (!/^(?:string|concatenated_string|binary_operator|call|keyword_argument|pair)$/.test(node.type)) return;
  const named = /^(?:keyword_argument|pair)$/.test(node.type) ? childIn(node, 'value') : node;
  const value = valueOf(named, place.scope, scan.evaluator);
  for (const option of optionsOf(value)) if (option.type === 'text' || option.type === 'path') scan.texts.add(option.text);
  if (value.type === 'unknown' && value.like !== undefined) scan.texts.add(value.like);
};

/** What to look at below a node: of a call that keeps what it is given, nothing that is only named there. */
export const judgeParts = (node: PythonNode, scan: Scan<PythonNode>, place: Place<PythonNode>): readonly PythonNode[] => {
  if (node.type === 'call' || !TRANSPARENT.test(node.type))
    for (const child of node.children) judgeEscape(child, node, scan, place);
  if (!COMPARING.test(node.type) && !scan.patterns.has(node)) for (const child of node.children) noteText(child, scan, place);
  if (node.type !== 'call' || !isHarmlessCall(node, scan, place)) return node.children;
  return node.children.flatMap(child => (child.field === 'arguments' ? child.children.flatMap(unnamed) : [child]));
};

/** What is left of an argument when the names in it are taken off: the call in `f(x).name`. */
const unnamed = (node: PythonNode): readonly PythonNode[] => {
  if (node.type === 'identifier') return [];
  const object = node.type === 'attribute' ? childIn(node, 'object') : undefined;
  return object === undefined ? [node] : unnamed(object);
};
