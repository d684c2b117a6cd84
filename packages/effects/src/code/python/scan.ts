import type { Effect } from '@licet/core';
import { dynamicEffect } from '../calls.ts';
import type { CodeCall, CodeContext } from '../calls.ts';
import { scanSource } from '../interpreter.ts';
import type { Place as PlaceFor, Scan as ScanFor } from '../interpreter.ts';
import { environmentEffect, judgeCall, withCertainty } from '../judgeCall.ts';
import { loadPythonModule } from '../loading.ts';
import { clientEffects } from '../remoteCalls.ts';
import { undescribedEffects } from '../undescribed.ts';
import { onlyRefersTo, optionsOf, refersTo, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';
import { argumentsOf, evaluate, valueOf } from './evaluate.ts';
import { noteNames } from './filters.ts';
import { findFunction, isPowerful, pathMethod } from './library.ts';
import { functions } from './functions.ts';
import { childIn } from './parser.ts';
import type { PythonNode, PythonParser } from './parser.ts';
import { judgeTable } from './tables.ts';
import { declarations, nameOf } from './scope.ts';
import { judgeParts } from './escapes.ts';

/** What is known while a text of Python is read. */
type Scan = ScanFor<PythonNode>;
type Place = PlaceFor<PythonNode>;

const judgeModule = (value: Value | undefined, { certainty }: Pick<CodeCall, 'certainty'>, scan: Scan): readonly Effect[] =>
  optionsOf(value ?? unknownValue).flatMap(option => {
    const name = textOf(option);
    if (name === undefined) return [dynamicEffect('loads a module known only at run time', scan.context.tool)];
    return withCertainty(loadPythonModule(name, scan.context, scan.folders), certainty);
  });

/** Modules of the project run when they are imported. */
const judgeImport = ({ text: source }: PythonNode, scan: Scan, { certainty }: Place): readonly Effect[] => {
  const [, from, imported = ''] = /^from\s+([\w.]+)\s+import\s+([^#]*)/s.exec(source) ?? [];
  const names = (from === undefined ? source.replace(/^import\s+/, '') : imported)
    .split(',')
    .flatMap(part => /^[\s(\\]*([\w.]+)/.exec(part)?.[1] ?? []);
  const inside = from === undefined ? names : [from, ...names.map(name => `${from}${from.endsWith('.') ? '' : '.'}${name}`)];
  return withCertainty(
    inside.flatMap(name => loadPythonModule(name, scan.context, scan.folders)),
    certainty,
  );
};

const judgeReference = (name: string, call: Omit<CodeCall, 'name'>, scan: Scan): readonly Effect[] => {
  if (name === 'getattr' && textOf(call.args[1]) === undefined) {
    const isHidden = refersTo(call.args[0] ?? unknownValue, isPowerful);
    return isHidden ? [dynamicEffect('picks a function by a computed name', scan.context.tool, call.certainty)] : [];
  }
  const use = findFunction(name);
  if (use === undefined) return [...clientEffects(name, call, scan.context), ...undescribedEffects(name, call, scan.context)];
  if (use.args?.[0] === 'module') return judgeModule(call.args[0] ?? call.named.get('name'), call, scan);
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
  scan.effects.push(...judgeMethod(callee, call, scan, place), ...judgeTable(callee, call, scan, place));
  const isPicked = /^(?:subscript|call)$/.test(callee.type) && optionsOf(value).some(option => option.type === 'unknown');
  if (isPicked && reachesOut(callee, scan, place))
    scan.effects.push(dynamicEffect('calls a function whose name is computed', scan.context.tool, place.certainty));
};

/** Whether an expression picks something out of a powerful object by a name that is not known. */
const reachesOut = (node: PythonNode, scan: Scan, place: Place): boolean => {
  if (node.type === 'subscript')
    return refersTo(
      valueOf(childIn(node, 'value'), place.scope, scan.evaluator),
      name => isPowerful(name) || /^(?:globals|locals|vars|sys\.modules)/.test(name),
    );
  return refersTo(valueOf(childIn(node, 'function'), place.scope, scan.evaluator), name =>
    /^(?:getattr|globals|vars|operator\.attrgetter|functools\.partial|operator\.methodcaller)/.test(name),
  );
};

const REFLECTIVE =
  /^__(?:subclasses|globals|builtins|code|closure|getattribute|loader|reduce|reduce_ex|mro)__$|^(?:f_globals|f_builtins|f_locals|gi_frame|tb_frame|cr_frame|ag_frame|f_back)$/;

/** `os.environ[name] = value` changes what programs started later see. */
const judgeVariable = (left: PythonNode | undefined, scan: Scan, { scope, certainty }: Place): readonly Effect[] => {
  const object = left?.type === 'subscript' ? childIn(left, 'value') : undefined;
  const key = left === undefined ? undefined : childIn(left, 'subscript');
  if (object === undefined || key === undefined) return [];
  const isVariable = refersTo(evaluate(object, scope, scan.evaluator), name => name === 'os.environ');
  return isVariable ? [environmentEffect(textOf(evaluate(key, scope, scan.evaluator)), scan.context.tool, certainty)] : [];
};

const judgeNode = (node: PythonNode, scan: Scan, place: Place): void => {
  const { evaluator, context } = scan;
  if (node.type === 'call') {
    const callee = childIn(node, 'function');
    const given = childIn(node, 'arguments');
    if (given !== undefined && COMPARES.test(nameOf(callee?.type === 'attribute' ? childIn(callee, 'attribute') : callee)))
      scan.patterns.add(given);
    if (callee !== undefined)
      judgeInvocation(callee, { ...argumentsOf(node, place.scope, evaluator), certainty: place.certainty }, scan, place);
  } else if (node.type === 'decorator') {
    const [callee] = node.children;
    if (callee !== undefined && callee.type !== 'call')
      judgeInvocation(callee, { args: [unknownValue], named: new Map(), certainty: place.certainty }, scan, place);
  } else if (node.type === 'attribute' && REFLECTIVE.test(nameOf(childIn(node, 'attribute')))) {
    const value = evaluate(node, place.scope, evaluator);
    if (!onlyRefersTo(value, name => /^[\w.]+$/.test(name) && isPowerful(name)))
      scan.effects.push(dynamicEffect('reaches the inside of objects', context.tool));
  } else if (node.type === 'assignment') {
    scan.effects.push(...judgeVariable(childIn(node, 'left'), scan, place));
  } else if (/^import_(?:from_)?statement$/.test(node.type) && !/\bantigravity\b/.test(node.text)) {
    scan.effects.push(...judgeImport(node, scan, place));
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

const BRANCHES =
  /^(?:if_statement|elif_clause|else_clause|for_statement|while_statement|try_statement|except_clause|match_statement|function_definition|lambda|conditional_expression|boolean_operator|(?:list|set|dictionary)_comprehension|generator_expression)$/;

/** Methods that look for a text, or for the field that has its name. */
const COMPARES =
  /^(?:get|startswith|endswith|index|find|rfind|count|split|replace|match|search|sub|findall|finditer|compile|group|add_argument|getenv|pop|print)$/;

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
  if (hidesEncoding(source)) return [dynamicEffect('code in an encoding that hides it', context.tool)];
  return scanSource(source, context, {
    ...declarations,
    branches: BRANCHES,
    charsPerUnit: 8,
    functions,
    parse: given => parser.parse(given),
    judge: (node, scan, place) => {
      judgeNode(node, scan, place);
      noteNames(node, scan, place);
      return judgeParts(node, scan, place);
    },
  });
};
