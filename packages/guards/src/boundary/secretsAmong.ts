import type { Action, Effect, Json, Obligations } from '@licet/core';

import type { Place } from '@licet/effects/places';
import type { Finding } from '../judging/findings.ts';
import { shortPath } from '../judging/findings.ts';

/** What is done about secrets that lie among other things: they are left out, or the agent is told. */
interface Softened {
  readonly obligations: Obligations;
  readonly findings: readonly Finding[];
}

type Rooted = Pick<Place, 'root' | 'home'>;

/** The obligations that a caller can carry out; undefined where it has not said. */
export type Meets = readonly (keyof Obligations)[] | undefined;

/** Whether a caller can carry out an obligation. */
export const canMeet = (meets: Meets, name: keyof Obligations): boolean => meets === undefined || meets.includes(name);

/**
 * Judges searches that may touch secrets among other files, and commands that print credentials among other things. Where the caller
 * can rewrite arguments, a search leaves the secrets out; where it can redact, the output is shown without them. Elsewhere the
 * agent is warned, and told how to leave them out.
 */
export function softened(action: Action, effects: readonly Effect[], place: Rooted, meets: Meets): Softened {
  const searches = notLeftOut(
    action,
    effects.filter(({ target }) => target?.type === 'file'),
  );
  const printers = effects.filter(({ target }) => target?.type !== 'file');
  const rewrite = canMeet(meets, 'rewrite') ? narrowed(action, searches) : undefined;
  const redacts = printers.length > 0 && canMeet(meets, 'redact');
  const notices = rewrite === undefined || !canMeet(meets, 'notices') ? [] : [leftOut(searches, place)];
  return {
    obligations: {
      ...(rewrite !== undefined && { rewrite }),
      ...(redacts && { redact: ['secrets'] }),
      ...(notices.length > 0 && { notices }),
    },
    findings: [
      ...(rewrite === undefined && searches.length > 0 ? [searchWarning(searches, place)] : []),
      ...(redacts ? [] : printers.slice(0, 1).map(printWarning)),
    ],
  };
}

/** How many files a message names. */
const MOST_NAMES = 8;

