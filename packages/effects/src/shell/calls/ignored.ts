import { secretsBelow } from '../../places/secretsBelow.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import type { Argument } from '../../programs/call.ts';
import { literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { MOST_CHOICES } from '../words/shellState.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';

/** The secrets that a list of what git is told to ignore has in it, by name, and whatever else lies there: below folders, or everywhere. */
export function ignoredFiles(within: readonly Argument[], frame: Frame): Stream | undefined {
  const { cwd } = frame.state;
  if (cwd === undefined || frame.place !== 'here') return undefined;
  const folders = within.flatMap(({ text }) => (text?.startsWith(':') === false ? (absolutePath(text, cwd) ?? []) : []));
  const found = secretsBelow({ type: 'file', lexical: cwd, resolved: cwd, recursive: true }, frame.run.options);
  const named = found.filter(path => folders.length === 0 || folders.some(folder => isWithin(path, folder)));
  const others = (folders.length === 0 ? [cwd] : folders).map(folder => patternField(folder === cwd ? '**' : `${folder}/**`));
  return { paths: [...named.slice(0, MOST_CHOICES - 1).map(path => literal(path)), ...others], origins: [], isIgnored: true };
}

/** Those of the names that a filter of lines lets through, as far as its pattern can be read. */
export function namesThrough(paths: readonly Field[], pattern: string | undefined, isInverted: boolean): readonly Field[] {
  if (pattern === undefined || pattern.length > 200 || /[+*}]\s*\)\s*[+*{]|^\^[!?]/.test(pattern)) return paths;
  try {
    const test = new RegExp(pattern, 'i');
    return paths.filter(({ text, glob }) => glob || test.test(text) !== isInverted);
  } catch {
    return paths;
  }
}
