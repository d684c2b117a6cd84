import { readFileSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

import type { OtherAnswers, Runtime, SettingsPlaces } from '@licet/adapters/runtimes';
import { isRecord } from '@licet/core/nodes';

import { fine, warning } from './storeFindings.ts';
import type { Finding } from './storeFindings.ts';

/** How much is looked through at most: more than this is said. */
const MOST_FILES = 20_000;
const MOST_BYTES = 4_000_000;
const MOST_DEPTH = 8;
/** Files that hold hooks: settings, and the heads of agents and skills. */
const HOLDS_HOOKS = /\.(?:json|md)$/iu;

/** What was found in the places for hooks of others. */
interface Search {
  /** Files with a hook that answers. */
  readonly found: Set<string>;
  readonly seen: Set<string>;
  isCut: boolean;
}

/**
 * Finds hooks that answer what the policy asks in place of the user. Such a hook is no mistake by itself, so it is a warning; where the
 * policy asks out of band, the runtime puts no question that a hook could answer.
 */
export function otherAnswersFinding(
  { title, settings }: Runtime,
  where: SettingsPlaces,
  env: Readonly<Record<string, string | undefined>>,
  channel: 'runtime' | 'out_of_band',
): readonly Finding[] {
  const { otherAnswers } = settings;
  if (otherAnswers === undefined) return [];
  const search: Search = { found: new Set(), seen: new Set(), isCut: false };
  for (const place of otherAnswers.places(where, env)) look(place, MOST_DEPTH, search, otherAnswers, where.root);
  const files = [...search.found].sort().join(', ');
  const isOut = channel === 'out_of_band';
  if (files === '' && !search.isCut) return [fine('no other hook answers what the policy asks', otherAnswers.unseen)];
  const what = files === '' ? 'there are more files than were looked at' : `found in ${files}`;
  if (isOut) return [fine('no other hook answers what the policy asks', `the policy asks out of band; ${what}`)];
  const way = 'remove it, or let the policy ask out of band: `approvals: { channel: out_of_band }`';
  return [warning(`another hook can say yes to what the policy asks in ${title}`, `${what}; ${way}`)];
}

function look(place: string, depth: number, search: Search, others: OtherAnswers, root: string): void {
  if (search.seen.has(place)) return;
  search.seen.add(place);
  if (search.seen.size > MOST_FILES || depth < 0) return void (search.isCut = true);
  try {
    const stat = statSync(place);
    if (stat.isDirectory()) return inside(place).forEach(name => look(join(place, name), depth - 1, search, others, root));
    if (!stat.isFile() || !HOLDS_HOOKS.test(place)) return;
    if (stat.size > MOST_BYTES) return void (search.isCut = true);
    const text = readFileSync(place, 'utf8');
    if (answersIn(text, others.events)) search.found.add(place);
    for (const folder of leadsTo(text, others))
      look(isAbsolute(folder) ? folder : resolve(root, folder), depth, search, others, root);
  } catch (error) {
    // What is not there holds no hook; what cannot be read may.
    if (!['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) search.isCut = true;
  }
}

/** What a folder holds beside its history. */
const inside = (folder: string): readonly string[] => readdirSync(folder).filter(name => name !== '.git');

/** Tells whether a text sets a hook for one of the events. One that is no JSON is read as the head of a document. */
function answersIn(text: string, events: readonly string[]): boolean {
  const value = parsed(text);
  if (value === undefined) {
    const head = /^---\r?\n([^]*?)\r?\n---/u.exec(text)?.[1] ?? (text.trimStart().startsWith('{') ? text : '');
    return events.some(event => head.includes(event));
  }
  const hooks = [value, isRecord(value) ? value['hooks'] : undefined].filter(isRecord);
  return hooks.some(named => events.some(event => Object.hasOwn(named, event) && !isEmpty(named[event])));
}

const isEmpty = (handlers: unknown): boolean => Array.isArray(handlers) && handlers.length === 0;

const leadsTo = (text: string, { leadsTo: follow }: OtherAnswers): readonly string[] => follow?.(parsed(text)) ?? [];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
