/**
 * What is known of a value in scanned code, without running it: constant text and numbers, lists and records of values, a
 * `reference` to something of the language or a library by its full name (`child_process.exec`), `own` for what the code defines
 * itself and what harmless calls return, `choice` when several are possible, and `unknown`.
 */
export type Value =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly value: number }
  /** Of a list that is only known in part (`some`), the items are what its elements may be. */
  | { readonly type: 'list'; readonly items: readonly Value[]; readonly some?: true }
  | { readonly type: 'record'; readonly fields: ReadonlyMap<string, Value> }
  | { readonly type: 'reference'; readonly name: string }
  | { readonly type: 'path'; readonly text: string }
  | { readonly type: 'choice'; readonly options: readonly Value[] }
  | { readonly type: 'own'; readonly callable?: boolean }
  /** `like` is what is known of a text, with {@link ANY_NAME} for the rest. */
  | { readonly type: 'unknown'; readonly hidden?: true; readonly like?: string };

/** Nothing is known. */
export const unknownValue: Value = Object.freeze({ type: 'unknown' });

/** Text that the code puts together from constants in a way that is not followed: it may say anything, and hides it. */
export const hiddenValue: Value = Object.freeze({ type: 'unknown', hidden: true });

/** Defined by the code itself or of no consequence. */
export const ownValue: Value = Object.freeze({ type: 'own' });

/** A function, class, list or other built-in that the code made itself. */
export const ownCallable: Value = Object.freeze({ type: 'own', callable: true });

/** Most possibilities that are followed. */
const MAX_OPTIONS = 16;

/** Constant text. */
export const text = (value: string): Value => ({ type: 'text', text: value });

/** Something of the language or a library, by its full name. */
export const reference = (name: string): Value => ({ type: 'reference', name });

const keyOf = (value: Value): unknown =>
  value.type === 'reference' ? `r${value.name}` : value.type === 'text' ? `t${value.text}` : value;

/** One value for several possible ones. Of too many only the references stay: a list of choices must not hide one. */
export const choose = (values: readonly Value[]): Value => {
  if (values.length === 1) return values[0] ?? unknownValue;
  const flat = values.flatMap(value => (value.type === 'choice' ? value.options : [value]));
  const distinct = [...new Map(flat.map(value => [keyOf(value), value])).values()];
  const options =
    distinct.length > MAX_OPTIONS ? [...distinct.filter(value => value.type === 'reference'), unknownValue] : distinct;
  if (options.length <= 1) return options[0] ?? unknownValue;
  return { type: 'choice', options };
};

/** All that the value may be. */
export const optionsOf = (value: Value): readonly Value[] => (value.type === 'choice' ? value.options : [value]);

/** Whether a value may be something of the language or a library whose name passes the test. */
export const refersTo = (value: Value, test: (name: string) => boolean): boolean =>
  optionsOf(value).some(option => option.type === 'reference' && test(option.name));

/** Whether a value can be nothing but references whose names pass the test. */
export const onlyRefersTo = (value: Value, test: (name: string) => boolean): boolean =>
  optionsOf(value).every(option => option.type === 'reference' && test(option.name));

/** Whether it cannot be seen what a value says. */
export const isHidden = (value: Value): boolean => value.type === 'unknown' && value.hidden === true;

const isConstant = (value: Value): boolean =>
  value.type === 'text' || value.type === 'number' || value.type === 'path' || isHidden(value);

const isBuiltOf = (value: Value): boolean =>
  isConstant(value) ||
  value.type === 'reference' ||
  (value.type === 'own' && value.callable === true) ||
  (value.type === 'list' && value.items.every(isBuiltOf)) ||
  (value.type === 'choice' && value.options.every(isBuiltOf));

/** What a function that is not followed makes of values: hidden when it has nothing but constants to work on. */
export const notFollowed = (values: readonly Value[]): Value => {
  const parts = values.flatMap(value => (value.type === 'list' ? value.items : optionsOf(value)));
  return values.some(isHidden) || (values.every(isBuiltOf) && parts.some(isConstant)) ? hiddenValue : unknownValue;
};

