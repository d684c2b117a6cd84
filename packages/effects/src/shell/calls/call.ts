import type { CommandDescriptor, DetailedUse, FixedEffect, Finding } from '../../programs/descriptor.ts';
import type { Call } from '../../programs/call.ts';
import type { CommandLine } from './commandLine.ts';
import type { Mark } from '../../marks.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';

/** A call with the descriptors that apply to it, outermost first. */
export interface ResolvedCall extends Call {
  readonly descriptors: readonly CommandDescriptor[];
  readonly line: CommandLine;
  readonly operandFields: readonly Field[];
  /** Why the subcommand is not known, when it is not. */
  readonly unclear: 'dynamic' | 'unlisted' | undefined;
}

/** A word of a call with its use. */
export interface UsedWord {
  readonly use: DetailedUse;
  readonly field: Field;
  /** For the role `command`: the words that follow. */
  readonly following: readonly Field[];
  /** True for an operand, false for an option's value. */
  readonly operand: boolean;
}

/** What the uses of one call share. */
export interface UseContext {
  readonly frame: Frame;
  readonly program: string;
  /** Tags that options and cases add to everything but reads and executions. */
  readonly tags: readonly Mark[];
  readonly recursive: boolean;
  /** The words that are copied or moved, for a destination that is a folder. */
  readonly sources: readonly Field[];
  /** Those of the sources that do not stay where they are. */
  readonly moves: readonly Field[];
  readonly intoFolder: boolean;
  /** The destination is the copy itself, never a folder that gets it. */
  readonly isTarget: boolean;
  /** Files that are there keep what they hold, or what they hold was made by the same program. */
  readonly spares: boolean;
  /** Local data is sent. */
  sendsData: boolean;
  uploads: boolean;
  /** What the command that the call runs prints. */
  printed?: Stream;
}

/** What a word of a call means, by its role. */
export type Apply = (word: UsedWord, context: UseContext) => void;

/** A call as it is given: what rules know of every program. */
export interface GivenCall {
  readonly name: string;
  readonly word: Field;
  readonly args: readonly Field[];
  readonly text: string;
  readonly frame: Frame;
  readonly descriptor: CommandDescriptor | undefined;
}

/** What most rules read: the program, its arguments, and where it runs. */
export type Called = Pick<GivenCall, 'name' | 'args' | 'frame'>;

/** A call whose options are told from its operands. */
export interface FinishedCall extends GivenCall {
  readonly call: ResolvedCall;
  /** Each word with its use; none where the call only asks for help. */
  readonly words: readonly UsedWord[];
}

/** A call whose description says what its words are for. */
export interface AssignedCall extends FinishedCall {
  /** Operands, and values of options that are described as text. */
  readonly plain: readonly Field[];
  /** Marks that the call puts on all that it does. */
  readonly tags: readonly Mark[];
  /** What the description says outright. */
  readonly effects: readonly FixedEffect[];
  /** What the description finds in the words. */
  readonly findings: readonly Finding[];
  /** What the uses of the words share. */
  readonly context: UseContext;
  /** The frame for what the call starts: its folder, its environment, its database. */
  readonly inside: Frame;
  /** The frame in the folder that an option names. */
  readonly there: Frame;
}
