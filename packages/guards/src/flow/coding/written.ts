import { isRecord } from '@licet/core/nodes';

import type { CodeAction } from './asking.ts';
import { foreignRoot } from './foreign.ts';

/** What an action writes into one file. */
export interface Written {
  readonly path: string;
  /** The new text, as far as the action says it. */
  readonly text: string;
  /** What is there already. */
  readonly there: string;
  /** The same, and what the action replaces. */
  readonly before: string;
  /** The file as it will be, where the action says that. */
  readonly after: string | undefined;
}

/** Arguments that hold what is written. */
export const NEW: RegExp =
  /^(?:content|contents|file_text|fileText|new_string|newString|new_str|insert_line|new_source|text|patch|input)$/u;
const REPLACING = /^(?:new_string|newString|new_str)$/u;
const OLD = /^(?:old_string|oldString|old_str)$/u;

/** Returns the files that an action writes, with their text. A command says it in its own words. */
export function writtenBy(action: CodeAction): readonly Written[] {
  const { effects, args, place } = action;
  const paths = new Set(
    effects.flatMap(({ kind, target, tags = [] }) =>
      (kind === 'write' || kind === 'configure') &&
      target?.type === 'file' &&
      target.glob === undefined &&
      !tags.includes('moved')
        ? [target.lexical, target.resolved]
        : [],
    ),
  );
  if (paths.size === 0) return [];
  const command = args['command'];
  const isCommand = typeof command === 'string';
  const text = isCommand ? command : textsAt(args, NEW).join('\n');
  const replaced = textsAt(args, OLD).join('\n');
  return [...paths]
    .filter(path => foreignRoot(path, action) === undefined)
    .map(path => {
      const there = isCommand || isKept(path) ? (place.files.text?.(path) ?? '') : '';
      return { path, text, before: `${replaced}\n${there}`, there, after: isCommand ? undefined : textAfter(args, there) };
    });
}

/** Returns the text of a file behind an edit or a write; undefined where the arguments do not say it. */
function textAfter(args: CodeAction['args'], there: string): string | undefined {
  const content = args['content'] ?? args['contents'] ?? args['file_text'];
  if (typeof content === 'string') return content;
  let text = there;
  for (const edit of Array.isArray(args['edits']) ? args['edits'] : [args]) {
    const [old, next] = [textsAt(edit, OLD)[0], textsAt(edit, REPLACING)[0] ?? ''];
    if (old === undefined || !text.includes(old)) return undefined;
    text = isRecord(edit) && edit['replace_all'] === true ? text.replaceAll(old, () => next) : text.replace(old, () => next);
  }
  return text;
}

/** Files whose old text says what was in them before: those whose content is judged. */
const isKept = (path: string): boolean => !/\/(?:node_modules|\.git\/objects)\//u.test(path);

/** Returns the texts in arguments whose names fit. */
export const textsAt = (value: unknown, keys: RegExp, depth = 0): readonly string[] => {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string' ? (keys.test(key) ? [each] : []) : textsAt(each, keys, depth + 1),
  );
};
