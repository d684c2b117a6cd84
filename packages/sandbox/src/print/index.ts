import { printBubblewrap } from './bubblewrap.ts';
import { printClaudeCode, printSrt } from './claudeCode.ts';
import { printCodex } from './codex.ts';
import { printDevcontainer, printDocker } from './containers.ts';
import { printSeatbelt } from './seatbelt.ts';
import type { PrintPlan } from './target.ts';

/** The sandboxes that a plan can be printed for. */
export const PRINT_TARGETS = {
  'claude-code': printClaudeCode,
  codex: printCodex,
  srt: printSrt,
  bwrap: printBubblewrap,
  docker: printDocker,
  devcontainer: printDevcontainer,
  seatbelt: printSeatbelt,
} as const satisfies Readonly<Record<string, PrintPlan>>;

/** The name of a sandbox that a plan can be printed for. */
export type PrintTarget = keyof typeof PRINT_TARGETS;
