import { RequestFault } from './http/fault.ts';

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
  /**
   * For whom the bearer may have actions judged, by identity. A call for another one, or without one, is refused with 403.
   * @defaultValue for anyone: the server believes what the caller says of the principal
   */
  readonly principals?: readonly string[];
}

/** Refuses a call for a principal that is not the bearer's to name. Throws a {@link RequestFault}. */
export type CheckPrincipal = (bearer: string, principal: string | undefined) => void;

/** Makes the check of for whom the bearers of tokens may ask. */
export function principalCheck(tokens: readonly AccessToken[]): CheckPrincipal {
  const limited = new Map(tokens.flatMap(({ token, principals }) => (principals === undefined ? [] : [[token, principals]])));
  return (bearer, principal) => {
    const own = limited.get(bearer);
    if (own === undefined || (principal !== undefined && own.includes(principal))) return;
    const named = principal === undefined ? 'a call without a principal' : `the principal \`${principal}\``;
    throw new RequestFault('forbidden', `this token is not for ${named}`);
  };
}
