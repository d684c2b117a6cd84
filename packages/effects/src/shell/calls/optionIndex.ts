import type { OptionSpec, OptionTable, Use } from '../../programs/descriptor.ts';

/** An option found by one of its spellings. */
export interface KnownOption {
  /** The canonical name: the first spelling. */
  readonly name: string;
  readonly spec: OptionSpec;
}

/** Options by spelling. */
export class OptionIndex {
  readonly #bySpelling = new Map<string, KnownOption>();

  constructor(...tables: readonly (OptionTable | undefined)[]) {
    for (const table of tables) {
      for (const [key, entry] of Object.entries(table ?? {})) this.#add(key, entry);
    }
  }

  #add(key: string, entry: 'flag' | Use | OptionSpec): void {
    const spellings = key.split(' ');
    const option = { name: spellings[0] ?? key, spec: specOf(entry) };
    for (const spelling of spellings) this.#bySpelling.set(spelling, option);
  }

  /** The option spelled exactly so. */
  exact(spelling: string): KnownOption | undefined {
    return this.#bySpelling.get(spelling);
  }

  /** The option that a long name means: exactly, or as the beginning of only one option's names. */
  long(name: string): KnownOption | undefined {
    const exact = this.#bySpelling.get(name);
    if (exact !== undefined) return exact;
    const found = new Set<KnownOption>();
    for (const [spelling, option] of this.#bySpelling) if (name.length > 2 && spelling.startsWith(name)) found.add(option);
    return found.size === 1 ? [...found][0] : undefined;
  }
}

function specOf(entry: 'flag' | Use | OptionSpec): OptionSpec {
  if (entry === 'flag') return {};
  return typeof entry === 'string' || 'as' in entry ? { value: entry } : entry;
}
