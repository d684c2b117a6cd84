import type { Effect, EffectKind, FileTarget } from '@licet/core';
import type { FileTargetOptions } from '../places/target.ts';
import type { ToolUse } from '../uses.ts';
import type { Work } from '../work.ts';
import type { ToolAnnotations } from './safetyClass.ts';

/** An effect whose program is the tool itself. */
export type ToolEffect = Omit<Effect, 'via' | 'program'>;

/** What a tool does as a function of its arguments. */
export interface ToolDescriptor {
  /** Use by argument name. Names are compared without case and `_`: `filePath` is `file_path`. Others are `text`. */
  readonly arguments?: Readonly<Record<string, ToolUse>>;
  /** One of these must be there, or the call is `unknown`: a tool whose target is not seen is not harmless. */
  readonly required?: readonly string[];
  /** For `code`: the argument that holds the language, or the language itself behind `=`. */
  readonly language?: string;
  /** Arguments that `inspect` looks at. All others that may run something are judged by their shape. */
  readonly sees?: readonly string[];
  /** The arguments are data for the caller, and nothing else. */
  readonly data?: true;
  /** Happen on every call. */
  readonly effects?: readonly ToolEffect[];
  /** Finds the effects of a tool whose arguments decide together. Adds to the rest. */
  readonly inspect?: (payload: Readonly<Record<string, unknown>>, judge: JudgeArgument, tool: string) => readonly Effect[];
}

/** Turns one value into the effects of its use. */
export type JudgeArgument = (use: ToolUse, value: unknown, language?: string) => readonly Effect[];

/** What the analysis of one tool call needs: where paths start, and who understands commands and code. */
export interface ToolContext {
  /** The tool's name, for `program`. */
  readonly tool: string;
  readonly paths: FileTargetOptions;
  /** The folder of the project. */
  readonly root?: string;
  /** The budget of the action. Past it nothing more is looked at, and the analyser reports that. */
  readonly work: Work;
  /** Finds the effects of a shell command that starts in `cwd`. */
  readonly shell: (command: string, cwd: string | undefined) => readonly Effect[];
  readonly code: (language: string, source: string) => readonly Effect[];
  /** The file that the code is in, for what it loads from beside it. */
  readonly from?: string | undefined;
  /** Finds the effects of the first of some files of code that is there, by the program that runs it; none of one that was loaded before. */
  readonly load?: (paths: readonly string[], program: string) => readonly Effect[];
  /** Tags that a file deserves by its name alone: `secret`, `catastrophic`, `regenerable`. */
  readonly marks: (kind: EffectKind, target: FileTarget) => readonly string[];
}

/** What an operator knows about a tool, by name or by a prefix that ends in `*`. */
export interface ToolOverride {
  /** The tool's use of its arguments; nothing is guessed from their shape then. */
  readonly arguments?: Readonly<Record<string, ToolUse>>;
  /** What the tool's server says of it. */
  readonly annotations?: ToolAnnotations;
  /** The annotations may be believed. Default false: then they can only make the tool more dangerous. */
  readonly trusted?: boolean;
  /** What the tool does, whatever else is known. `harmless` has no effects beyond its listed arguments. */
  readonly class?: 'harmless' | 'read_local' | 'read_external' | 'write_additive' | 'destructive';
}

/** The one spelling by which tools and arguments are compared. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** An effect of the tool itself, certain unless it says otherwise. */
export const ofTool = (
  tool: string,
  { kind, target, ...more }: Omit<ToolEffect, 'certainty'> & Partial<Pick<Effect, 'certainty'>>,
): Effect => ({ kind, ...(target && { target }), program: tool, via: [], certainty: 'certain', ...more });
