import { WHOLE_CALLS } from './host.ts';
import type { HostUnderTest } from './host.ts';

/** What tests know of it. */
export const host: HostUnderTest = {
  lacks: WHOLE_CALLS,
  after: ({ output, error, cancelled }) =>
    error === undefined
      ? { hook_event_name: 'postToolUse', tool_output: output }
      : {
          hook_event_name: 'postToolUseFailure',
          error_message: error,
          failure_type: 'error',
          is_interrupt: cancelled === true,
        },
  replaced: () => undefined,
};
