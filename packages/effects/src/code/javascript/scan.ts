import type { Effect } from '@licet/core';
import { dynamicEffect } from '../calls.ts';
import type { CodeContext } from '../calls.ts';
import { scanSource } from '../interpreter.ts';
import type { Place as PlaceFor, Scan as ScanFor } from '../interpreter.ts';
import { environmentEffect, judgeCall, withCertainty } from '../judgeCall.ts';
import { loadScript } from '../loading.ts';
import { clientEffects } from '../remoteCalls.ts';
import { undescribedEffects } from '../undescribed.ts';
import { concatenate, isHidden as isUnseen, optionsOf, refersTo, text, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';
import { argumentsOf, evaluate } from './evaluate.ts';
import { noteNames } from './filters.ts';
import { functions } from './functions.ts';
import { findFunction, isPowerful, isPowerfulRoot } from './library.ts';
import { childrenOf, isNode, loadBabel, parseJavaScript } from './parser.ts';
import type { BabelParser, SyntaxNode } from './parser.ts';
import { LOADERS } from './members.ts';
import { declarations } from './scope.ts';
import { judgeEscape } from './escapes.ts';

/** What is known while a text of JavaScript is read. */
type Scan = ScanFor<SyntaxNode>;
type Place = PlaceFor<SyntaxNode>;

const fieldsOf = (args: readonly Value[]): ReadonlyMap<string, Value> => {
  const record = args.findLast(arg => arg.type === 'record');
  return record?.type === 'record' ? record.fields : new Map();
};

/** Loading a file or an address runs it; loading a package by name is ordinary. */
const judgeLoad = (name: Value | undefined, scan: Scan, { certainty }: Place): readonly Effect[] =>
  optionsOf(name ?? unknownValue).flatMap(option => {
    const specifier = textOf(option);
    const isData = option.type === 'unknown' && !isUnseen(option) && option.like?.endsWith('.json') === true;
    if (isData)
      return judgeCall({ args: ['read'] }, { name: 'require', args: [option], named: new Map(), certainty }, scan.context);
    if (specifier === undefined) return [dynamicEffect('loads a module known only at run time', scan.context.tool)];
    const call = { name: 'require', args: [text(specifier)], named: new Map(), certainty };
    if (/^data:/i.test(specifier)) return [dynamicEffect('loads code from its own text', scan.context.tool)];
    if (/^https?:/i.test(specifier))
      return judgeCall({ args: ['url'] }, call, scan.context).concat(
        dynamicEffect('runs code from the network', scan.context.tool),
      );
    if (specifier.endsWith('.node')) return [dynamicEffect('loads native code', scan.context.tool)];
    if (/^(?:@licet\/|licet(?:\/|$))/.test(specifier))
      return [dynamicEffect('loads the program that governs the agent', scan.context.tool)];
    if (!/^[./]|^file:/.test(specifier)) return [];
    const own = judgeCall({ args: [specifier.endsWith('.json') ? 'read' : 'execute'] }, call, scan.context);
    return [...own, ...withCertainty(loadScript(specifier, scan.context), certainty)];
  });

const judgeReference = (name: string, args: readonly Value[], scan: Scan, place: Place): readonly Effect[] => {
  if (LOADERS.has(name)) return judgeLoad(args[0], scan, place);
  const applied = /^(.*)\.(call|apply|bind)$/.exec(name);
  if (applied?.[2] === 'bind' && args.length < 2) return [];
  const inner =
    applied?.[2] !== 'apply' ? args.slice(1) : args[1]?.type === 'list' ? args[1].items : [unknownValue, unknownValue];
  if (applied?.[1] !== undefined && isPowerful(applied[1])) return judgeReference(applied[1], inner, scan, place);
  if (/\.(?:then|finally)$/.test(name) && isPowerful(name.replace(/\.\w+$/, '')))
    return [dynamicEffect('hands a loaded module to a callback', scan.context.tool, place.certainty)];
  const use = findFunction(name);
  const call = { name, args, named: fieldsOf(args), certainty: place.certainty };
  if (use !== undefined) return judgeCall(use, call, scan.context);
  return [...clientEffects(name, call, scan.context), ...undescribedEffects(name, call, scan.context)];
};

/** Whether the code picks a function of an object by a name that is not known. */
const isHidden = (callee: SyntaxNode, scan: Scan, place: Place): boolean => {
  if (!callee.type.endsWith('MemberExpression') || callee['computed'] !== true) return false;
  const key = evaluate(callee['property'] as SyntaxNode, place.scope, scan.evaluator);
  if (optionsOf(key).every(option => textOf(option) !== undefined)) return false;
  const object = callee['object'] as SyntaxNode;
  if (
    /^(?:ArrayExpression|StringLiteral|TemplateLiteral|RegExpLiteral|FunctionExpression|ArrowFunctionExpression|ThisExpression)$/.test(
      object.type,
    )
  )
    return true;
  if (object.type.endsWith('MemberExpression') && object['computed'] === true) return true;
  const base = evaluate(object, place.scope, scan.evaluator);
  return refersTo(base, isPowerfulRoot) || optionsOf(base).some(one => one.type === 'own' && one.callable === true);
};

const judgeInvocation = (node: SyntaxNode, scan: Scan, place: Place): void => {
  const callee = node['callee'] as SyntaxNode;
  const args = argumentsOf(node, place.scope, scan.evaluator);
  for (const option of optionsOf(evaluate(callee, place.scope, scan.evaluator))) {
    if (option.type === 'reference') scan.effects.push(...judgeReference(option.name, args, scan, place));
    else if (option.type === 'unknown' && node.type === 'NewExpression')
      scan.effects.push(...undescribedEffects('', { args, named: fieldsOf(args), certainty: place.certainty }, scan.context));
  }
  // The one name by which archives are unpacked whose object is not followed.
  if (callee.type.endsWith('MemberExpression') && (callee['property'] as SyntaxNode)['name'] === 'extractAllTo')
    scan.effects.push(
      ...judgeCall(
        { args: ['write_tree'] },
        { name: 'extractAllTo', args, named: new Map(), certainty: place.certainty },
        scan.context,
      ),
    );
  if (isHidden(callee, scan, place))
    scan.effects.push(dynamicEffect('calls a function whose name is computed', scan.context.tool, place.certainty));
  const isChained = /^(?:Optional)?CallExpression$/.test(callee.type);
  if (isChained && isHidden(callee['callee'] as SyntaxNode, scan, place))
    scan.effects.push(dynamicEffect('calls what a hidden function returns', scan.context.tool));
};

const judgeTemplate = (node: SyntaxNode, scan: Scan, place: Place): void => {
  const quasi = node['quasi'] as SyntaxNode;
  const parts = (quasi['quasis'] as SyntaxNode[]).map(part => text((part['value'] as { cooked?: string }).cooked ?? ''));
  const value = parts.length === 1 ? concatenate(parts) : evaluate(quasi, place.scope, scan.evaluator);
  for (const option of optionsOf(evaluate(node['tag'] as SyntaxNode, place.scope, scan.evaluator))) {
    if (option.type === 'reference') scan.effects.push(...judgeReference(option.name, [value], scan, place));
  }
};

/** `process.env.NAME = value` changes what programs started later see. */
const judgeVariable = (node: SyntaxNode, scan: Scan, { scope, certainty }: Place): readonly Effect[] => {
  const left = node['left'] as SyntaxNode;
  if (left.type !== 'MemberExpression') return [];
  const object = evaluate(left['object'] as SyntaxNode, scope, scan.evaluator);
  const property = left['property'] as SyntaxNode;
  const name = left['computed'] === true ? textOf(evaluate(property, scope, scan.evaluator)) : (property['name'] as string);
  return refersTo(object, one => one === 'process.env') ? [environmentEffect(name, scan.context.tool, certainty)] : [];
};

const BRANCHES =
  /^(?:IfStatement|ConditionalExpression|LogicalExpression|For(?:In|Of)?Statement|While|DoWhile|Switch|TryStatement|CatchClause|Function|ArrowFunction|Class|ObjectMethod)/;

const judgeNode = (node: SyntaxNode, scan: Scan, place: Place): void => {
  if (/^(?:(?:Optional)?Call|New)Expression$/.test(node.type)) judgeInvocation(node, scan, place);
  else if (node.type === 'ImportExpression')
    scan.effects.push(...judgeLoad(evaluate(node['source'] as SyntaxNode, place.scope, scan.evaluator), scan, place));
  else if (node.type === 'TaggedTemplateExpression') judgeTemplate(node, scan, place);
  else if (node.type === 'AssignmentExpression') scan.effects.push(...judgeVariable(node, scan, place));
  else if (node.type === 'WithStatement')
    scan.effects.push(dynamicEffect('a `with` statement hides what names mean', scan.context.tool));
  else if (
    /^(?:Import|ExportAll|ExportNamed)Declaration$/.test(node.type) &&
    isNode(node['source']) &&
    node['importKind'] !== 'type'
  )
    scan.effects.push(...judgeLoad(text(node['source']['value'] as string), scan, place));
};

const judgeParts = (node: SyntaxNode, scan: Scan, place: Place): void => {
  // The values of a pattern's properties are names that get a value, not uses of one.
  if (node.type === 'ObjectPattern') for (const property of node['properties'] as SyntaxNode[]) scan.patterns.add(property);
  for (const [field, value] of Object.entries(node)) {
    if (field === 'loc' || field.endsWith('Comments')) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      judgeEscape(child, node, field, scan, place);
      if (!isCompared(node, field)) noteText(child, scan, place);
    }
  }
};

