import type { ScriptedCall } from './model.ts';

/** Where a client is started: its own project and home, and a model on loopback. */
export interface Stage {
  readonly project: string;
  readonly home: string;
  readonly model: string;
  /** The folder that the client is installed in. */
  readonly installed: string;
}

/** How a client is started. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A real agent program, and how to drive it without its service. */
export interface Client {
  /** The runtime's name, as `licet init` knows it. */
  readonly runtime: string;
  /** Its npm package. */
  readonly package: string;
  /** A command that its model wants to run. */
  run(command: string): ScriptedCall;
  /** Writes its settings into the scratch home, and says how to start it. */
  start(stage: Stage): Start;
}
