/** What the bearer of a token may do: have actions judged, report outcomes, look at the policy and what waits, end the server. */
export type Right = 'decide' | 'report' | 'look' | 'stop';

/** A secret, and what whoever shows it may do. */
export interface AccessToken {
  /** At least 32 characters that nobody can guess. */
  readonly token: string;
  readonly may: readonly Right[];
}
