import type { Candidate } from '../witnesses.ts';

/** The command of a call of a shell. */
export const commandOf = ({ action: { kind, payload } }: Candidate): string | undefined =>
  kind === 'bash' && typeof payload?.['command'] === 'string' ? payload['command'] : undefined;

/** What an action has about it but for its command. */
export function aboutOf({ action, facts, varies, isObscure }: Candidate): string {
  const { command: _command, ...others } = action.payload ?? {};
  return JSON.stringify([{ ...action, payload: others }, facts, varies, isObscure]);
}
