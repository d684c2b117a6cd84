import type { OutputObligations } from './obligations.ts';

/** An output after what the policy wants was done to it, and the rules that found something in it. */
export interface ShapedOutput {
  readonly output: unknown;
  readonly rules: readonly string[];
  /** Whether anything is shown otherwise than it was. @defaultValue whether a rule found something */
  readonly changed?: boolean;
}

/** Carries out what the policy demands of outputs: `outputFirewall` of `@licet/guards` is one. */
export interface OutputShaper {
  /** What it can do. */
  readonly meets: readonly (keyof OutputObligations)[];
  /** Shapes one output. What it throws is a fault, and the output is withheld. */
  shape(output: unknown, owed: OutputObligations): ShapedOutput;
}
