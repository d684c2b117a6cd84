import type { Evaluator } from '../evaluation.ts';
import { choose, ownValue, optionsOf, reference, text, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';
import { moduleName } from './scope.ts';
import { parentOf } from '../../places/lexical.ts';
import { unalias } from '../evaluation.ts';

const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:globalThis|global|window|self|top|parent)\.(?=.)/, ''],
  [/^(?:fs-extra|graceful-fs|fs\.promises|memfs)(?=\.|$)/, 'fs'],
  [/^fs\.promises(?=\.|$)/, 'fs'],
  [/^(?:cross-spawn)$/, 'child_process.spawn'],
  [/^module\.Module\.(?=.)/, 'module.'],
  [/^require\.(?:main|cache)\b.*\.require$/, 'require'],
  [
    /^(?:module\.parent\.require|module\.constructor\._load|module\.constructor\.require|module\._load|process\.mainModule\.constructor\._load)$/,
    'require',
  ],
  [/^path\.(?:posix|win32)(?=\.|$)/, 'path'],
  [/\.default(?=\.|$)/, ''],
  [/^Function\.prototype\.constructor$/, 'Function'],
];

/** One name for all the ways to reach the same thing: `globalThis.fs.promises.rm` and `fs.rm`, `module.require` and `require`. */
export const canonicalName = (name: string): string => unalias(name, ALIASES) || 'globalThis';

/** The value of a name when it is known: the working directory, the home folder, separators. */
export const constantOf = (
  name: string,
  place: { readonly cwd: string | undefined; readonly home: string | undefined; readonly file?: string | undefined },
): string | undefined => {
  switch (name) {
    case '__dirname':
    case 'import.meta.dirname':
      return place.file === undefined ? place.cwd : parentOf(place.file);
    case '__filename':
    case 'import.meta.filename':
      return place.file;
    case 'import.meta.url':
      return place.file === undefined ? undefined : `file://${place.file}`;
    case 'process.env.HOME':
    case 'process.env.USERPROFILE':
      return place.home;
    case 'process.env.PWD':
      return place.cwd;
    case 'path.sep':
      return '/';
    case 'os.EOL':
      return '\n';
    case 'process.execPath':
      return '/usr/bin/node';
    case 'os.devNull':
      return '/dev/null';
    default:
      return undefined;
  }
};

/** What a field of a value is. A field of a reference is a reference; a field whose name is not known is unknown. */
export const memberOf = (object: Value, key: Value, evaluator: Evaluator): Value =>
  choose(
    optionsOf(object).flatMap(base =>
      optionsOf(key).map((part): Value => {
        const name = textOf(part);
        if (base.type === 'reference' && name === 'constructor') return reference(base.name === 'module' ? 'module' : 'Function');
        if (base.type === 'reference') return name === undefined ? unknownValue : referenceTo(`${base.name}.${name}`, evaluator);
        if (name === 'constructor')
          return base.type === 'own' && base.callable === true ? reference('Function') : reference('constructor');
        if (name === undefined) return base.type === 'list' ? choose(base.items) : unknownValue;
        if (base.type === 'record') return base.fields.get(name) ?? ownValue;
        if (base.type === 'list' && base.some === true) return name === 'length' ? ownValue : choose(base.items);
        if (base.type === 'list')
          return name === 'length' ? { type: 'number', value: base.items.length } : (base.items[Number(name)] ?? ownValue);
        if (base.type === 'text')
          return name === 'length'
            ? { type: 'number', value: base.text.length }
            : /^\d+$/.test(name)
              ? text(base.text[Number(name)] ?? '')
              : ownValue;
        return base.type === 'unknown' ? unknownValue : ownValue;
      }),
    ),
  );

/** A reference by its one name, or the constant that it names. */
export const referenceTo = (name: string, evaluator: Evaluator): Value => {
  const canonical = canonicalName(name);
  const constant = constantOf(canonical, evaluator);
  return constant === undefined ? reference(canonical) : text(constant);
};

/** What loading a module gives. */
export const loadModule = (name: Value, evaluator: Evaluator): Value =>
  choose(
    optionsOf(name).map(option =>
      textOf(option) === undefined ? unknownValue : referenceTo(moduleName(textOf(option) ?? ''), evaluator),
    ),
  );

/** Functions that load a module by its name. */
export const LOADERS = new Set(
  (
    'require import module.require module.Module._load process.mainModule.require require.main.require ' +
    'process.getBuiltinModule'
  ).split(' '),
);