function namesOf(searches: readonly Effect[], place: Rooted): string {
  const found = searches.flatMap(({ target }) => (target?.type === 'file' ? [shortPath(target.lexical, place)] : []));
  const names = [...new Set(found)];
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function leftOut(searches: readonly Effect[], place: Rooted): string {
  return `left out of the search, since they hold secrets: ${namesOf(searches, place)}`;
}

function searchWarning(searches: readonly Effect[], place: Rooted): Finding {
  const words = [...new Set(searches.flatMap(({ leftOutBy }) => leftOutBy ?? []))].join(' ');
  const fix = words === '' ? 'name the files that are needed' : `leave them out: \`${words}\``;
  const reason = `it also looks into files that hold secrets: ${namesOf(searches, place)}`;
  return { ruling: 'warn', code: 'secrets_among', reason, fix, effect: searches[0] as Effect };
}

function printWarning(effect: Effect): Finding {
  return {
    ruling: 'warn',
    code: 'secrets_among',
    reason: 'its output may contain credentials',
    fix: 'print only what is needed, such as one variable by its name',
    effect,
  };
}

/** The arguments that leave the secrets out; undefined where that cannot be written into the call with certainty. */
export function narrowed(action: Action, searches: readonly Effect[]): Readonly<Record<string, Json>> | undefined {
  const [first] = searches;
  const { command: line } = action.payload;
  if (searches.length > 0 && searches.every(isFound) && typeof line === 'string') {
    const text = withinFind(line, searches);
    return text === undefined ? undefined : { command: text };
  }
  const words = [...new Set(searches.flatMap(({ leftOutBy }) => leftOutBy ?? []))];
  const isOne = searches.every(
    ({ program, via, leftOutBy }) => program === first?.program && via.length === 0 && leftOutBy !== undefined,
  );
  if (first?.program === undefined || !isOne) return undefined;
  const { command } = action.payload;
  if (typeof command !== 'string') return narrowedArgument(action, words);
  const text = words[0]?.startsWith('-- ') === true ? withPathspecs(command, words) : withOptions(command, first.program, words);
  return text === undefined ? undefined : { command: text };
}

/** A tool takes one pattern: `glob:!.env`. */
function narrowedArgument({ payload }: Action, words: readonly string[]): Readonly<Record<string, Json>> | undefined {
  const parts = words.map(word => /^(\w+):!(.+)$/.exec(word));
  const name = parts[0]?.[1];
  if (name === undefined || payload[name] !== undefined) return undefined;
  const names = parts.map(part => part?.[2] ?? '');
  return { [name]: names.length === 1 ? `!${names.join('')}` : `!{${names.join(',')}}` };
}

/** Only behind the one place where the program's name is, where a command begins. */
function withOptions(command: string, program: string, words: readonly string[]): string | undefined {
  const name = program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const places = [...command.matchAll(new RegExp(`(?<![\\w./-])${name}(?=\\s)`, 'g'))];
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  const before = command.slice(0, place.index);
  if (!/(?:^|[;&|(\n])\s*$/.test(before) || /['"`\\]|<</.test(before)) return undefined;
  const end = place.index + program.length;
  return `${command.slice(0, end)} ${words.join(' ')}${command.slice(end)}`;
}

/** Words in quotes in which nothing is evaluated, as so many letters. */
const blanked = (command: string): string => command.replace(/'[^']*'|"[^"$`\\]*"/g, quoted => 'x'.repeat(quoted.length));

/** The actions of `find` by which it hands over what it finds. */
const FIND_ACTION = /\s(?=-(?:exec|execdir|ok|okdir|print0?)\s|\|)/g;

/** Where the one action of the one `find` of a command begins, and the names that tests right in front of it leave out. */
function findAction(command: string): { readonly at: number; readonly except: readonly string[] } | undefined {
  const bare = blanked(command);
  const starts = [...bare.matchAll(/(?<![\w./-])find(?=\s)/g)];
  const [start] = starts;
  if (start === undefined || starts.length > 1 || !/(?:^|[;&|(\n])\s*$/.test(bare.slice(0, start.index))) return undefined;
  if (/['"`$]|<</.test(bare) || bare.includes('-delete')) return undefined;
  const end = bare.slice(start.index).search(/(?<!\\);|[&|\n]/);
  const own = bare.slice(start.index, end < 0 ? undefined : start.index + end + 1);
  const actions = [...own.matchAll(FIND_ACTION)];
  const [action, ...others] = actions.length > 1 ? actions.filter(({ index }) => own[index + 1] !== '|') : actions;
  if (action === undefined || others.length > 0) return undefined;
  const at = start.index + action.index;
  const before = command.slice(start.index, at);
  if (/(?:^|\s)(?:!|-not|-o|-or|,|\\?\()\s*$/.test(before)) return undefined;
  const [tests = ''] = /(?: ! -name '[^']*')+$/.exec(before) ?? [];
  return { at, except: [...tests.matchAll(/'([^']*)'/g)].map(([, name = '']) => name) };
}

/** What `find` hands over and is not left out yet. */
function notLeftOut({ payload: { command } }: Action, searches: readonly Effect[]): readonly Effect[] {
  const action = typeof command === 'string' && searches.some(isFound) ? findAction(command) : undefined;
  const { except = [] } = action ?? {};
  return searches.filter(effect => !isFound(effect) || !except.includes(foundName(effect)));
}

const isFound = ({ via }: Effect): boolean => via[0] === 'find' || via[0] === 'xargs';

const foundName = ({ target }: Effect): string =>
  target?.type === 'file' && target.glob === undefined ? target.lexical.slice(target.lexical.lastIndexOf('/') + 1) : '';

/** In front of the action of `find`: what is added there holds for that action, whatever is before it. */
function withinFind(command: string, searches: readonly Effect[]): string | undefined {
  const names = [...new Set(searches.map(foundName))];
  const action = findAction(command);
  if (action === undefined || !names.every(name => /^[\w.@+-]+$/.test(name))) return undefined;
  return `${command.slice(0, action.at)} ${names.map(name => `! -name '${name}'`).join(' ')}${command.slice(action.at)}`;
}

function withPathspecs(command: string, words: readonly string[]): string | undefined {
  const bare = blanked(command);
  if (/[;&|<>()`\n#'"\\$]/.test(bare)) return undefined;
  const added = words.map(word => word.slice('-- '.length)).join(' ');
  return bare.includes(' -- ') ? `${command.trimEnd()} ${added}` : `${command.trimEnd()} -- ${added}`;
}
