import { HOLE, mergeOrigins, unknownField } from './field.ts';
import type { Field, Origin } from './field.ts';
import { escapeGlob } from '../../places/segments.ts';
import { hasGlobCharacter } from './glob.ts';
import type { Values } from './variableValues.ts';

interface Piece {
  readonly text: string;
  /** The piece's glob characters are live. */
  readonly live: boolean;
  /** What the piece is likely to be, where it is not known. */
  readonly likely?: string | undefined;
}

/** Longest word that is kept; a longer one is not known. */
const LONGEST = 65_536;

/** Puts words together from pieces, splitting where the shell would. */
export class WordBuilder {
  readonly #source: string;
  readonly #separators: string;
  readonly #split: boolean;
  readonly #done: Field[] = [];
  #pieces: Piece[] = [];
  #origins: readonly Origin[] = [];
  #many = false;
  #exists = false;
  /** Characters that went into the words. */
  size = 0;

  constructor(source: string, separators: string, split: boolean) {
    this.#source = source;
    this.#separators = separators;
    this.#split = split;
  }

  /** Adds text as written. */
  text(text: string, quoted: boolean): void {
    this.size += text.length;
    this.#pieces.push({ text, live: !quoted && this.#split });
    this.#exists = true;
  }

  /** Adds what an expansion gave. */
  values(values: Values, quoted: boolean): void {
    const separate = values.list || !quoted;
    if (!separate) {
      values.fields.forEach((field, i) => {
        if (i > 0) this.text(this.#separators.charAt(0), true);
        this.#field(field, true);
      });
      this.#exists = true;
      return;
    }
    values.fields.forEach((field, i) => {
      if (i > 0) this.#break();
      if (quoted) this.#exists = true;
      this.#field(field, quoted);
    });
  }

  /** All words. */
  finish(): readonly Field[] {
    this.#break();
    return this.#done;
  }

  #field(field: Field, quoted: boolean): void {
    this.size += field.text.length;
    this.#origins = mergeOrigins(this.#origins, field.origins);
    if (field.glob || quoted || field.text.includes(HOLE)) {
      if (field.text !== '') this.#pieces.push({ text: field.text, live: field.glob, likely: field.likely });
      if (!quoted && field.text.includes(HOLE)) this.#many = true;
      if (field.many) this.#many = true;
      this.#exists ||= quoted || field.text !== '';
      return;
    }
    this.#splitText(field.text);
  }

  #splitText(text: string): void {
    let word = '';
    for (const char of text) {
      if (!this.#separators.includes(char)) {
        word += char;
        continue;
      }
      this.#live(word);
      word = '';
      this.#break();
    }
    this.#live(word);
  }

  #live(text: string): void {
    if (text === '') return;
    this.#pieces.push({ text, live: true });
    this.#exists = true;
  }

  #break(): void {
    if (this.#exists) this.#done.push(this.#word());
    this.#pieces = [];
    this.#origins = [];
    this.#many = false;
    this.#exists = false;
  }

  #likely(glob: boolean): string | undefined {
    let whole = '';
    for (const { text, live, likely } of this.#pieces) {
      if (likely === undefined && text.includes(HOLE)) return undefined;
      whole += likely ?? (glob && !live ? escapeGlob(text) : text);
    }
    return whole;
  }

  #word(): Field {
    // A bracket may span pieces, and what is quoted inside it counts: `.["e"]nv`.
    const glob = hasGlobCharacter(this.#pieces.map(piece => (piece.live ? piece.text : '_'.repeat(piece.text.length))).join(''));
    const text = this.#pieces.map(piece => (glob && !piece.live ? escapeGlob(piece.text) : piece.text)).join('');
    if (text.length > LONGEST) return unknownField(this.#source, this.#many, this.#origins);
    const known = { text, glob, many: this.#many, origins: this.#origins, source: this.#source };
    const likely = text.includes(HOLE) ? this.#likely(glob) : undefined;
    return likely === undefined ? known : { ...known, likely };
  }
}
