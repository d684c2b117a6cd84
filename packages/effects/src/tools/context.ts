import type { Effect, EffectKind, FileTarget } from '@licet/core';
import type { FileTargetOptions } from '../places/target.ts';
import type { Work } from '../work.ts';

/** What the analysis of one tool call needs: where paths start, and who understands commands and code. */
export interface ToolContext {
  /** The tool's name, for `program`. */
  readonly tool: string;
  readonly paths: FileTargetOptions;
  /** The budget of the action. Past it nothing more is looked at, and the analyser says so. */
  readonly work: Work;
  /** Finds the effects of a shell command that starts in `cwd`. */
  readonly shell: (command: string, cwd: string | undefined) => readonly Effect[];
  /** Finds the effects of source code. */
  readonly code: (language: string, source: string) => readonly Effect[];
  /** Tags that a file deserves by its name alone: `secret`, `catastrophic`, `regenerable`. */
  readonly marks: (kind: EffectKind, target: FileTarget) => readonly string[];
}
