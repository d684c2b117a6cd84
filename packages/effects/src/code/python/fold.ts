import { alike } from '../../alike.ts';
import {
  ANY_NAME,
  baseName,
  choose,
  folderName,
  foldBy,
  fromRoot,
  namesBy,
  ownValue,
  repeated,
  replaced,
  text,
  textOf,
  unknownValue,
} from '../value.ts';
import { joinItems, listOf, namesOf, pairsOf, wholeList } from '../lists.ts';
import { KEEPS_NAMES, listedNames } from '../listings.ts';
import type { Fold, Value } from '../value.ts';

const decodeBytes = (value: string, encoding: string): Value | undefined => {
  const known: Readonly<Record<string, BufferEncoding>> = {
    base64: 'base64',
    b64: 'base64',
    hex: 'hex',
    utf8: 'utf8',
    utf_8: 'utf8',
    'utf-8': 'utf8',
    ascii: 'utf8',
    latin1: 'latin1',
  };
  const plain = encoding.toLowerCase();
  if (/^rot_?13$/.test(plain))
    return text(
      value.replace(/[a-z]/gi, letter => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13))),
    );
  const found = known[plain];
  return found === undefined ? undefined : text(Buffer.from(value, found).toString('utf8'));
};

const joinPaths = (parts: readonly string[]): string =>
  fromRoot(parts)
    .filter(part => part !== '')
    .join('/')
    .replace(/\/{2,}/g, '/');

const methods: Readonly<Record<string, Fold>> = {
  '[::-1]': ([one = '']) => text(Array.from(one).reverse().join('')),
  '*': ([one = '', count]) => repeated(one, Math.max(0, Number(count))),
  '%': ([format = '', ...args]) => {
    if ((format.match(/%/g) ?? []).length !== args.length || /%[^sd]/.test(format)) return undefined;
    let at = 0;
    return text(format.replace(/%[sd]/g, () => args[at++] ?? ''));
  },
  lower: ([one = '']) => text(one.toLowerCase()),
  upper: ([one = '']) => text(one.toUpperCase()),
  strip: ([one = '', what]) => (what === undefined ? text(one.trim()) : undefined),
  replace: replaced,
  split: ([one = '', by]) => listOf(by === undefined ? one.trim().split(/\s+/) : by === '' ? [one] : one.split(by)),
  format: ([one = '', ...args]) => {
    if (/\{[^}0-9]|\{\d+[^}]/.test(one)) return undefined;
    let at = 0;
    return text(one.replace(/\{(\d*)\}/g, (_all, index: string) => args[index === '' ? at++ : Number(index)] ?? ''));
  },
  decode: ([one = '', encoding]) => (encoding === undefined ? text(one) : decodeBytes(one, encoding)),
  encode: ([one = '', encoding]) => (encoding === undefined || /^(?:utf-?8|ascii)$/i.test(encoding) ? text(one) : undefined),
};

const unchanged: Fold = ([one = '']) => text(one);

const asPath: Fold = args => ({ type: 'path', text: joinPaths(args) || '.' });

const functions: Readonly<Record<string, Fold>> = {
  ...alike('str bytes os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.fspath', unchanged),
  int: ([one = '']) => (/^-?\d+$/.test(one) ? { type: 'number', value: Number(one) } : undefined),
  chr: ([code]) => (Number(code) >= 0 && Number(code) <= 0x10ffff ? text(String.fromCodePoint(Number(code))) : undefined),
  ord: ([one = '']) => ({ type: 'number', value: one.codePointAt(0) ?? 0 }),
  'bytes.fromhex': ([one = '']) => decodeBytes(one, 'hex'),
  'base64.b64decode': ([one = '']) => decodeBytes(one, 'base64'),
  'base64.urlsafe_b64decode': ([one = '']) => decodeBytes(one.replaceAll('-', '+').replaceAll('_', '/'), 'base64'),
  'binascii.unhexlify': ([one = '']) => decodeBytes(one, 'hex'),
  'binascii.a2b_base64': ([one = '']) => decodeBytes(one, 'base64'),
  'codecs.decode': ([one = '', encoding = 'utf8']) => decodeBytes(one, encoding),
  'os.path.join': args => text(joinPaths(args)),
  'os.path.dirname': folderName(''),
  'os.path.basename': baseName,
  ...alike('pathlib.Path pathlib.PurePath pathlib.PosixPath', asPath),
  'pathlib.Path.home': () => ({ type: 'path', text: '~' }),
};

const PATH_METHODS = /^(?:resolve|absolute|expanduser)$/;

