import type { Danger } from './danger.ts';

/** A download that goes straight into a shell. */
const PIPED =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n|`]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|iex|python[\d.]*|node)\b/i;

/** Instructions that tell every agent to run what an address gives. */
export const instructionDangers = (text: string): readonly Danger[] =>
  PIPED.test(text) ? [{ kind: 'opens', note: 'agents are told to run what an address gives' }] : [];
