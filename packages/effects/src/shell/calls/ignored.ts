import { secretsBelow } from '../../places/secretsBelow.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { MOST_CHOICES } from '../words/shellState.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import type { ResolvedCall } from './resolveCall.ts';

const hasAny = (call: ResolvedCall, ...options: readonly string[]): boolean => options.some(option => call.has(option));

/** Whether a call of git lists the files that it is told to ignore: of those, some are the project's secrets. */
function listsIgnored(call: ResolvedCall): boolean {
  switch (call.path[1]) {
    case 'ls-files':
      return (
        hasAny(call, '-i', '--ignored') ||
        (hasAny(call, '-o', '--others') && !hasAny(call, '--exclude-standard', '-X', '-x', '--exclude', '--exclude-from'))
      );
    case 'status':
      return hasAny(call, '--ignored');
    case 'clean':
      return hasAny(call, '-n') && (hasAny(call, '-X') || hasAny(call, '-x'));
    default:
      return call.path[1] === 'check-ignore';
  }
}

/** The secrets that such a list has in it, by name, and whatever else lies there; nothing for other calls. */
export function ignoredFiles(call: ResolvedCall, frame: Frame): Stream | undefined {
  const { cwd } = frame.state;
  if (!listsIgnored(call) || cwd === undefined || frame.place !== 'here') return undefined;
  const only = call.path[1] === 'check-ignore' ? [] : call.operands.flatMap(({ text }) => text ?? []);
  const folders = only.filter(text => !text.startsWith(':')).flatMap(text => absolutePath(text, cwd) ?? []);
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
