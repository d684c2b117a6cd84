import type { Effect, FileTarget } from '@licet/core';
import type { ApprovedCall, BuildContext } from '@licet/core/nodes';

import { knownCommands } from './commands.ts';

type Place = Pick<BuildContext, 'root' | 'home'>;

/** Patterns of one exception, with what they are called, and commands near those that were approved. */
interface CommandExemption {
  readonly patterns: readonly string[];
  readonly neighbors: readonly string[];
}

/** What people add to a command that makes another one of it. */
const TURNS: readonly string[] = [
  ...'-f --force --force-with-lease -d -D --delete --mirror --prune --no-verify --hard -r -rf -R --recursive -g --global -a --all'.split(
    ' ',
  ),
  ...'-y --yes -i -c --exec=sh / ~ .. .env +main :main'.split(' '),
  '-o /etc/x',
  '--registry=http://x.example',
];

/** Of how many words what commands have in common may be. */
const LENGTHS = [2, 3, 4];

const SUBCOMMAND = /^[a-z][\w:-]*$/u;

/** The commands of approved calls as patterns of whole commands: those of one program and sub-command together, then each by itself. */
export function commandExemptions(calls: readonly ApprovedCall[]): readonly CommandExemption[] {
  const texts = byFrequency(calls.flatMap(({ effects }) => knownCommands(effects))).filter(text => !text.includes('*'));
  const prefixes = new Set(LENGTHS.flatMap(length => texts.map(text => text.split(' ').slice(0, length).join(' '))));
  const wide = new Map<string, CommandExemption>();
  for (const prefix of prefixes) {
    const family = texts.filter(text => text === prefix || text.startsWith(`${prefix} `));
    const [first = ''] = family;
    if (family.length < 2 || !SUBCOMMAND.test(prefix.split(' ')[1] ?? '')) continue;
    const shared = sharedWords(family.map(text => text.split(' '))).join(' ');
    const neighbors = [shared, `${shared} x`, first].flatMap(text => TURNS.map(turn => `${text} ${turn}`));
    wide.set(shared, { patterns: [...(family.includes(shared) ? [shared] : []), `${shared} *`], neighbors });
  }
  const exact = texts.map(text => ({ patterns: [text], neighbors: TURNS.map(turn => `${text} ${turn}`) }));
  return [...wide.values(), ...exact];
}

/** Each text once, the most frequent ones first. */
function byFrequency(texts: readonly string[]): readonly string[] {
  return [...Map.groupBy(texts, text => text)].toSorted(([, a], [, b]) => b.length - a.length).map(([text]) => text);
}

function sharedWords(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = lists;
  const end = first.findIndex((word, index) => lists.some(words => words[index] !== word));
  return end < 0 ? first : first.slice(0, end);
}

/** The hosts that approved calls reach. */
export function hostsOf(calls: readonly ApprovedCall[], isMeant: (effect: Effect) => boolean): readonly string[] {
  const hosts = calls.flatMap(({ effects }) =>
    effects.flatMap(effect => (isMeant(effect) && effect.target?.type === 'network' ? (effect.target.host ?? []) : [])),
  );
  return [...new Set(hosts)];
}

/** The characters of a path pattern that mean something else. */
const SPECIAL = /[*?{}[\]!\\\s]/u;

/**
 * The files that approved calls touch as patterns: those in one folder of the project, or two below the home, by the lowest folder that
 * they have in common, then each by itself. What lies elsewhere gets none.
 */
export function pathExemptions(
  calls: readonly ApprovedCall[],
  isMeant: (effect: Effect) => boolean,
  place: Place,
): readonly string[] {
  const files = calls.flatMap(({ effects }) =>
    effects.flatMap(effect => (isMeant(effect) && effect.target?.type === 'file' ? [effect.target] : [])),
  );
  const named = [...new Set(files.flatMap(target => nameOf(target, place) ?? []))];
  const families = Map.groupBy(named, name => {
    const parts = name.split('/');
    return parts.slice(0, name.startsWith('~/') ? 3 : 1).join('/');
  });
  const folders = [...families.values()].flatMap(family => {
    const shared = sharedWords(
      family.map(name =>
        name
          .replace(/\/\*\*$/u, '/')
          .split('/')
          .slice(0, -1),
      ),
    );
    const isDeep = shared[0] === '~' ? shared.length > 2 && !(shared[1] ?? '').startsWith('.') : shared.length > 0;
    return family.length > 1 && isDeep ? [`${shared.join('/')}/**`] : [];
  });
  return [...new Set([...folders, ...named])];
}

/** A path from the project's folder, or from the home. */
function nameOf({ lexical, recursive, glob }: FileTarget, { root, home }: Place): string | undefined {
  const below = (folder: string): string | undefined =>
    lexical.startsWith(`${folder}/`) ? lexical.slice(folder.length + 1) : undefined;
  const [inside, atHome] = [below(root), below(home)];
  const name = inside ?? (atHome === undefined ? undefined : `~/${atHome}`);
  if (name === undefined || SPECIAL.test(name) || glob !== undefined) return undefined;
  return recursive === true ? `${name}/**` : name;
}

/** A text as a policy file has it. */
export const inYaml = (text: string): string => `'${text.replaceAll("'", "''")}'`;
