import { isRecord } from '@licet/core/nodes';

import type { Audience, HostFacts } from '../event.ts';
import type { QuietFacts } from '../runtime.ts';

/** The modes in which Claude Code raises no prompt, or raises one that no human has to see. */
const SILENT: ReadonlySet<string> = new Set(['dontAsk', 'bypassPermissions']);

/** The first version that was seen to take new arguments without a question, and to check the user's permissions against them. */
const REWRITES_SINCE: readonly number[] = [2, 1, 330];

/** `claude -p` has no one to ask. A host of the Agent SDK may ask a human, or may not. */
export function audienceOf(mode: string | undefined, env: HostFacts['env']): Audience {
  const entry = env['CLAUDE_CODE_ENTRYPOINT'] ?? '';
  if ((mode !== undefined && SILENT.has(mode)) || entry === 'sdk-cli') return 'absent';
  if (entry.startsWith('sdk-')) return 'host';
  return env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' ? 'absent' : 'human';
}

/** The modes in which the user is asked call by call: a yes of ours takes away that question and nothing else. */
const ASKING: ReadonlySet<string> = new Set(['default', 'acceptEdits']);

/** Tells whether the user's own rules win over a hook's yes in this version of the client, and whether there is a question that a yes takes away. */
export const letsRulesWin = (mode: string | undefined, env: HostFacts['env']): boolean =>
  mode !== undefined && ASKING.has(mode) && isSince(env['AI_AGENT'], REWRITES_SINCE);

/** Tells whether this version of the client takes new arguments without a question. */
export function rewritesAlone(env: HostFacts['env']): boolean {
  return isSince(env['AI_AGENT'], REWRITES_SINCE);
}

/** The client names its version to the programs that it starts: `claude-code_2-1-330_harness`. */
function isSince(client: string | undefined, wanted: readonly number[]): boolean {
  const found =
    /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/u
      .exec(client ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const first = wanted.findIndex((number, index) => number !== found[index]);
  return found.length > 0 && (first === -1 || (found[first] ?? 0) > (wanted[first] ?? 0));
}

/** Claude Code's own part of {@link QuietFacts}. */
export const quiet: QuietFacts = Object.freeze<QuietFacts>({
  program: 'claude',
  clientOf: version => ({ AI_AGENT: `claude-code_${version.replaceAll('.', '-')}_doctor` }),
  isKnown: version => isSince(`claude-code_${version.replaceAll('.', '-')}`, REWRITES_SINCE),
  modes: Object.freeze({ asking: { permission_mode: 'default' }, planning: { permission_mode: 'plan' } }),
  saysYes(reply) {
    const said = isRecord(reply) ? reply['hookSpecificOutput'] : undefined;
    return isRecord(said) && said['permissionDecision'] === 'allow';
  },
});
