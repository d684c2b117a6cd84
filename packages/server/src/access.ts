/**
 * What the bearer of a token may do: have actions judged, report outcomes, look at the policy and what waits, answer requests
 * for approval (with a code that only a terminal shows), open a page for a person, end the server.
 */
export type Right = 'decide' | 'report' | 'look' | 'answer' | 'pair' | 'stop';

/** A secret, and what its bearer may do. */
export interface AccessToken {
  /** At least 32 characters that cannot be guessed. */
  readonly token: string;
  readonly may: readonly Right[];
}