/** The result of a method or operator of a constant; the first value is what it belongs to. */
export const foldMethod = (name: string, args: readonly Value[]): Value | undefined => {
  const [owner, ...rest] = args;
  if (owner === undefined) return undefined;
  if (name === 'join' && rest[0]?.type === 'list') {
    if (rest[0].some === true && rest[0].items.length > 0) return undefined;
    return joinItems(rest[0].items, owner);
  }
  if (owner.type === 'record' && name === 'items') return wholeList(pairsOf(owner));
  if (owner.type === 'record' && name === 'keys') return iterated(owner);
  if (owner.type === 'record' && name === 'values') return wholeList([...owner.fields.values()]);
  if (owner.type === 'list' && owner.some === true && KEEPS_NAMES.test(name)) return owner;
  if (owner.type === 'list' && name === 'pop') return eachOf(owner);
  if (owner.type === 'list')
    return name === '[::-1]' && owner.some !== true ? { type: 'list', items: owner.items.toReversed() } : undefined;
  if (owner.type === 'path') {
    if (PATH_METHODS.test(name)) return owner;
    const pattern = name === 'iterdir' ? '*' : /^r?glob$/.test(name) ? textOf(rest[0]) : undefined;
    if (pattern !== undefined) {
      const below = name === 'rglob' ? ['**', pattern] : [pattern];
      return { type: 'list', items: [{ type: 'path', text: namesBy(joinPaths([owner.text, ...below])) }] };
    }
    return name === 'joinpath' ? foldBy(functions, 'pathlib.Path', args) : undefined;
  }
  return owner.type === 'text' ? foldBy(methods, name, args) : undefined;
};

/** What walking a folder gives: each folder below with the names of its folders and files. */
const walked = (folder: string): Value => {
  const names = listOf([ANY_NAME]);
  return { type: 'list', items: [{ type: 'list', items: [text(`${folder}/${ANY_NAME}`), names, names] }], some: true };
};

/** What a loop over a value goes through, as a list. */
const iterated = (value: Value | undefined): Value | undefined =>
  value?.type === 'record' ? wholeList(namesOf(value)) : value?.type === 'list' ? value : undefined;

const eachOf = (value: Value | undefined): Value => {
  const list = iterated(value);
  return list?.type === 'list' ? choose(list.items) : unknownValue;
};

/** Functions over the elements of lists. */
const foldLists = (name: string, args: readonly Value[]): Value | undefined => {
  if (/^(?:list|tuple|sorted|reversed|set|frozenset|iter)$/.test(name) && iterated(args[0]) !== undefined)
    return iterated(args[0]);
  if (/^(?:next|min|max|random\.choice)$/.test(name) && args[0]?.type === 'list') return eachOf(args[0]);
  if (name === 'itertools.islice') return iterated(args[0]);
  if (name === 'filter') return iterated(args[1]);
  if (name === 'enumerate') return { type: 'list', items: [{ type: 'list', items: [ownValue, eachOf(args[0])] }], some: true };
  if (name === 'zip') return { type: 'list', items: [{ type: 'list', items: args.map(eachOf) }], some: true };
  if (name !== 'itertools.chain') return undefined;
  return { type: 'list', items: args.map(eachOf), some: true };
};

/** The result of a pure function when all that goes in is constant. */
export const foldFunction = (name: string, args: readonly Value[], cwd?: string): Value | undefined => {
  if (name === 'os.getcwd' || name === 'pathlib.Path.cwd') return cwd === undefined ? undefined : { type: 'path', text: cwd };
  if (/^glob\.i?glob$|^os\.listdir$/.test(name)) {
    const given = args[0] === undefined ? '.' : textOf(args[0]);
    return given === undefined ? undefined : listOf([namesBy(name === 'os.listdir' ? '*' : given)]);
  }
  if (name === 'bytes' && args[0]?.type === 'list' && args[0].some !== true) {
    const codes = args[0].items.map(item => Number(textOf(item)));
    return codes.every(Number.isFinite) ? text(Buffer.from(codes).toString('utf8')) : undefined;
  }
  if (/^(?:subprocess\.(?:check_output|getoutput|run)|os\.popen)$/.test(name)) {
    const names = listedNames(args[0]);
    return names === undefined || name !== 'subprocess.run' ? names : { type: 'record', fields: new Map([['stdout', names]]) };
  }
  if (name === 'os.walk') return textOf(args[0]) === undefined ? undefined : walked(textOf(args[0]) ?? '');
  const list = foldLists(name, args);
  if (list !== undefined) return list;
  return foldBy(functions, name, args);
};