/** The text of a constant: numbers as they are written, paths as text. Nothing for what is not constant. */
export const textOf = (value: Value | undefined): string | undefined => {
  if (value?.type === 'text' || value?.type === 'path') return value.text;
  return value?.type === 'number' ? String(value.value) : undefined;
};

/** Whether a text, or every item of a list, is constant. */
export const isWhole = (value: Value): boolean =>
  value.type === 'list' ? value.some !== true && value.items.every(isWhole) : textOf(value) !== undefined;

/** Any part of a name in a path: what a listing of a folder gives. */
export const ANY_NAME = '\uE000';

/** The names that a pattern of files gives, as one path with {@link ANY_NAME} for its wildcards. */
export const namesBy = (pattern: string): string => pattern.replace(/\*+|\?|\[[^\]/]*\]/g, ANY_NAME);

const ANY_FOLDERS = new RegExp(`(?:${ANY_NAME}/)+`, 'g');

/** The pattern of files for a path with {@link ANY_NAME} in it. */
export const asPattern = (path: string): string => path.replace(ANY_FOLDERS, '**/').replaceAll(ANY_NAME, '*');

/** Longest constant that is built. */
const MAX_TEXT = 1 << 17;

const knownPart = (value: Value): string => textOf(value) ?? (value.type === 'unknown' ? value.like : undefined) ?? ANY_NAME;

/** A text of which not every part is known. */
const inPart = (parts: readonly Value[]): Value =>
  parts.some(isHidden) ? hiddenValue : { type: 'unknown', like: parts.map(knownPart).join('').slice(0, MAX_TEXT) };

/** Text put together from parts; all combinations of what each part may be. Unknown when any part is. */
export const concatenate = (parts: readonly Value[]): Value => {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    const options = optionsOf(part).map(textOf);
    const known = options.filter(option => option !== undefined);
    if (known.length < options.length || texts.length * known.length > MAX_OPTIONS) return inPart(parts);
    texts = texts.flatMap(head => known.map(tail => head + tail));
    if (texts.some(one => one.length > MAX_TEXT)) return unknownValue;
  }
  return choose(texts.map(text));
};

/** A function of constant texts, which may give nothing. */
export type Fold = (args: readonly string[]) => Value | undefined;

/** What a function of a table gives for values that are all constant, and not too long; all that it may give, where they may be several. */
export const foldBy = (table: Readonly<Record<string, Fold>>, name: string, values: readonly Value[]): Value | undefined => {
  const fold = Object.hasOwn(table, name) ? table[name] : undefined;
  let given: readonly (readonly string[])[] = fold === undefined ? [] : [[]];
  for (const value of values) {
    const texts = optionsOf(value).map(textOf);
    const known = texts.filter(one => one !== undefined && one.length <= MAX_TEXT) as readonly string[];
    if (known.length < texts.length || given.length * known.length > MAX_OPTIONS) return undefined;
    given = given.flatMap(before => known.map(one => [...before, one]));
  }
  const results = given.flatMap(args => fold?.(args) ?? []);
  return results.length === 0 || results.length < given.length ? undefined : choose(results);
};

/** Text that repeats, unless it gets too long. */
export const repeated = (one: string, count: number): Value | undefined =>
  one.length * count > MAX_TEXT || !(count >= 0) ? undefined : text(one.repeat(count));

/** Text with one part replaced by another everywhere. */
export const replaced: Fold = ([one = '', from, to]) =>
  from === undefined || to === undefined || from === '' ? undefined : text(one.replaceAll(from, () => to));

/** The last name of a path. */
export const baseName: Fold = ([path = '']) => text(path.slice(path.lastIndexOf('/') + 1));

/** The folder that a path lies in, or the value for none. */
export const folderName =
  (none: string): Fold =>
  ([path = '']) =>
    text(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : none);

/** The parts of a path from the last absolute one on. */
export const fromRoot = (parts: readonly string[]): readonly string[] =>
  parts.slice(
    Math.max(
      0,
      parts.findLastIndex(part => part.startsWith('/')),
    ),
  );
