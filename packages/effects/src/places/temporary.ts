/** Where temporary files go unless another folder is named. */
export const TEMPORARY = '/tmp';

const BELOW = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|var\/folders\/[^/]+\/[^/]+\/[CT])\/./;

const BELOW_ON_DRIVE = /^\/[a-z]:\/(?:Users\/[^/]+\/AppData\/Local\/Temp|Windows\/Temp|Temp)\/./i;

/** Tells whether a path lies below a folder whose contents everybody expects to vanish. */
export function isTemporary(path: string): boolean {
  // A cold regular expression costs a one-shot process more than a look at the beginning.
  const begins = path.startsWith('/tmp/') || path.startsWith('/var/') || path.startsWith('/dev/') || path.startsWith('/private/');
  return (begins && BELOW.test(path)) || BELOW_ON_DRIVE.test(path);
}

/**
 * Tells whether losing a path loses nothing of a project. A project may itself lie in a temporary folder: its files and
 * those of its neighbours are no more temporary than those of any other project.
 */
export function isTemporaryFor(root: string | undefined, path: string): boolean {
  if (!isTemporary(path)) return false;
  if (root === undefined) return true;
  const parent = root.slice(0, Math.max(1, root.lastIndexOf('/')));
  const kept = isTemporary(parent) ? parent : root;
  return path !== kept && !path.startsWith(kept === '/' ? kept : `${kept}/`);
}

const STREAM = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|ptmx|fd\/\d+|shm\/.+)$/;

/** Whether a path is the null device, a standard stream or a source of bytes: nothing is kept there. */
export function isStream(path: string): boolean {
  return path.startsWith('/dev/') && STREAM.test(path);
}
