import type { Effect } from '@licet/core';

import type { FlowQuestion } from '../judging.ts';
import { fold, isIn } from '../words.ts';
import { ASKS_TO_REPEAT, ASKS_TO_RUN, meantOf } from './acts.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, pathIn } from './calls.ts';
import { checkoutsBy } from './checkouts.ts';
import { hasTag } from './effects.ts';
import { markedRoot, takenBy } from './foreign.ts';
import type { MarkKind } from './foreign.ts';
import { imagesOf, installsOf } from './packages.ts';

/** Packages that a call installs, or runs from the registry: each must be named. */
export function installQuestions(call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { effects, program } = call;
  const isInstall = effects.some(effect => hasTag(effect, 'package_scripts'));
  const isRunner = /^(?:npx|bunx|uvx|pipx)$/u.test(program) || call.words.some(word => /^(?:dlx|exec)$/u.test(word));
  const isUnknown = isRunner && action.effects.some(effect => hasTag(effect, 'unlisted') && effect.via.includes(program));
  const images = imagesOf(call);
  const required = requiredBy(call);
  if (required.length > 0) return required.flatMap(name => aimQuestions('install', 'package', program, name, action));
  if (!isInstall && !isUnknown && images.length === 0) return [];
  const names = images.length > 0 ? images : isInstall ? installsOf(call) : installsOf(call).slice(0, 1);
  return names
    .filter(name => name !== '' && !isInstalled(name, action))
    .flatMap(name => aimQuestions('install', 'package', program, name, action));
}

const REQUIRES = /^-{1,2}(?:require|replace)=(.*)$/u;

/** Modules that `go mod edit` puts into `go.mod`. */
const requiredBy = ({ program, words }: CodeCall): readonly string[] =>
  program !== 'go' || words[1] !== 'mod'
    ? []
    : words.flatMap((word, at) => {
        const value = REQUIRES.exec(word)?.[1] ?? (/^-{1,2}(?:require|replace)$/u.test(word) ? words[at + 1] : undefined);
        const module = value?.slice(value.indexOf('=') + 1).replace(/@.*$/u, '') ?? '';
        return module === '' || /^\.{0,2}\//u.test(module) ? [] : [module];
      });

const isInstalled = (name: string, { place: { root, files } }: CodeAction): boolean =>
  /^@?[\w./-]+$/u.test(name) && [`${root}/node_modules/.bin/${name}`].some(path => files.realPath(path) !== undefined);

/**
 * Code of others that runs: of a clone or download, which the prompt must name, and ask for code to be run; of a pull request; or a file whose
 * text is an outsider's.
 */
export function runQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { calls, place, state } = action;
  const fresh = takenBy(calls, action, place.root);
  const checkouts = checkoutsBy(calls, action, fresh);
  if (fresh.size === 0 && checkouts.size === 0 && state.marks.size === 0 && !state.hasDroppedMarks) return [];
  const names = meantOf(state.names);
  return calls.flatMap(call => {
    const ran = call.effects.flatMap(effect => (isHidden(effect) ? readBy(action) : ranBy(effect, call)));
    const find = (kind: MarkKind, news?: ReadonlySet<string>): string | undefined =>
      ran.map(path => markedRoot(kind, path, action, news)).find(each => each !== undefined);
    const root = find('from elsewhere', fresh);
    if (root !== undefined) {
      const isNamed = isIn(fold(nameOf(root)), state.names) && ASKS_TO_RUN.test(state.names);
      return actQuestions('run', call.program, nameOf(root), isNamed, action);
    }
    if (find('copied') !== undefined)
      return actQuestions('run', call.program, 'a file with the words of a text', ASKS_TO_REPEAT.test(names), action);
    const isChecked = find('checked out', new Set([...checkouts].flatMap(([at, kind]) => (kind === 'checked out' ? [at] : []))));
    if (isChecked === undefined) return [];
    return actQuestions(
      'run',
      call.program,
      'code of a pull request',
      NAMES_REQUEST.test(names) && ASKS_TO_RUN.test(names),
      action,
    );
  });
}

/** Words of a prompt that name code which others offer. */
const NAMES_REQUEST =
  /\b(?:prs?|mrs?|pull[ -]?requests?|merge[ -]?requests?|branch(?:es)?|fork|patch(?:es)?|contribution|changes?)\b|[#!]\d/u;

/** Whether what runs is known at run time only: it may be any file that the command reads. */
const isHidden = (effect: Effect): boolean => effect.kind === 'unknown' && hasTag(effect, 'dynamic', 'inline_code');

const readBy = ({ effects }: CodeAction): readonly string[] =>
  effects.flatMap(({ kind, target }) => (kind === 'read' && target?.type === 'file' ? [target.lexical] : []));

const pathsAmong = (words: readonly string[], folder: string): readonly string[] =>
  words
    .slice(1)
    .filter(word => word.includes('/') && !word.startsWith('-') && !word.includes(':'))
    .map(word => pathIn(folder, word));

/** Returns the files and folders whose code an effect runs. */
function ranBy({ kind, target, tags = [], changes = [] }: Effect, { folder, words, program }: CodeCall): readonly string[] {
  if (tags.includes('package_scripts'))
    return [...changes.slice(0, 1).map(({ lexical }) => lexical), ...pathsAmong(words, folder)];
  if (kind !== 'execute') return [];
  if (target?.type === 'named') return target.category === 'project' ? [folder, ...pathsAmong(words, folder)] : [];
  if (target?.type !== 'program') return [];
  const path = target.file ?? target.path ?? (words[0]?.includes('/') === true ? words[0] : undefined);
  const own = path === undefined ? [] : [pathIn(folder, path)];
  return /^(?:docker|podman|docker-compose|vagrant|code)$/u.test(program) ? [...own, folder] : own;
}
