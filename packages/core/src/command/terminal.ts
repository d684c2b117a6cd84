/** Where a command writes. */
export interface Terminal {
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly complain: (text: string) => void;
  /** Whether to use colors: there is a terminal, and no variable forbids them. */
  readonly hasColor: boolean;
}
