import { isTrue } from '../calls.ts';
import { baseName, choose, folderName, foldBy, fromRoot, namesBy, ownValue, repeated, replaced, text, textOf } from '../value.ts';
import { joinItems, listOf, namesOf, pairsOf, wholeList } from '../lists.ts';
import { KEEPS_NAMES, listedNames } from '../listings.ts';
import type { Fold, Value } from '../value.ts';

const number = (value: Value | undefined): number | undefined =>
  value === undefined || textOf(value) === undefined ? undefined : Number(textOf(value));

const decodeBase64 = (value: string, encoding: string): Value | undefined => {
  if (!/^(?:base64|base64url|hex|utf-?8|latin1|binary|ascii|ucs-?2|utf16le|undefined)$/i.test(encoding)) return undefined;
  return text(Buffer.from(value, (encoding === 'undefined' ? 'utf8' : encoding) as BufferEncoding).toString('utf8'));
};

const join = (parts: readonly string[]): string =>
  parts
    .join('/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\.\//, '');

/** Functions of text that change nothing; the first value is the text or list that the method belongs to. */
const methods: Readonly<Record<string, Fold>> = {
  '.toString': ([one = '']) => text(one),
  '.trim': ([one = '']) => text(one.trim()),
  '.toLowerCase': ([one = '']) => text(one.toLowerCase()),
  '.toUpperCase': ([one = '']) => text(one.toUpperCase()),
  '.concat': args => text(args.join('')),
  '.slice': ([one = '', from, to]) => text(one.slice(Number(from ?? 0), to === undefined ? undefined : Number(to))),
  '.substring': ([one = '', from, to]) => text(one.substring(Number(from ?? 0), to === undefined ? undefined : Number(to))),
  '.substr': ([one = '', from, size]) =>
    text(one.slice(Number(from ?? 0)).slice(0, size === undefined ? undefined : Number(size))),
  '.charAt': ([one = '', at]) => text(one.charAt(Number(at ?? 0))),
  '.at': ([one = '', at]) => text(one.at(Number(at ?? 0)) ?? ''),
  '.repeat': ([one = '', count]) => repeated(one, Number(count)),
  '.replace': ([one = '', from, to]) => (from === undefined || to === undefined ? undefined : text(one.replace(from, () => to))),
  '.replaceAll': replaced,
  '.split': ([one = '', by]) => (by === undefined ? listOf([one]) : listOf(one.split(by))),
  '.charCodeAt': ([one = '', at]) => ({ type: 'number', value: one.charCodeAt(Number(at ?? 0)) }),
  '.normalize': ([one = '', form]) => (form === undefined || /^NFK?[CD]$/.test(form) ? text(one.normalize(form)) : undefined),
  String: ([one = '']) => text(one),
  Number: ([one = '']) => ({ type: 'number', value: Number(one) }),
  'String.fromCharCode': args => text(String.fromCharCode(...args.map(Number))),
  'String.fromCodePoint': args =>
    text(args.map(Number).every(code => code >= 0 && code <= 0x10ffff) ? String.fromCodePoint(...args.map(Number)) : ''),
  atob: ([one = '']) => text(Buffer.from(one, 'base64').toString('latin1')),
  btoa: ([one = '']) => text(Buffer.from(one, 'latin1').toString('base64')),
  'Buffer.from': ([one = '', encoding]) => decodeBase64(one, String(encoding)),
  decodeURIComponent: ([one = '']) => decode(one),
  unescape: ([one = '']) => decode(one),
  encodeURIComponent: ([one = '']) => (one.isWellFormed() ? text(encodeURIComponent(one)) : undefined),
  'path.join': args => text(join(args)),
  'path.resolve': args => text(join(fromRoot(args))),
  'path.normalize': ([one = '']) => text(one),
  'path.basename': baseName,
  'path.dirname': folderName('.'),
  'url.fileURLToPath': ([one = '']) => text(one.replace(/^file:\/\/(?=\/)/, '')),
  URL: ([one = '', base]) =>
    base === undefined ? text(one) : URL.canParse(one, base) ? text(new URL(one, base).href) : undefined,
};

const decode = (value: string): Value | undefined => {
  try {
    return text(decodeURIComponent(value));
  } catch {
    return undefined;
  }
};

const foldList = (name: string, owner: Value, args: readonly Value[]): Value | undefined => {
  if (owner.type !== 'list') return undefined;
  if (/^\.(?:filter|sort|toSorted)$/.test(name)) return owner;
  if (/^\.(?:find|findLast)$/.test(name)) return choose(owner.items);
  if (owner.some === true && KEEPS_NAMES.test(name)) return owner;
  if (owner.some === true) return /^\.(?:reverse|slice|flat)$/.test(name) ? owner : undefined;
  if (name === '.reverse') return { type: 'list', items: [...owner.items].reverse() };
  if (name === '.concat')
    return { type: 'list', items: owner.items.concat(args.flatMap(arg => (arg.type === 'list' ? arg.items : [arg]))) };
  if (name === '.slice') return { type: 'list', items: owner.items.slice(number(args[0]) ?? 0, number(args[1])) };
  if (name !== '.join') return undefined;
  return joinItems(owner.items, text(textOf(args[0]) ?? ','));
};

/** A Map with constant keys, as values by name; not one whose keys are the same as texts. */
const foldMap = (given: Value | undefined): Value | undefined => {
  if (given?.type !== 'list' || given.some === true) return undefined;
  const pairs = given.items.flatMap(item => (item.type === 'list' && item.some !== true ? [item.items] : []));
  const fields = new Map(pairs.flatMap(([key, value = ownValue]) => (key?.type === 'text' ? [[key.text, value]] : [])));
  return fields.size === given.items.length ? { type: 'record', fields } : undefined;
};

/** What an object or a Map lists of itself. */
const foldFields = (name: string, owner: Value | undefined): Value | undefined => {
  const [, from, what = ''] = /^(Object)?\.(entries|values|keys)$/.exec(name) ?? [];
  if (owner?.type === 'list' && what === 'entries' && owner.some !== true)
    return wholeList(
      owner.items.map((item, at) => wholeList([from === undefined ? { type: 'number', value: at } : text(`${at}`), item])),
    );
  if (owner?.type === 'list') return what === 'values' ? owner : undefined;
  if (owner?.type !== 'record' || what === '' || (from === undefined && owner.fields.has(what))) return undefined;
  return wholeList(what === 'entries' ? pairsOf(owner) : what === 'keys' ? namesOf(owner) : [...owner.fields.values()]);
};

/** The names that a folder or a pattern gives, or its entries. */
const listing = (name: string, where: string, options: Value | undefined): Value => {
  if (name.startsWith('fs.glob')) return listOf([namesBy(where)]);
  const has = (field: string): boolean => options?.type === 'record' && isTrue(options.fields.get(field));
  const names = listOf([namesBy(has('recursive') ? '**/*' : '*')]);
  const folder = text(has('recursive') ? `${where}/${namesBy('**')}` : where);
  if (!has('withFileTypes') || names.type !== 'list') return names;
  const fields = (entry: Value): ReadonlyMap<string, Value> =>
    new Map([
      ['name', entry],
      ['parentPath', folder],
      ['path', folder],
    ]);
  return { type: 'list', items: names.items.map(entry => ({ type: 'record', fields: fields(entry) })) };
};

/** The result of a pure built-in function, or of a method of a constant (`.join`), when all that goes in is constant. */
export const foldCall = (name: string, args: readonly Value[]): Value | undefined => {
  const owner = args[0];
  const [, module, started] = /^(child_process|Bun)\.(exec(?:File)?Sync|spawnSync)$/.exec(name) ?? [];
  if (module !== undefined) {
    const names = listedNames(owner, args[1]);
    return names === undefined || started !== 'spawnSync' ? names : { type: 'record', fields: new Map([['stdout', names]]) };
  }
  if (name === 'Map') return foldMap(owner);
  const listed = foldFields(name, owner);
  if (listed !== undefined) return listed;
  if (/^fs\.(?:readdir|glob)(?:Sync)?$/.test(name) && textOf(owner) !== undefined)
    return listing(name, textOf(owner) ?? '', args[1]);
  if (owner?.type === 'list' && name.startsWith('.')) return foldList(name, owner, args.slice(1));
  if (name === 'Buffer.from' && owner?.type === 'list') return foldCall('String.fromCharCode', owner.items);
  return foldBy(methods, name, args);
};
