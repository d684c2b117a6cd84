/** Starts a timer of the processor time that this thread takes, in milliseconds: what else the machine does is not in it. */
export function cpuTimer(): () => number {
  const begun = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
}
