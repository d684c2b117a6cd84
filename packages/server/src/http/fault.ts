import { GovernanceError } from '@licet/core';

/** The stable codes of requests that are not answered with a decision, each with its HTTP status. */
const STATUS = Object.freeze({
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  unknown_evaluation: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  second_outcome: 409,
  outcome_after_block: 409,
  body_too_large: 413,
  internal_error: 500,
  overloaded: 503,
  no_decision: 503,
  policy_unavailable: 503,
  outcome_not_recorded: 503,
});

/** Why a request was not answered with a decision. */
export type FaultCode = keyof typeof STATUS;

/** The codes with their HTTP statuses, for the document that describes the interface. */
export const FAULTS: Readonly<Record<FaultCode, number>> = STATUS;

/** Thrown for a request that gets no decision. None of these statuses is a yes in any of the protocols. */
export class RequestFault extends GovernanceError<FaultCode> {
  override readonly name = 'RequestFault';

  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    Object.freeze(this);
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return STATUS[this.code];
  }
}
