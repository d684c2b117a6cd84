import type { Mark } from '../../marks.ts';
import { secretNamesLike, secretNamesOf } from '../../places/secretNames.ts';
import { emitFile } from '../calls/emitFile.ts';
import { HOLE, literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { descend } from '../words/emit.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { escapeGlob } from '../../places/segments.ts';
import { forkState } from '../words/shellState.ts';
import { fill } from './lists.ts';
import { isSecretPath } from '../../places/secrets.ts';

/** Something that find does to the paths it reaches. */
interface FindAction {
  readonly type: 'delete' | 'execute' | 'write';
  /** The command of `-exec`, the file of `-fprint`. */
  readonly words: readonly Field[];
  /** Patterns one of which the last part of the path must match; `undefined` when any path may be reached. */
  readonly names: readonly string[] | undefined;
  /** Only empty files and folders are reached. */
  readonly isEmpty?: boolean;
  /** The command runs in the folder of each path. */
  readonly eachFolder?: boolean;
}

type Names = readonly string[] | undefined;

/** Tests with a value, apart from those that tell names. Source: find(1) of GNU findutils and of BSD. */
const VALUED =
  /^-(?:[acm]min|[acm]time|newer\w*|anewer|cnewer|fstype|gid|group|inum|links|lname|ilname|perm|regextype|samefile|size|type|xtype|uid|used|user|maxdepth|mindepth|printf|flags|context|Bmin|Bnewer|Btime)$/;

/** The names of secrets that a test of the whole path is made for; one that is made for other paths says nothing of names. */
function secretsOf(test: string, text: string): Names {
  const last = text.slice(text.lastIndexOf('/') + 1);
  if (test.endsWith('regex')) {
    const secrets = secretNamesOf(last);
    return secrets.length === 0 ? undefined : secrets;
  }
  return isSecretPath(`/${last}`, `/${last}`, undefined) || secretNamesLike(last).length > 0 ? [last] : undefined;
}

/** Reads a find expression: which actions there are, what names each can reach, what names the whole lets through, and where options start it. */
function parseFind(fields: readonly Field[]): Pick<FindReader, 'actions' | 'starts'> & { readonly names: Names } {
  const reader = new FindReader(fields);
  const names = reader.either(undefined);
  const { printed } = reader;
  return { actions: reader.actions, starts: reader.starts, names: printed.length === 0 ? names : anyOf(printed) };
}

/** The names that any of these let through: every name where one lets all through. */
function anyOf(all: readonly Names[]): Names {
  const known = all.filter(names => names !== undefined);
  return known.length < all.length ? undefined : known.flat();
}

class FindReader {
  readonly actions: FindAction[] = [];
  /** What each `-print` lets through. Where there is one, nothing else is printed: `-prune -o … -print` leaves out what it prunes. */
  readonly printed: Names[] = [];
  readonly starts: Field[] = [];
  readonly #fields: readonly Field[];
  #at = 0;
  #isEmpty = false;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** Alternatives: the names of any of them. */
  either(outer: Names): Names {
    let names = this.#all(outer);
    while (/^(?:-o|-or|,)$/.test(this.#fields[this.#at]?.text ?? '')) {
      this.#at++;
      names = anyOf([names, this.#all(outer)]);
    }
    return names;
  }

  #all(outer: Names): Names {
    let names = outer;
    let closed = false;
    const before = this.#isEmpty;
    while (!closed && this.#at < this.#fields.length) {
      const field = this.#fields[this.#at];
      const text = field?.text ?? '';
      if (/^(?:-o|-or|,|\))$/.test(text)) closed = true;
      else names = this.#one(text, names);
    }
    this.#isEmpty = before;
    return names;
  }

  #one(text: string, names: Names): Names {
    this.#at++;
    if (text === '(') {
      const inner = this.either(names);
      if (this.#fields[this.#at]?.text === ')') this.#at++;
      return inner;
    }
    if (text === '!' || text === '-not') {
      const before = this.#isEmpty;
      this.#one(this.#fields[this.#at]?.text ?? '', names);
      this.#isEmpty = before;
      return names;
    }
    if (text === '-name' || text === '-iname') return [this.#pattern()];
    if (/^-i?(?:path|wholename|regex)$/.test(text)) return secretsOf(text, this.#fields[this.#at++]?.text ?? '') ?? names;
    if (text === '-empty') this.#isEmpty = true;
    else if (text === '-delete') this.actions.push({ type: 'delete', words: [], names, isEmpty: this.#isEmpty });
    else if (/^-(?:exec|ok)(?:dir)?$/.test(text))
      this.actions.push({ type: 'execute', words: this.#command(), names, eachFolder: text.endsWith('dir') });
    else if (/^-f(?:print0?|ls|printf)$/.test(text)) this.#write(text, names);
    else if (/^-print0?$/.test(text)) this.printed.push(names);
    else if (text === '-files0-from') this.starts.push(unknownField(this.#fields[this.#at++]?.source ?? text));
    else if (text === '-f') this.starts.push(...this.#fields.slice(this.#at, ++this.#at));
    else if (VALUED.test(text)) this.#at++;
    return names;
  }

  #pattern(): string {
    const field = this.#fields[this.#at++];
    if (field === undefined) return '*';
    return field.glob || /[*?[]/.test(field.text) ? field.text : escapeGlob(field.text);
  }

  #command(): readonly Field[] {
    const start = this.#at;
    while (this.#at < this.#fields.length) {
      const text = this.#fields[this.#at++]?.text;
      const ends = text === ';' || (text === '+' && this.#fields[this.#at - 2]?.text === '{}');
      if (ends) return this.#fields.slice(start, this.#at - 1);
    }
    return this.#fields.slice(start);
  }

  #write(text: string, names: Names): void {
    const file = this.#fields[this.#at++];
    if (text === '-fprintf') this.#at++;
    if (file !== undefined) this.actions.push({ type: 'write', words: [file], names });
  }
}

/** find: what its actions do to every path that its tests may let through. */
export const find: Handler = ({ name, args, frame }) => {
  const options = args.findIndex(({ text }) => !/^-(?:[HLP]|O\d|D)$/.test(text));
  const rest = options < 0 ? [] : args.slice(options);
  const split = rest.findIndex(field => field.text.startsWith('-') || /^[!(),]$/.test(field.text));
  const starts = split < 0 ? rest : rest.slice(0, split);
  const { actions, names, starts: named } = parseFind(split < 0 ? [] : rest.slice(split));
  const given = [...starts, ...named];
  const roots = given.length === 0 ? [literal('.')] : given;
  for (const root of roots) emitFile(root, { kind: 'read', program: name, recursive: true, tags: ['metadata'] }, frame);
  for (const action of actions) act(action, roots, name, frame);
  return { paths: roots.flatMap(root => matches(root, names)), origins: [] };
};

/** Most names that are told apart; beyond them any path may be meant. */
const MOST_NAMES = 16;

/** The paths under a start that the tests leave: a pattern, or everything below. */
function matches(root: Field, names: readonly string[] | undefined): readonly Field[] {
  if (root.text.includes(HOLE)) return [unknownField(root.source)];
  const base = (root.glob ? root.text : escapeGlob(root.text)).replace(/\/+$/, '') || (root.text.startsWith('/') ? '' : '.');
  if (names === undefined || names.length > MOST_NAMES) return [patternField(`${base}/**`, root.source)];
  return names
    .flatMap(name => [name, ...(/^[*?[]/.test(name) ? secretNamesLike(name) : [])])
    .map(name => (name.includes(HOLE) ? unknownField(root.source) : patternField(`${base}/**/${name}`, root.source)));
}

function act(action: FindAction, roots: readonly Field[], name: string, frame: Frame): void {
  const { words } = action;
  if (action.type === 'write') {
    const [file] = words;
    if (file !== undefined) emitFile(file, { kind: 'write', program: name, replaces: true }, frame);
    return;
  }
  for (const root of roots) {
    if (action.type === 'delete') remove(root, action, name, frame);
    else execute(action, root, name, frame);
  }
}

/** Where nothing lies in what goes away, only names are lost. */
function remove(root: Field, { names, isEmpty }: FindAction, name: string, frame: Frame): void {
  const tags: readonly Mark[] = isEmpty === true ? ['metadata'] : ['destructive'];
  for (const path of matches(root, names)) emitFile(path, { kind: 'delete', program: name, recursive: false, tags }, frame);
}

/**
 * Runs the command of `-exec` with the paths for `{}`. That of `-execdir` runs in the folder of each path: what its other words name
 * lies there, and where that is, is not known.
 */
function execute(action: FindAction, root: Field, name: string, frame: Frame): void {
  const inner = descend(frame, name, { state: forkState(frame.state), stdin: undefined });
  if (inner === undefined) return;
  const run = (from: Field, at: Frame): void => {
    for (const path of matches(from, action.names))
      start({ type: 'words', words: action.words.map(word => fill(word, '{}', path)) }, at);
  };
  run(root, inner);
  const { cwd } = frame.state;
  if (!action.eachFolder || cwd === undefined || frame.place !== 'here') return;
  const whole = root.text.startsWith('/') || root.text.includes(HOLE) ? root : { ...root, text: `${cwd}/${root.text}` };
  run(whole, { ...inner, state: { ...forkState(frame.state), cwd: undefined }, possible: true });
}
