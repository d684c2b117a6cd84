/** Runs the body of a command and keeps its exit code. */
export type Run = (work: () => number | Promise<number>) => Promise<void>;
