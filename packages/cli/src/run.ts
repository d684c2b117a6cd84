/** Which policy a command is about. */
export const POLICY = ['--policy <file>', 'the policy; otherwise the nearest governance.yaml'] as const;

/** Who does something that only a person may. */
export const AS = ['--as <name>', 'who does it; otherwise the user of the operating system'] as const;

/** Runs the body of a command and keeps its exit code. */
export type Run = (work: () => number | Promise<number>) => Promise<void>;
