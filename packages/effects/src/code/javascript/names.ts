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
