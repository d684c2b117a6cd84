import type { Terminal } from '@licet/core/command';
import type { CompiledPolicy } from '@licet/core/policy';
import type { AuditReader } from '@licet/core/store';

import type { PolicyHost } from '../policies/host.ts';
import type { TranscriptFormat } from '../policies/transcriptFiles.ts';

/** Which audit log a command reads: the one of a policy, by default of the nearest, or a file without any policy. */
export interface TrailChoice {
  readonly policy?: string;
  readonly trail?: string;
}

/** What the commands of this package need of the program that they are part of. */
export interface AnalysisProgram extends PolicyHost {
  /** Returns the path of the policy that is named, or of the nearest one; absolute. Throws where there is none. */
  readonly findPolicy: (named: string | undefined) => string;
  /** Reads the text of a policy. Throws an error that says what to do where there is none. */
  readonly readText: (file: string) => string;
  /** Opens an audit log. Throws where there is none. */
  readonly openTrail: (choice: TrailChoice) => Promise<AuditReader>;
  /** Opens the audit log that a policy keeps on this machine; undefined where it keeps none, or keeps it elsewhere. */
  readonly localTrail: (compiled: CompiledPolicy, file: string) => Promise<AuditReader | undefined>;
  /** The formats of recorded sessions, by the names that `licet replay` takes. */
  readonly transcripts: Readonly<Record<string, () => Promise<TranscriptFormat>>>;
  /** Throws where no person can be: in the shell of an agent, and without a terminal. */
  readonly requireHuman: (command: string) => void;
  /** Publishes a comparison where the job of a continuous integration shows it. A failure is told on the terminal. */
  readonly publishComparison: (
    comparison: { readonly policy: string; readonly markdown: string; readonly hasChange: boolean },
    terminal: Terminal,
  ) => Promise<void>;
  /** Asks a question on the terminal. Every answer but a yes is a no. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Returns true for an error whose message is for people; any other error is a fault of the program. */
  readonly isTold: (error: unknown) => error is Error;
}
