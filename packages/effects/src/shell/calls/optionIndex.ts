import { isOneOf } from '../../programs/callPatterns.ts';
import type { Use, OptionSpec, OptionTable } from '../../programs/descriptor.ts';

/** Options with which a program only looks: they count when their last word says so. */
const LOOKING =
  'dry dryrun dry-run dry_run simulate just-print recon noact no-act check checkonly check-only noop no-op whyrun why-run plan ' +
  'preview preview-only whatif what-if print-only diff pretend help version';

/** Whether an option only looks: `--help`, `--version`. */
export const isLooking = (option: string): boolean =>
  option.startsWith('-') && isOneOf(LOOKING, option.replace(/^--?/, '').toLowerCase());

/** An option found by one of its spellings. */
export interface KnownOption {
  /** The canonical name: the first spelling. */
  readonly name: string;
  /** The spelling that was given: options that mean the same to us may share a key and still differ. */
  readonly spelling: string;
  readonly spec: OptionSpec;
  /** By one of its spellings the program only looks. */
  readonly looks: boolean;
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
    const [name = key] = spellings;
    const spec = specOf(entry);
    const looks = (spec.value === undefined || spec.attachedOnly === true) && spellings.some(isLooking);
    for (const spelling of spellings) this.#bySpelling.set(spelling, { name, spelling, spec, looks });
  }

  /** The option spelled exactly so. */
  exact(spelling: string): KnownOption | undefined {
    return this.#bySpelling.get(spelling);
  }

  /** The option that a long name means: exactly, or as the beginning of only one option's names. */
  long(name: string): KnownOption | undefined {
    const exact = this.#bySpelling.get(name);
    if (exact !== undefined) return exact;
    const found = new Map<string, KnownOption>();
    for (const [spelling, option] of this.#bySpelling)
      if (name.length > 2 && spelling.startsWith(name)) found.set(option.name, option);
    return found.size === 1 ? [...found.values()][0] : undefined;
  }
}

function specOf(entry: 'flag' | Use | OptionSpec): OptionSpec {
  if (entry === 'flag') return {};
  return typeof entry === 'string' || 'as' in entry ? { value: entry } : entry;
}
