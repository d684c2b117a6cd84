import { RequestFault } from './http/fault.ts';

/**
 * What the bearer of a token may do: have actions judged, report outcomes, look at the policy and at the calls of one machine, see those of all
 * machines, answer requests for approval (with a code that only a terminal shows), open a page for a person, end the server.
 */
export type Right = 'decide' | 'report' | 'look' | 'fleet' | 'answer' | 'pair' | 'stop';

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
  /**
   * The machine that the token is for. It is kept with each record, and a call that names another one is refused with 403. With the right `look`, but
   * without `fleet`, the bearer sees the records of this machine only.
   * @defaultValue none: the caller may name its machine, and `look` includes `fleet`
   */
  readonly machine?: string;
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

/** Where a call comes from, and whose records its caller may see. */
export interface Origin {
  readonly machine?: string;
  readonly project?: string;
  /** The one machine whose records the caller may see; absent for all. */
  readonly onlyMachine?: string;
}

/** The headers by which a caller names its machine and its project. */
export const [MACHINE_HEADER, PROJECT_HEADER] = ['x-licet-machine', 'x-licet-project'] as const;

/** What a machine may be called. */
export const MACHINE_NAME = /^\w[\w .-]{0,63}$/u;

/** What a project may be called: also a path of a repository. */
const PROJECT_NAME = /^\w[\w .@/-]{0,199}$/u;

/** Returns where a call comes from. Throws a {@link RequestFault} for a machine that is not the bearer's, and for what is no name. */
export type FindOrigin = (bearer: string, header: (name: string) => string | undefined) => Origin;

/** Makes what finds out where the calls of bearers come from. */
export function originFinder(tokens: readonly AccessToken[]): FindOrigin {
  const known = new Map(tokens.map(each => [each.token, each]));
  return (bearer, header) => {
    const { machine: own, may = [] } = known.get(bearer) ?? {};
    const said = named(header(MACHINE_HEADER), MACHINE_NAME, MACHINE_HEADER);
    const project = named(header(PROJECT_HEADER), PROJECT_NAME, PROJECT_HEADER);
    if (own !== undefined && said !== undefined && said !== own)
      throw new RequestFault('forbidden', `this token is not for the machine \`${said}\``);
    const machine = own ?? said;
    return {
      ...(machine !== undefined && { machine }),
      ...(project !== undefined && { project }),
      ...(own !== undefined && !may.includes('fleet') && { onlyMachine: own }),
    };
  };
}

function named(text: string | undefined, pattern: RegExp, header: string): string | undefined {
  if (text === undefined || pattern.test(text)) return text;
  throw new RequestFault('invalid_request', `expected a name in the header \`${header}\`: letters, digits, spaces and \`_.-\``);
}

/** What a token may do. One that is for no machine sees what `look` shows of all of them. */
export const rightsOfToken = ({ may, machine }: AccessToken): ReadonlySet<Right> =>
  new Set(may.includes('look') && machine === undefined ? [...may, 'fleet' as const] : may);
