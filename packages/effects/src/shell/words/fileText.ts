import type { Effect } from '@licet/core';

import { isWithin } from '../../places/lexical.ts';
import { isSecretPath } from '../../places/secrets.ts';
import type { Frame } from './frame.ts';
import { spend } from './frame.ts';
import type { Stream } from './stream.ts';

/** A file with more than this is not taken for words of a command. */
const LONGEST = 4_096;

/** Whether an effect changes no file: what a script does is in separate effects. */
const isQuiet = ({ kind, target }: Pick<Effect, 'kind' | 'target'>): boolean =>
  kind === 'read' || (kind === 'execute' && target?.type === 'program');

/**
 * Returns the text of a stream: what is known of it, or the content of a short file of the project whose words become words of the command, as in
 * `rm -r $(cat out.txt)` and `rm -r $(jq -r .out build.json)`. Undefined for a secret, for what a link leads to, and once the command has changed
 * anything: it may not be the text then.
 */
export function textOf(stream: Stream | undefined, frame: Frame): string | undefined {
  const path = stream?.file ?? stream?.passedOn;
  if (stream?.text !== undefined || path === undefined) return stream?.text;
  const { effects, options } = frame.run;
  const { files, root, home } = options;
  if (frame.place !== 'here' || !isWithin(path, root) || isSecretPath(path, undefined, home)) return undefined;
  if (![...effects.values()].every(isQuiet) || files?.realPath(path) !== path) return undefined;
  spend(frame.run, LONGEST / 16);
  const text = files.text?.(path);
  if (text === undefined || text.length > LONGEST || text.includes('\0')) return undefined;
  return stream?.member === undefined ? text : valueAt(text, stream.member);
}

/** The text or number at a path of keys in JSON; undefined where there is another value. */
function valueAt(text: string, path: readonly string[]): string | undefined {
  try {
    let value = JSON.parse(text) as unknown;
    for (const key of path) value = Object.getOwnPropertyDescriptor(Object(value), key)?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}
