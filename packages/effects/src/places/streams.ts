const STREAM = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|ptmx|fd\/\d+|shm\/.+)$/;

/** Whether a path is the null device, a standard stream or a source of bytes: nothing is kept there. */
export function isStream(path: string): boolean {
  return path.startsWith('/dev/') && STREAM.test(path);
}
