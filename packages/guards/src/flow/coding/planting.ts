import { isRecord } from '@licet/core/nodes';

import type { FlowQuestion } from '../judging.ts';
import { fold, isIn } from '../words.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import { nameOf, pathIn } from './calls.ts';
import { hasTag } from './effects.ts';
import { foreignRoot } from './foreign.ts';
import { isManifest, packagesIn, packagesInCommand, packagesInPart } from './manifests.ts';
import { installScriptsIn } from './packages.ts';
import { ASKS_FOR_INSTALL_SCRIPT, actionsIn, embeddedIn, isPlantAsked, plantAt } from './plants.ts';
import { addressesIn, domainOf, isShared, plainAddress } from './tenants.ts';

/** What an action writes into one file. */
interface Written {
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

/** Asks about files that run or steer something later, and about what a file brings in that only others wrote. */
export function plantedQuestions(action: CodeAction): readonly FlowQuestion[] {
  const written = writtenBy(action);
  const copied = written.length === 0 ? [] : copiedQuestions(action);
  const planted = written.flatMap(each => [
    ...placeQuestions(each, action),
    ...packageQuestions(each, action),
    ...referenceQuestions(each, action),
  ]);
  return [...copied, ...planted, ...removedQuestions(action)];
}

/** Asks about such a file that would be deleted: a pipeline that checks the code, a hook, instructions of an agent. */
function removedQuestions(action: CodeAction): readonly FlowQuestion[] {
  const named = new Set(action.calls.flatMap(({ words, folder }) => words.slice(1).map(word => pathIn(folder, word))));
  return action.effects.flatMap(effect => {
    const { kind, target } = effect;
    // What goes with all that is not committed is judged as lost work.
    if (kind !== 'delete' || target?.type !== 'file' || !named.has(target.lexical) || hasTag(effect, 'moved')) return [];
    const plant = foreignRoot(target.lexical, action) === undefined ? plantAt(target.lexical) : undefined;
    if (plant === undefined) return [];
    const isAsked = isPlantAsked(plant, nameOf(target.lexical), action.state.names);
    return actQuestions('plant', target.lexical, plant.what, isAsked, action);
  });
}

/** Folders in which things that run later lie. */
const PLACES = /^\.(?:github|gitlab|circleci|git|husky|githooks|vscode|devcontainer|idea|ssh|config)$/u;

/** Asks about such a folder that is copied as a whole from a clone or a download. */
function copiedQuestions(action: CodeAction): readonly FlowQuestion[] {
  return action.effects.flatMap(({ kind, target }) => {
    if (kind !== 'read' || target?.type !== 'file' || foreignRoot(target.lexical, action) === undefined) return [];
    const name = nameOf(target.lexical);
    return PLACES.test(name) || plantAt(`/${name}/x`) !== undefined
      ? actQuestions('plant', name, 'a folder of settings', isIn(name, action.state.names), action)
      : [];
  });
}

/** Returns the files that an action writes, with their text. A command says it in its own words. */
function writtenBy(action: CodeAction): readonly Written[] {
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

/** A file that runs or steers something later: the prompt names it or its kind, and every address and action in it. */
function placeQuestions({ path, text, before }: Written, action: CodeAction): readonly FlowQuestion[] {
  const { names } = action.state;
  const plant = plantAt(path);
  const scripts = installScriptsIn(path, text, before);
  const install = scripts.flatMap(script => actQuestions('plant', path, script, ASKS_FOR_INSTALL_SCRIPT.test(names), action));
  if (plant === undefined) return [...install, ...(scripts.length > 0 ? addressQuestions(path, text, before, action) : [])];
  const isAsked = isPlantAsked(plant, nameOf(path), names);
  const used = actionsIn(text).filter(name => !fold(before).includes(`${name}@`));
  return [
    ...actQuestions('plant', path, plant.what, isAsked, action),
    ...used.flatMap(name => aimQuestions('carried', 'package', path, name, action)),
    ...addressQuestions(path, text, before, action),
  ];
}

const addressQuestions = (path: string, text: string, before: string, action: CodeAction): readonly FlowQuestion[] =>
  fresh(addressesIn(text), before).flatMap(address => aimQuestions('carried', 'carry', path, address, action));

const fresh = (values: readonly string[], before: string): readonly string[] => {
  const folded = fold(before);
  return values.filter(value => !folded.includes(value));
};

/** Packages that a manifest names for the first time. */
function packageQuestions({ path, text, there, before, after }: Written, action: CodeAction): readonly FlowQuestion[] {
  if (!isManifest(path)) return [];
  const old = new Set([...packagesIn(path, there), ...packagesInPart(path, before)]);
  const added = after === undefined ? packagesSaid(path, text, action) : packagesIn(path, after);
  return [...new Set(added)]
    .filter(name => !old.has(name))
    .flatMap(name => aimQuestions('install', 'package', path, name, action));
}

/** The packages that an action names in the form of a manifest, where the file as it will be is not known. */
const packagesSaid = (path: string, text: string, { args, calls }: CodeAction): readonly string[] =>
  typeof args['command'] === 'string'
    ? packagesInCommand(
        path,
        calls.map(({ words }) => words),
        text,
      )
    : [text, text.replaceAll(/["']/gu, '\n')].flatMap(each => packagesInPart(path, each));

/** Whether a prompt names another host of the same owner. */
const isOfNamedDomain = (address: string, references: readonly string[]): boolean =>
  references.some(each => !isShared(plainAddress(each).split('/')[0] ?? '') && domainOf(each) === domainOf(address));

const DOCUMENT = /\.(?:md|mdx|markdown|html?|rst|adoc|txt)$/iu;
const REMARK = /^\s*(?:\/\/|#|\*|\/\*|<!--|--|;|"""|''')/u;

/**
 * Addresses in a file that only a text of outsiders names. In documents those count that everyone fetches who looks at them; in code and
 * settings those that are no remark.
 */
function referenceQuestions({ path, text, before }: Written, action: CodeAction): readonly FlowQuestion[] {
  const { state, hashing } = action;
  if (plantAt(path) !== undefined) return [];
  const isDocument = DOCUMENT.test(path);
  const lines = text.split('\n').filter(line => !REMARK.test(line));
  const found = isDocument ? embeddedIn(text) : addressesIn(lines.join('\n')).filter(address => isOnlyText(address));
  const added = fresh(found, before).filter(address => isDocument || !isOfNamedDomain(address, state.references));
  return added.flatMap(address => aimQuestions('carried', 'carry', path, address, action));
  function isOnlyText(address: string): boolean {
    const host = plainAddress(address).split(/[/?#:]/u)[0] ?? '';
    return state.values.has(hashing.of(host)) || state.values.has(hashing.of(address));
  }
}
