import { closeSync, openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';

/** A terminal with a human in front of it, as far as asking needs one. */
export interface Tty {
  readonly rows: number;
  readonly columns: number;
  write(text: string): void;
  /** Hands over what is typed, as it comes, unechoed, Ctrl-C included. Returns how to stop. */
  onKeys(take: (keys: string) => void): () => void;
  close(): void;
}

/**
 * Opens the terminal that controls this process, whatever its standard input and output are: an agent that pipes into this
 * process does not answer here. Throws where there is no such terminal.
 */
export function openTty(): Tty {
  const [reading, writing] = [openSync('/dev/tty', 'r'), openSync('/dev/tty', 'w')];
  let input: ReadStream;
  let output: WriteStream;
  try {
    input = new ReadStream(reading);
    output = new WriteStream(writing);
  } catch (error) {
    for (const fd of [reading, writing]) closeSync(fd);
    throw error;
  }
  return {
    get rows() {
      return output.rows;
    },
    get columns() {
      return output.columns;
    },
    write: text => void output.write(text),
    onKeys(take) {
      const listener = (data: Buffer): void => take(data.toString('utf8'));
      input.setRawMode(true);
      input.on('data', listener);
      input.resume();
      return () => {
        input.off('data', listener);
        if (input.listenerCount('data') > 0) return;
        input.pause();
        input.setRawMode(false);
      };
    },
    close() {
      input.destroy();
      output.destroy();
    },
  };
}
