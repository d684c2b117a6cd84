import type { Danger } from './danger.ts';

/** A download that goes straight into a shell. */
const PIPED =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n|`]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|iex|python[\d.]*|node)\b/i;

/** No word on the line in front forbids what follows. */
const NOT_FORBIDDEN = String.raw`(?<!\b(?:never|not|no|n['’]t|avoid|without)\b[^.\n]{0,40})`;

/** Orders to pass over what guards the agent, and to do without a question what leaves the machine. */
const PASSED_OVER = new RegExp(
  [
    String.raw`${NOT_FORBIDDEN}\b(?:ignore|bypass|disregard|circumvent|work around|get (?:a)?round)\b[^.\n]{0,40}\b(?:guards?|guardrails?|(?:guard|git|licet|safety|permission|commit) hooks?|licet|(?:permission|safety|approval) (?:checks?|rules?|prompts?))\b`,
    String.raw`\b(?:never|do not|don['’]t) ask\b[^.\n]{0,30}\b(?:push|deploy|publish|delet|releas|pay)`,
    String.raw`${NOT_FORBIDDEN}\b(?:push|deploy|publish|release) (?:\w+ ){0,3}without (?:asking|approval|confirmation)\b`,
  ].join('|'),
  'i',
);

/** Instructions that tell every agent to run what an address gives, or to pass over its guards. */
export function instructionDangers(text: string): readonly Danger[] {
  if (PIPED.test(text)) return [{ kind: 'opens', note: 'agents are told to run what an address gives' }];
  return PASSED_OVER.test(text) ? [{ kind: 'opens', note: 'agents are told to pass over their guards' }] : [];
}
