import type { Effect } from '@licet/core';
import type { CodeCall, CodeContext } from '../calls.ts';
import { UNPARSED, dynamicEffect, environmentEffect, judgeCall } from '../judgeCall.ts';
import { draw, withSpent } from '../../work.ts';
import { clientEffects } from '../remoteCalls.ts';
import { optionsOf, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';
import { argumentsOf, evaluate } from './evaluate.ts';
import type { Evaluator } from './evaluate.ts';
import { findFunction, isPowerful, pathMethod } from './library.ts';
import { childIn, maxSource } from './parser.ts';
import type { PythonNode, PythonParser } from './parser.ts';
import { buildScopes, nameOf } from './scope.ts';
import type { Scope } from './scope.ts';

interface Scan {
  readonly evaluator: Evaluator;
  readonly context: CodeContext;
  readonly scopes: ReadonlyMap<PythonNode, Scope>;
  readonly effects: Effect[];
}

interface Place {
  readonly scope: Scope;
  readonly certainty: Effect['certainty'];
}

const judgeModule = (value: Value | undefined, scan: Scan): readonly Effect[] =>
  optionsOf(value ?? unknownValue).flatMap(option =>
    textOf(option) === undefined ? [dynamicEffect('loads a module known only at run time', scan.context.tool)] : [],
  );

const judgeReference = (name: string, call: Omit<CodeCall, 'name'>, scan: Scan): readonly Effect[] => {
  if (name === 'getattr' && textOf(call.args[1]) === undefined) {
    const isHidden = optionsOf(call.args[0] ?? unknownValue).some(
      option => option.type === 'reference' && isPowerful(option.name),
    );
    return isHidden ? [dynamicEffect('picks a function by a computed name', scan.context.tool, call.certainty)] : [];
  }
  const use = findFunction(name);
  if (use === undefined) return clientEffects(name, call, scan.context);
  if (use.args?.[0] === 'module') return judgeModule(call.args[0] ?? call.named.get('name'), scan);
  return judgeCall(use, { ...call, name }, scan.context);
};

/** Methods of paths: on a known path they are judged with it, on something unknown as a path that is not known. */
const judgeMethod = (callee: PythonNode, call: Omit<CodeCall, 'name'>, scan: Scan, place: Place): readonly Effect[] => {
  const use = callee.type === 'attribute' ? pathMethod(nameOf(childIn(callee, 'attribute'))) : undefined;
  const object = childIn(callee, 'object');
  if (use === undefined || object === undefined) return [];
  return optionsOf(evaluate(object, place.scope, scan.evaluator)).flatMap(owner => {
    const isPath = owner.type === 'path' || (owner.type === 'reference' && owner.name.startsWith('pathlib.'));
    const isVague =
      owner.type === 'unknown' &&
      /^(?:unlink|rmdir|write_text|write_bytes|read_text|read_bytes|touch|symlink_to|hardlink_to)$/.test(
        nameOf(childIn(callee, 'attribute')),
      );
    return isPath || isVague
      ? judgeCall(
          use,
          { ...call, name: 'pathlib.Path', args: [owner.type === 'path' ? owner : unknownValue, ...call.args] },
          scan.context,
        )
      : [];
  });
};

const judgeInvocation = (callee: PythonNode, call: Omit<CodeCall, 'name'>, scan: Scan, place: Place): void => {
  const value = evaluate(callee, place.scope, scan.evaluator);
  for (const option of optionsOf(value))
    if (option.type === 'reference') scan.effects.push(...judgeReference(option.name, call, scan));
  scan.effects.push(...judgeMethod(callee, call, scan, place));
  const isPicked = /^(?:subscript|call)$/.test(callee.type) && optionsOf(value).some(option => option.type === 'unknown');
  if (isPicked && reachesOut(callee, scan, place))
    scan.effects.push(dynamicEffect('calls a function whose name is computed', scan.context.tool, place.certainty));
};

/** Whether an expression picks something out of a powerful object by a name that is not known. */
const reachesOut = (node: PythonNode, scan: Scan, place: Place): boolean => {
  if (node.type === 'subscript') {
    const base = childIn(node, 'value');
    return (
      base !== undefined &&
      optionsOf(evaluate(base, place.scope, scan.evaluator)).some(
        option =>
          option.type === 'reference' && (isPowerful(option.name) || /^(?:globals|locals|vars|sys\.modules)/.test(option.name)),
      )
    );
  }
  const callee = childIn(node, 'function');
  return (
    callee !== undefined &&
    optionsOf(evaluate(callee, place.scope, scan.evaluator)).some(
      option =>
        option.type === 'reference' &&
        /^(?:getattr|globals|vars|operator\.attrgetter|functools\.partial|operator\.methodcaller)/.test(option.name),
    )
  );
};

const reflective =
  /^__(?:subclasses|globals|builtins|code|closure|getattribute|loader|reduce|reduce_ex|mro)__$|^(?:f_globals|f_builtins|f_locals|gi_frame|tb_frame|cr_frame|ag_frame|f_back)$/;

const transparent =
  /^(?:parenthesized_expression|conditional_expression|boolean_operator|await|comparison_operator|not_operator|expression_statement|named_expression|as_pattern|as_pattern_target|with_item|type|decorator|import_statement|import_from_statement|aliased_import|dotted_name|delete_statement|assert_statement|except_clause|subscript|interpolation|list_splat|dictionary_splat|relative_import|global_statement|nonlocal_statement)$/;

const keeps = /^(?:getattr|hasattr|print|type|isinstance|callable|dir|help|vars|len|repr|str|id|inspect\.\w+)$/;

/** Says so when something powerful is handed to where the scanner does not follow it. */
const judgeEscape = (node: PythonNode, parent: PythonNode, scan: Scan, place: Place): void => {
  if (!/^(?:identifier|attribute|call|subscript)$/.test(node.type) || transparent.test(parent.type)) return;
  if (/^(?:name|function|attribute|object|alias|module_name|left|parameters|superclasses)$/.test(node.field ?? '')) return;
  if (parent.type === 'assignment' && childIn(parent, 'left')?.type === 'identifier' && place.scope.kind !== 'class') return;
  const isEscape = optionsOf(evaluate(node, place.scope, scan.evaluator)).some(
    option => option.type === 'reference' && isPowerful(option.name),
  );
  if (isEscape) scan.effects.push(dynamicEffect('hands a powerful function to other code', scan.context.tool, place.certainty));
};

const isHarmlessCall = (node: PythonNode, scan: Scan, place: Place): boolean => {
  const callee = childIn(node, 'function');
  if (callee === undefined) return false;
  return optionsOf(evaluate(callee, place.scope, scan.evaluator)).every(
    option => option.type === 'reference' && keeps.test(option.name),
  );
};

/** `os.environ[name] = value` changes what programs started later see. */
const judgeVariable = (left: PythonNode | undefined, scan: Scan, { scope, certainty }: Place): readonly Effect[] => {
  const object = left?.type === 'subscript' ? childIn(left, 'value') : undefined;
  const key = left === undefined ? undefined : childIn(left, 'subscript');
  if (object === undefined || key === undefined) return [];
  const isVariable = optionsOf(evaluate(object, scope, scan.evaluator)).some(
    option => option.type === 'reference' && option.name === 'os.environ',
  );
  return isVariable ? [environmentEffect(textOf(evaluate(key, scope, scan.evaluator)), scan.context.tool, certainty)] : [];
};

const judgeNode = (node: PythonNode, scan: Scan, place: Place): void => {
  const { evaluator, context } = scan;
  if (node.type === 'call') {
    const callee = childIn(node, 'function');
    if (callee !== undefined)
      judgeInvocation(callee, { ...argumentsOf(node, place.scope, evaluator), certainty: place.certainty }, scan, place);
  } else if (node.type === 'decorator') {
    const [callee] = node.children;
    if (callee !== undefined && callee.type !== 'call')
      judgeInvocation(callee, { args: [unknownValue], named: new Map(), certainty: place.certainty }, scan, place);
  } else if (node.type === 'attribute' && reflective.test(nameOf(childIn(node, 'attribute')))) {
    const value = evaluate(node, place.scope, evaluator);
    if (!optionsOf(value).every(option => option.type === 'reference' && /^[\w.]+$/.test(option.name) && isPowerful(option.name)))
      scan.effects.push(dynamicEffect('reaches the inside of objects', context.tool));
  } else if (node.type === 'assignment') {
    scan.effects.push(...judgeVariable(childIn(node, 'left'), scan, place));
  } else if (node.type === 'exec_statement') scan.effects.push(dynamicEffect('runs code by a statement', context.tool));
  else if (node.type === 'import_statement' && /\bantigravity\b/.test(node.text))
    scan.effects.push(
      ...judgeCall(
        findFunction('antigravity') ?? {},
        { name: 'antigravity', args: [], named: new Map(), certainty: place.certainty },
        context,
      ),
    );
};

const branches =
  /^(?:if_statement|elif_clause|else_clause|for_statement|while_statement|try_statement|except_clause|match_statement|function_definition|lambda|conditional_expression|boolean_operator|(?:list|set|dictionary)_comprehension|generator_expression)$/;

/** What visiting one node costs. */
const perNode = 1 / 16;

/** Characters of source that cost one unit to parse. */
const charsPerUnit = 8;

const visit = (module: PythonNode, scan: Scan, start: Place): void => {
  const pending: [PythonNode, Place][] = [[module, start]];
  for (let next = pending.pop(); next !== undefined && draw(scan.context.work, perNode); next = pending.pop()) {
    const [node, outer] = next;
    const place: Place = {
      scope: scan.scopes.get(node) ?? outer.scope,
      certainty: branches.test(node.type) ? 'possible' : outer.certainty,
    };
    judgeNode(node, scan, place);
    const isQuiet = node.type === 'argument_list' || node.type === 'call' ? false : transparent.test(node.type);
    const harmless = node.type === 'call' && isHarmlessCall(node, scan, place);
    for (const child of node.children.toReversed()) {
      if (!isQuiet) judgeEscape(child, node, scan, place);
      if (!(harmless && child.field === 'arguments')) pending.push([child, place]);
      else
        for (const argument of child.children)
          if (argument.type !== 'identifier' && argument.type !== 'attribute') pending.push([argument, place]);
    }
  }
};

/** A declared encoding other than UTF-8 makes the text mean something else to Python. */
const hidesEncoding = (source: string): boolean => {
  const heads = source.split(/\r\n|\r|\n/, 2).map(line => /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1]);
  return heads.some(name => name !== undefined && !/^(?:utf-?_?8(?:-sig)?|ascii|us-ascii|latin-?_?1|iso-8859-1)$/i.test(name));
};

