import { secretNamesLike, secretNamesOf } from '../../places/secretNames.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { escapeGlob } from '../../places/segments.ts';

/** Something that find does to the paths it reaches. */
export interface FindAction {
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
export function parseFind(fields: readonly Field[]): Pick<FindReader, 'actions' | 'starts'> & { readonly names: Names } {
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

/** A pattern that matches its letters in both cases. */
const eitherCase = (pattern: string): string =>
  /[[\\{]/.test(pattern) ? pattern : pattern.replace(/[a-z]/gi, one => `[${one.toLowerCase()}${one.toUpperCase()}]`);

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
    if (text === '-name') return [this.#pattern()];
    if (text === '-iname') return [eitherCase(this.#pattern())];
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
