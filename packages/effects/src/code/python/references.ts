import type { Evaluator } from '../evaluation.ts';
import { choose, hiddenValue, notFollowed, optionsOf, ownValue, reference, text, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';
import { foldFunction } from './fold.ts';
import { canonicalName } from './library.ts';

/** What an attribute of a value is. */
export const attributeOf = (object: Value, name: string | undefined, evaluator: Evaluator): Value =>
  choose(
    optionsOf(object).map((base): Value => {
      if (name === undefined) return unknownValue;
      if (base.type === 'reference') {
        if (name === '__dict__') return base;
        return referenceTo(`${base.name}.${name}`, evaluator);
      }
      if (base.type === 'record' && name === 'stdout') return base.fields.get(name) ?? unknownValue;
      if (base.type !== 'path') return base.type === 'own' ? ownValue : unknownValue;
      if (name === 'parent')
        return { type: 'path', text: base.text.includes('/') ? base.text.slice(0, base.text.lastIndexOf('/')) || '/' : '.' };
      return name === 'name' ? text(base.text.slice(base.text.lastIndexOf('/') + 1)) : unknownValue;
    }),
  );

/** A reference by its one name, or the constant that it names. */
export const referenceTo = (given: string, evaluator: Evaluator): Value => {
  const name = canonicalName(given);
  if ((name === '__file__' || name === '__name__') && evaluator.cwd !== undefined)
    return name === '__file__' ? text(evaluator.file ?? `${evaluator.cwd}/-`) : ownValue;
  if (name === 'os.sep') return text('/');
  if (name === 'sys.executable') return text('/usr/bin/python3');
  return reference(name);
};

/** What `object[key]` is. */
export const itemOf = (object: Value, key: Value, evaluator: Evaluator): Value =>
  choose(
    optionsOf(object).flatMap(base =>
      optionsOf(key).map((part): Value => {
        const name = textOf(part);
        if (base.type === 'reference') {
          if (/^(?:sys\.modules|globals\(\)|locals\(\)|vars\(\)|__builtins__|builtins)$/.test(base.name))
            return name === undefined ? unknownValue : referenceTo(name, evaluator);
          if (base.name === 'os.environ' && name === 'HOME' && evaluator.home !== undefined) return text(evaluator.home);
          return attributeOf(base, name, evaluator);
        }
        if (base.type === 'record')
          return name === undefined ? choose([...base.fields.values()]) : (base.fields.get(name) ?? unknownValue);
        if (base.type === 'list')
          return part.type === 'number' && base.some !== true ? (base.items.at(part.value) ?? unknownValue) : choose(base.items);
        return base.type === 'text' && part.type === 'number' ? text(base.text.at(part.value) ?? '') : unknownValue;
      }),
    ),
  );

/** Functions that make text out of other values and read nothing. */
const BUILDS =
  /^(?:map|filter|chr|ord|bytes|bytearray|str|repr|format|reversed|sorted|hex|int|zip|sum|eval|(?:base64|binascii|codecs|zlib|lzma|bz2|gzip|functools|operator|itertools|string|html|struct|textwrap|urllib\.parse|quopri|uu|json|ast)\.\w+|bytes\.\w+|str\.\w+)$/;

/** What a call of a known function returns. */
export const callReference = (name: string, args: readonly Value[], evaluator: Evaluator): Value => {
  const [one = unknownValue, two = unknownValue] = args;
  if (/^os\.(?:getenv|environ\.get)$/.test(name) && textOf(one) === 'HOME' && evaluator.home !== undefined)
    return text(evaluator.home);
  if (name === 'getattr' || name === 'object.__getattribute__')
    return choose(optionsOf(two).map(part => attributeOf(one, textOf(part), evaluator)));
  if (name === '__import__' || name === 'importlib.import_module')
    return choose(
      optionsOf(one).map(part => (textOf(part) === undefined ? unknownValue : referenceTo(textOf(part) ?? '', evaluator))),
    );
  if (name === 'vars' && args.length > 0) return one;
  const folded = foldFunction(name, args, evaluator.cwd);
  return folded ?? (BUILDS.test(name) && notFollowed(args) === hiddenValue ? hiddenValue : reference(`${name}()`));
};