/**
 * The effects of Python source, without running it. Names are followed through imports, aliases, tuples, `getattr` and constants,
 * text through `+`, `%`, `format`, f-strings and pure built-ins; what cannot be followed that far and could do something is
 * `unknown`. Names in strings and comments are not looked at. Source that does not parse, hides its encoding or is too
 * large is `unknown` as a whole.
 *
 * It cannot see what installed packages do.
 */
export const scanPython = (source: string, context: CodeContext, parser: PythonParser): readonly Effect[] => {
  const { work } = context;
  const give = (note: string): readonly Effect[] => [dynamicEffect(note, context.tool)];
  if (source.length > maxSource) return give('more code than is looked at');
  if (!draw(work, source.length / charsPerUnit)) return withSpent([], work);
  if (hidesEncoding(source)) return give('code in an encoding that hides it');
  try {
    const module = parser.parse(source);
    if (module === undefined) return give(UNPARSED);
    const scopes = buildScopes(module);
    const evaluator: Evaluator = { cwd: context.paths.cwd, active: new Set(), work, isTooDeep: false };
    const scan: Scan = { evaluator, context, scopes, effects: [] };
    const scope = scopes.get(module);
    if (scope !== undefined) visit(module, scan, { scope, certainty: 'certain' });
    const more = evaluator.isTooDeep ? give('more code than is looked at') : [];
    return withSpent([...scan.effects, ...more], work);
  } catch {
    return give('code that is nested too deeply');
  }
};
