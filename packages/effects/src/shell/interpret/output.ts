import type { Frame } from '../words/frame.ts';
import { concat, emptyStream } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { absolutePath } from '../../places/lexical.ts';
import { knownText } from '../words/field.ts';
import type { Redirected } from './redirections.ts';

/** Keeps what a command prints into a file under the file's name, and returns what still goes to the pipe. */
export function rememberOutput(output: Stream, redirected: Redirected, frame: Frame): Stream {
  if (!redirected.diverted) return output;
  const text = knownText(redirected.sink);
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  if (path !== undefined && !path.startsWith('/dev/')) {
    const earlier = redirected.appends ? frame.run.files.get(path) : undefined;
    frame.run.files.set(path, earlier === undefined ? output : concat(earlier, output));
  }
  return emptyStream;
}
