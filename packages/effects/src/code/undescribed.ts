import type { Effect } from '@licet/core';
import { governedPartsOf } from '../places/governed.ts';
import { fileEffects } from '../tools/files.ts';
import type { CodeCall, CodeContext } from './calls.ts';
import { optionsOf, textOf } from './value.ts';
import type { Value } from './value.ts';

/** Functions of the languages and of common libraries that compute, compare, print or only look at names. */
const COMPUTES =
  /^(?:console|path|url|util|JSON|Object|Array|String|Number|Boolean|RegExp|Set|Map|WeakMap|Promise|Buffer|assert|process(?!\.report)|Math|Symbol|\w*Error|\w*Exception|URL\w*|Text(?:En|De)coder|structuredClone|import\.meta|describe|it|test|expect|vi|jest|picomatch|micromatch|minimatch|glob|fast-glob|globby|crypto|print|len|str|repr|sorted|set|list|dict|tuple|isinstance|any|all|enumerate|zip|map|filter|format|bool|max|min|hash|logging|re|json|os\.path|sys|pathlib|fnmatch|collections|dataclasses|typing|pytest|unittest|argparse|click|hashlib|difflib|textwrap|string|getattr|hasattr|pprint|os\.(?:stat|lstat|access|fspath|getenv|environ)|fs\.(?:exists|stat|lstat|access|realpath)|fs\.promises\.(?:stat|lstat|access|realpath))(?=[.(]|Sync|$)/;

/** The last part of the name of a function that reads or compares what it is given. */
const LOOKS =
  /(?:^|\.)(?:read|load|loads|parse|scan|safe_load|loadtxt|exists|is_?file|is_?dir|stat|basename|dirname|join|resolve|includes|startsWith|endsWith|log|info|debug|warn|error)(?:[A-Z_]\w*)?(?:\(\))?$/;

const MOST_VALUES = 32;

const textsIn = (value: Value, depth: number = 0): readonly string[] =>
  optionsOf(value).flatMap((option): readonly string[] => {
    if (depth > 4) return [];
    if (option.type === 'list') return option.items.slice(0, MOST_VALUES).flatMap(item => textsIn(item, depth + 1));
    if (option.type === 'record')
      return [...option.fields.values()].slice(0, MOST_VALUES).flatMap(item => textsIn(item, depth + 1));
    const text = textOf(option);
    return text === undefined ? [] : [text];
  });

/** A file that governs the agent, in an argument of a function without a description, may be written: a constructor, a connection string, an option. */
export const undescribedEffects = (name: string, call: Omit<CodeCall, 'name'>, context: CodeContext): readonly Effect[] => {
  if (COMPUTES.test(name) || LOOKS.test(name)) return [];
  const texts = [...call.args, ...call.named.values()].slice(0, MOST_VALUES).flatMap(value => textsIn(value));
  return [...new Set(texts.flatMap(governedPartsOf))].flatMap(path =>
    fileEffects(path, { kind: 'write', certainty: 'possible', tags: ['unlisted'] }, context),
  );
};
