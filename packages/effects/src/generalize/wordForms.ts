import type { Effect } from '@licet/core';
import type { WordForm } from '@licet/core/store';

import { isOneOf } from '../programs/callPatterns.ts';
import { absolutePath } from '../places/lexical.ts';

/** Options whose value is text for people, by the call that they belong to. */
const TEXTS: Readonly<Record<string, readonly [options: string, name: string]>> = {
  'git commit': ['-m --message', 'message'],
  'git tag': ['-m --message', 'message'],
  'git merge': ['-m', 'message'],
  'gh pr create': ['-t --title -b --body', 'text'],
  'gh pr edit': ['-t --title -b --body', 'text'],
  'gh pr comment': ['-b --body', 'text'],
  'gh issue create': ['-t --title -b --body', 'text'],
  'gh issue edit': ['-t --title -b --body', 'text'],
  'gh issue comment': ['-b --body', 'text'],
};

/** Programs whose addresses are what they ask, and nothing else. */
const ASKING = new Set(['curl', 'wget']);

/** Options of `curl` with data to send, which are read from a file after `@`. */
const DATA = '-d --data --data-raw --json';

/** Returns the origin of an address that names no user; undefined for anything else. */
export function originOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\/[\x21-\x7e]+$/i.test(text) || /[\\{}[\]]/.test(text)) return undefined;
  const url = URL.parse(text);
  return url === null || url.username !== '' || url.password !== '' ? undefined : url.origin;
}

/**
 * Returns the words of a call, with what may differ the next time left open: text for people, addresses below an origin, and files that an
 * effect of the call names. Undefined where a word is not known.
 */
export function wordForms(
  argv: readonly (string | undefined)[],
  effects: readonly Effect[],
  cwd: string | undefined,
): readonly WordForm[] | undefined {
  const words = argv.filter(word => word !== undefined);
  if (words.length < argv.length) return undefined;
  const texts = textsOf(words);
  const hosts = new Set(effects.flatMap(({ target }) => (target?.type === 'network' ? (target.host ?? []) : [])));
  const files = filesIn(words, effects, cwd);
  return words.map((word, at): WordForm => {
    const before = at > 0 ? (words[at - 1] ?? '') : '';
    if (texts !== undefined && isValueOf(texts[0], before)) return { any: texts[1] };
    if (ASKING.has(words[0] ?? '')) {
      const origin = originOf(word);
      if (origin !== undefined && hosts.has(new URL(origin).hostname) && !before.startsWith('-')) return { origin };
      if (words[0] === 'curl' && isOneOf(DATA, before) && !word.startsWith('@')) return { any: 'data' };
    }
    const file = files.get(word);
    return file === undefined ? word : { file };
  });
}

function textsOf(words: readonly string[]): readonly [options: string, name: string] | undefined {
  for (const count of [3, 2]) {
    const call = words.slice(0, count).join(' ');
    if (Object.hasOwn(TEXTS, call)) return TEXTS[call];
  }
  return undefined;
}

/** `-m`, and `-am` where a bundle of flags ends with it. */
function isValueOf(options: string, before: string): boolean {
  if (isOneOf(options, before)) return true;
  return /^-[a-z]{2,4}$/.test(before) && isOneOf(options, `-${before.at(-1)}`) && /^-[avqs]+[a-z]$/.test(before);
}

/** The files that one word each names, by that word. A word that may mean anything else is none. */
function filesIn(words: readonly string[], effects: readonly Effect[], cwd: string | undefined): ReadonlyMap<string, string> {
  const named = new Set(
    effects.flatMap(({ target }) =>
      target?.type === 'file' && target.glob === undefined && target.recursive !== true ? target.lexical : [],
    ),
  );
  const found = new Map<string, string>();
  const times = new Map<string, number>();
  for (const word of words.slice(1)) {
    const path = word.startsWith('-') ? undefined : absolutePath(word, cwd);
    if (path === undefined || !named.has(path)) continue;
    found.set(word, path);
    times.set(path, (times.get(path) ?? 0) + 1);
  }
  for (const [word, path] of found) if (times.get(path) !== 1) found.delete(word);
  return found;
}
