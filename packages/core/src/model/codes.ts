/** The stable codes that Licet itself puts on verdicts. A guard may add its own, in snake_case. */
export type ReasonCode =
  | 'ok'
  | 'not_applicable'
  | 'default_ruling'
  | 'blocked'
  | 'warned'
  | 'approval_required'
  | 'approval_granted'
  | 'approval_denied'
  | 'approval_invalid'
  | 'inverted'
  | 'quorum_not_reached'
  | 'quorum_unreachable'
  | 'obligation_conflict'
  | 'obligation_unmet'
  | 'commit_lost'
  | ErrorCode;

/** The stable codes of faults: what went wrong inside a guard or a store while the engine was evaluating. */
export type ErrorCode =
  | 'guard_threw'
  | 'guard_timeout'
  | 'invalid_verdict'
  | 'depth_exceeded'
  | 'condition_failed'
  | 'async_in_sync'
  | 'effects_failed'
  | 'invalid_action'
  | 'action_too_large'
  | 'store_unavailable'
  | 'audit_unavailable'
  | 'hook_failed'
  | 'aborted';

/** The stable codes of everything that can be wrong with a policy file or a policy tree. */
export type PolicyIssueCode =
  | 'unreadable'
  | 'yaml_syntax'
  | 'duplicate_key'
  | 'alias_limit'
  | 'unsupported_tag'
  | 'unsupported_version'
  | 'missing_key'
  | 'unknown_key'
  | 'unknown_node'
  | 'not_one_kind'
  | 'wrong_type'
  | 'invalid_param'
  | 'empty_children'
  | 'never_counted'
  | 'invalid_threshold'
  | 'invalid_pattern'
  | 'example_failed'
  | 'invalid_condition'
  | 'unknown_reference'
  | 'unknown_fact'
  | 'duplicate_id'
  | 'include_not_found'
  | 'include_cycle'
  | 'too_deep'
  | 'unused_graph'
  | 'unprotected_file'
  | 'trail_in_lines'
  | 'floor_lifted'
  | 'never_supplied'
  | 'beyond_limit'
  | 'doubtful_param';

/** The stable codes of misuse by a programmer: thrown at construction. */
export type MisuseCode =
  | 'invalid_guard'
  | 'empty_children'
  | 'never_counted'
  | 'invalid_threshold'
  | 'invalid_param'
  | 'duplicate_node'
  | 'needs_unmet'
  | 'unknown_option'
  | 'wrong_phase';

/** The stable codes of what was handed over and cannot be worked with: a command line, a settings file, the event of a hook. */
type InputCode =
  | 'invalid_usage'
  | 'invalid_settings'
  | 'invalid_event'
  | 'event_timeout'
  | 'invalid_transcript'
  | 'policy_not_found'
  | 'pin_missing'
  | 'pin_damaged'
  | 'pin_required'
  | 'managed_policy';

/** The stable codes of what lies elsewhere: it is not there or does not answer, or what it says is not of the protocol. */
type RemoteCode = 'sandbox_unavailable' | 'model_unavailable' | 'server_unavailable' | 'protocol_broken';

/** The stable codes of an analysis that ends early. Its caller says what that means; they do not leave the package. */
type AnalysisCode = 'work_exceeded' | 'not_understood';

/** Every code that a {@link GovernanceError} can carry. */
export type LicetCode =
  | ErrorCode
  | PolicyIssueCode
  | MisuseCode
  | InputCode
  | RemoteCode
  | AnalysisCode
  | 'policy_invalid'
  | 'not_portable'
  | 'session_conflict'
  | 'action_blocked';
