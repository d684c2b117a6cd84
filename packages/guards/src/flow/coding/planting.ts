import type { FlowQuestion } from '../judging.ts';
import { fold, isIn, accountsIn } from '../words.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions, aimQuestions } from './asking.ts';
import { nameOf, pathIn } from './calls.ts';
import { hasTag } from './effects.ts';
import { foreignRoot } from './foreign.ts';
import { isManifest, packagesIn, packagesInCommand, packagesInPart } from './manifests.ts';
import { installScriptsIn } from './packages.ts';
import { ASKS_FOR_INSTALL_SCRIPT, actionsIn, embeddedIn, isPlantAsked, plantAt } from './plants.ts';
import { addressesIn, domainOf, isShared, ownerOf, plainAddress } from './tenants.ts';
import type { Written } from './written.ts';
import { writtenBy } from './written.ts';
import { meantOf } from './acts.ts';

/** Asks about files that run or steer something later, and about what a file brings in that only others wrote. */
export function plantedQuestions(action: CodeAction): readonly FlowQuestion[] {
  const written = writtenBy(action);
  const copied = written.length === 0 ? [] : copiedQuestions(action);
  const planted = written.flatMap(each => [
    ...placeQuestions(each, action),
    ...packageQuestions(each, action),
    ...referenceQuestions(each, action),
    ...accountQuestions(each, action),
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
  fresh(addressesIn(text), before)
    .filter(address => !isOfNamedVendor(address, action.state))
    .flatMap(address => aimQuestions('carried', 'carry', path, address, action));

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

/** Whether a prompt names the owner of a host twice: an address of the same domain, and its name outside of addresses, as in `Linear, see linear.app/docs`. */
function isOfNamedVendor(address: string, { names, references }: CodeAction['state']): boolean {
  const owner = ownerOf(address);
  const prose = names
    .split(/\s+/u)
    .filter(word => !/[./@]/u.test(word.replace(/[.,;:!?)]+$/u, '')))
    .join(' ');
  return owner.length > 3 && isOfNamedDomain(address, references) && isIn(owner, prose);
}

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

/** Words of a prompt that speak of the accounts of payees. */
const ASKS_FOR_ACCOUNTS =
  /\biban|\bbic\b|\bbank(?:ing)? (?:details?|data|accounts?|connection|information)|\baccount (?:numbers?|details?|data)|\bpay(?:ment|ee|out) (?:details?|data|accounts?|information)/u;

/** An account is mostly digits; the sum of a file is not. */
const isAccount = (text: string): boolean => (text.match(/\d/gu) ?? []).length >= 0.6 * text.length;

/**
 * Asks about an account that takes the place of another in a file, if only a text of outsiders names it and no prompt speaks of bank details.
 */
function accountQuestions({ path, text, before, after }: Written, action: CodeAction): readonly FlowQuestion[] {
  const { state, hashing } = action;
  const added = accountsIn(text).filter(each => isAccount(each) && state.values.has(hashing.of(each)));
  if (added.length === 0 || ASKS_FOR_ACCOUNTS.test(meantOf(state.names))) return [];
  const old = accountsIn(before).filter(isAccount);
  const left = new Set(after === undefined ? [] : accountsIn(after));
  if (old.every(each => left.has(each))) return [];
  return added.filter(each => !old.includes(each)).flatMap(each => aimQuestions('carried', 'carry', path, each, action));
}
