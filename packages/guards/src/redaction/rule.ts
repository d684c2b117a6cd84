/** One thing to find in text, in the shape of a gitleaks rule, so that such files load as they are. */
export interface RedactionRule {
  /** Stable snake_case or kebab-case name; replaces what was found in the text: `[REDACTED:aws_access_key]`. */
  readonly id: string;
  /** Words of which one must be in the text, in any case, before the pattern is tried at all. Without any it is always tried. */
  readonly keywords?: readonly string[];
  /** A cheap test of the whole text, for rules without a telling word: false spares the pattern. */
  readonly mayHold?: (text: string) => boolean;
  /** The least number of ASCII digits in a text that the rule can find something in, for rules without a telling word. */
  readonly minDigits?: number;
  /** RE2 syntax. */
  readonly pattern: string;
  /** The group that holds the secret; everything else of the match stays. Default: the first group if there is one, else all. */
  readonly secretGroup?: number;
  /** The least Shannon entropy of the secret, in bits per character. */
  readonly minEntropy?: number;
  /** RE2 patterns of what is no secret, matched against the secret. */
  readonly allow?: readonly string[];
  /** Tells a real value from one that only looks like it: a checksum. */
  readonly check?: (secret: string) => boolean;
}

/** Something that was found. Offsets are UTF-16 units, end exclusive. The value itself is never kept. */
export interface RedactionFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}