/** Methods that look for a text, or for the field that has its name. */
const COMPARES =
  /^(?:get|has|includes|startsWith|endsWith|indexOf|lastIndexOf|test|match|matchAll|search|split|replace|replaceAll|log|error)$/;

/** Whether a text is where it is only compared, or names a field or a module. */
const isCompared = (parent: SyntaxNode, field: string): boolean => {
  if (/^(?:Import|Export|SwitchCase)/.test(parent.type) || field === 'key' || field === 'property') return true;
  if (parent.type === 'BinaryExpression') return parent['operator'] !== '+';
  if (!parent.type.endsWith('CallExpression')) return false;
  const property = (parent['callee'] as SyntaxNode)['property'] as SyntaxNode | undefined;
  return COMPARES.test((property?.['name'] as string | undefined) ?? '');
};

/** Keeps the constant that an argument, an element or an operand is. */
const noteText = (node: SyntaxNode, scan: Scan, place: Place): void => {
  if (!/^(?:StringLiteral|TemplateLiteral|BinaryExpression|CallExpression)$/.test(node.type)) return;
  const value = evaluate(node, place.scope, scan.evaluator);
  for (const option of optionsOf(value)) if (option.type === 'text') scan.texts.add(option.text);
  if (value.type === 'unknown' && value.like !== undefined) scan.texts.add(value.like);
};

/**
 * The effects of JavaScript or TypeScript source, without running it. Names are followed through imports, `require`, aliases,
 * destructuring and constants, text through `+`, templates and pure built-ins; what cannot be followed that far and could do
 * something is `unknown`. Names in strings and comments are not looked at. Source that does not parse or is too large is `unknown`
 * as a whole.
 *
 * It cannot see what installed packages do, nor what modules export to one another.
 */
export const scanJavaScript = (source: string, context: CodeContext, babel: BabelParser = loadBabel()): readonly Effect[] =>
  scanSource(source, context, {
    ...declarations,
    branches: BRANCHES,
    charsPerUnit: 10,
    functions,
    parse: given => parseJavaScript(given, babel),
    judge: (node, scan, place) => {
      judgeNode(node, scan, place);
      noteNames(node, scan, place);
      judgeParts(node, scan, place);
      return childrenOf(node);
    },
  });
