import { isRecord } from '@licet/core/nodes';

import type { Declarations } from '../declaration.ts';
import { hasAct } from '../judging.ts';
import type { FlowQuestion } from '../judging.ts';
import { questionsFor, secretQuestions } from '../judging.ts';
import type { FlowAddition } from '../parts.ts';
import type { Reading } from '../reading.ts';
import { readResult } from '../reading.ts';
import { textOf } from '../records.ts';
import type { Argument } from '../sinks.ts';
import { fetchedAddress, flatArguments, isActing, isNamed } from '../sinks.ts';
import { isKnownVerb, isWebSearch, toolWords, verbOf } from '../tables.ts';
import { fold, linkOf } from '../words.ts';
import { ASKS_TO_CHANGE_DATA, ASKS_TO_ENCODE, ASKS_TO_GRANT, ASKS_TO_SEND, isActAsked, meantOf } from './acts.ts';
import { isAllowed } from './allowing.ts';
import { nameOf } from './calls.ts';
import { hidesText } from './carrying.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions } from './asking.ts';
import { privateQuestions } from './changes.ts';
import { LOCAL, hasTag } from './effects.ts';
import { addAuthor, addMadeLinks } from './messages.ts';
import { fetchQuestions } from './network.ts';
import { plantedQuestions } from './planting.ts';
import { isPlantAsked, plantAt } from './plants.ts';
import type { House } from './house.ts';
import { addGuide, addHosts } from './results.ts';
import { showsCredentials } from './secretText.ts';
import { addressesIn, tenantOf } from './tenants.ts';

/** Arguments of tools for code that choose nothing outside of the place which others name. */
const DETAILS =
  /^(?:head|base|branch|ref|sha|from_?branch|to_?branch|source_?branch|target_?branch|commit_?(?:id|sha|title|message)|labels?|state|event|draft|paths?|side|line|start_?line|milestone|tag(?:_?name)?|title|query|q|language|maintainer_can_modify|merge_?method|organization|private|auto_?init|thread_?ts|node_?id|due_?on|status|type|priority|team_?id|project_?id)$/iu;

/** Returns what the user must say yes to before a tool runs, for an agent that writes code. */
export function questionsForCodeTool(action: CodeAction): readonly FlowQuestion[] {
  const { tool, args, declared, state } = action;
  const page = fetchedAddress(tool, args, declared);
  const all = flatArguments(tool, args, declared);
  const secrets = all.flatMap(each => secretQuestions(each, action));
  if (page !== undefined) {
    const late = state.hasReadSecret && declared.asksAfterSecret && secrets.length === 0;
    if (late) return [{ why: 'after_secret', key: 'url', value: page, grants: [] }];
    return [...(state.isTainted ? fetchQuestions(page, 'url', action) : []), ...secrets];
  }
  if (onlyLooks(action)) {
    const addresses = all.filter(({ value }) => typeof value === 'string' && hostsOf(action).some(host => value.includes(host)));
    return [
      ...(state.isTainted ? addresses.flatMap(({ key, value }) => fetchQuestions(String(value), key, action)) : []),
      ...secrets,
    ];
  }
  const asked = questionsFor(action);
  const told = asked.some(({ why }) => why === 'secret' || why === 'after_secret');
  const uploaded = state.isTainted ? uploadQuestions(action) : [];
  const found = [
    ...uploaded,
    ...asked.filter(question => question.why !== 'act' && !isMeant(question, action)),
    ...(told || !isShared(action) ? [] : secrets),
  ];
  if (!state.isTainted || !isActingCall(action, asked)) return found;
  return [
    ...found,
    ...actOf(asked, action),
    ...dataQuestions(action),
    ...hiddenQuestions(all, action),
    ...plantedPaths(action),
    ...plantedQuestions(action),
    ...privateQuestions(tool, placesOf(action), action),
  ];
}

/** Asks about encoded text in a message to others: no person sees what it says. */
function hiddenQuestions(all: readonly Argument[], action: CodeAction): readonly FlowQuestion[] {
  if (!isShared(action)) return [];
  const hiding = all.filter(({ kind, value }) => kind === 'content' && typeof value === 'string' && hidesText(value));
  const isAsked = ASKS_TO_ENCODE.test(meantOf(action.state.names));
  return hiding.flatMap(({ key }) => actQuestions('carried', key, 'an encoded text', isAsked, action));
}

const hostsOf = ({ effects }: CodeAction): readonly string[] =>
  effects.flatMap(({ target }) =>
    target?.type === 'network' && target.host !== undefined && !LOCAL.test(target.host) ? [target.host] : [],
  );

/** Whether a tool, by what it would do, only reads, or acts on a page that is open in a browser. */
const onlyLooks = ({ effects }: CodeAction): boolean =>
  effects.length > 0 &&
  effects.every(({ kind, target, tags = [] }) => {
    if (kind === 'network') return target?.type === 'network' && target.direction === 'download' && tags.length === 0;
    return kind === 'read' || (kind === 'write' && tags.includes('browses'));
  });

const isShared = ({ effects }: CodeAction): boolean =>
  effects.some(({ tags = [] }) => tags.includes('shares') || tags.includes('remote_change'));

const isActingCall = (action: CodeAction, asked: readonly FlowQuestion[]): boolean =>
  asked.length > 0 || isShared(action) || action.effects.some(({ kind }) => kind === 'write');

/** Whether a value is the name of a file whose text the call itself has: `files: { 'a.ts': … }`. */
const isSentFile = (key: string, value: string, { files }: CodeAction['args']): boolean =>
  key === 'files' && isRecord(files) && Object.hasOwn(files, value);

/** Whether a question is about a detail of code, or about what the project itself names. */
function isMeant({ why, key, value }: FlowQuestion, action: CodeAction): boolean {
  if (why === 'aim') {
    const isDetail = DETAILS.test(key) || isSentFile(key, value, action.args);
    return (isDetail && action.declared.of(action.tool).args?.[key] === undefined) || isAllowed('place', value, action);
  }
  if (why === 'carried') return !addressesIn(value).some(each => fold(each) === fold(value)) || isAllowed('fetch', value, action);
  return why === 'dictated' && isShared(action) && isActAsked(toolWords(action.tool), action.state.names);
}

/** Files that a tool uploads: never one of secrets, and another where a prompt asks for something to be sent. */
function uploadQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { effects, tool, state } = action;
  if (!effects.some(effect => hasTag(effect, 'uploads'))) return [];
  const files = effects.flatMap(effect =>
    effect.kind === 'read' && effect.target?.type === 'file' ? [{ name: nameOf(effect.target.lexical), effect }] : [],
  );
  return files.flatMap(({ name, effect }) =>
    showsCredentials(effect)
      ? actQuestions('secret', name, name, false, action)
      : actQuestions('act', name, tool, ASKS_TO_SEND.test(meantOf(state.names)), action),
  );
}

/** Data or rights that a tool changes in a database: a prompt must ask for a change. */
export function dataQuestions(action: CodeAction): readonly FlowQuestion[] {
  const kinds = new Set(
    action.effects.flatMap(({ kind, target }) => (target?.type === 'named' && target.category === 'database' ? [kind] : [])),
  );
  const meant = meantOf(action.state.names);
  if (kinds.has('configure')) return actQuestions('act', '', action.tool, ASKS_TO_GRANT.test(meant), action);
  const changes = kinds.has('write') || kinds.has('delete');
  return changes ? actQuestions('act', '', action.tool, ASKS_TO_CHANGE_DATA.test(meant), action) : [];
}

function actOf(asked: readonly FlowQuestion[], action: CodeAction): readonly FlowQuestion[] {
  const isNeeded = isShared(action) || asked.some(({ why, key }) => why === 'act' || (why === 'aim' && !DETAILS.test(key)));
  if (!isNeeded) return [];
  const { event, state } = action.args;
  const said = [...toolWords(action.tool), ...[event, state].filter(each => typeof each === 'string')];
  const isAsked = isActAsked(said, action.state.names) || (said.length === 1 && hasAct(action));
  return actQuestions('act', '', action.tool, isAsked, action);
}

/** The repositories that the arguments of a call name. */
function placesOf({ args }: Pick<Reading, 'args'>): readonly string[] {
  const [owner, repo] = [args['owner'], args['repo'] ?? args['repository'] ?? args['project']];
  if (typeof repo !== 'string') return [];
  return [fold(typeof owner === 'string' ? `${owner}/${repo}` : repo)];
}

/** Files that run something later, in a commit that a service makes. */
function plantedPaths(action: CodeAction): readonly FlowQuestion[] {
  const { names } = action.state;
  return flatArguments(action.tool, action.args, action.declared)
    .filter(({ key }) => /^(?:path|file_?path|filename)$/iu.test(key))
    .flatMap(({ value }) => {
      const plant = plantAt(`/${String(value)}`);
      return plant === undefined
        ? []
        : actQuestions('plant', String(value), plant.what, isPlantAsked(plant, nameOf(String(value)), names), action);
    });
}

const HIT = /(?<!\\)"url"\s*:\s*"(https?:[^"\\]{1,2000})"/gu;
/** Words of the names of tools that read mail. */
const MAIL = /^(?:gmail|inbox|outlook|e?mails?)$/u;

/** Services whose text is private, with the words by which a prompt names them. */
const PRIVATE_SOURCES: readonly (readonly [tool: RegExp, named: RegExp])[] = [
  [MAIL, /\be?-?mails?|\binbox|\boutlook/u],
  [
    /^(?:slack|teams|discord|messages|chat|channel|channels)$/u,
    /\bslack|\bteams\b|\bdiscord|\bmessag|\bchannel|\bthread|\bchat|(?:^|\s)#\w/u,
  ],
  [
    /^(?:drive|gdrive|notion|confluence|sharepoint)$/u,
    /\bdrive\b|\bnotion|\bconfluence|\bwiki|\bdoc(?:s|ument)?\b|\bpages?\b|\bspec/u,
  ],
  [/^(?:calendar)$/u, /\bcalendar|\bmeeting|\bappointment|\bevents?\b/u],
];

/** Returns what the result of a tool adds, for an agent that writes code: the addresses of a search, and what a page installs, as well. */
export function readCodeTool(reading: Reading, house: House): FlowAddition {
  const { tool, args, declared, output, hashing, state } = reading;
  // A tool whose name does not say that it acts may read.
  const isUnclear = !isKnownVerb(verbOf(tool)) && declared.of(tool).acts === undefined;
  const asRead: Declarations = { ...declared, of: name => ({ ...declared.of(name), acts: false }) };
  const added = readResult(isUnclear ? { ...reading, declared: asRead } : reading);
  const text = textOf(output).slice(0, 100_000);
  const page = fetchedAddress(tool, args, declared);
  if (isWebSearch(tool))
    for (const [, address = ''] of `${text}\n${jsonOf(output)}`.matchAll(HIT))
      added.values.push([hashing.of(linkOf(address)), 'hit']);
  if (page !== undefined) addGuide(page, text, reading, added);
  addHosts(text, reading, added);
  if (!state.isTainted)
    for (const { value } of flatArguments(tool, args, declared))
      if (typeof value === 'string' && value.length <= 200) added.values.push([hashing.of(fold(value)), 'own']);
  if (!isMeantByNumber(reading))
    for (const place of placesOf(reading)) if (!isKnownPlace(place, reading, house)) added.privates.add(place);
  if (isPrivateSource(reading)) added.privates.add(tool);
  if (isActing(tool, args, declared)) addMadeLinks(reading, added);
  else if (wordsOfTool(tool).some(word => MAIL.test(word))) addAuthor(reading, added);
  return added;
}

const NUMBERED = /^(?:(?:issue|pull|pr|merge_request|discussion)_?)?(?:number|iid)$/iu;

/** Whether a prompt itself named what a call read, by its number, before text of outsiders was there: the user knows where it is. */
const isMeantByNumber = ({ args, state }: Reading): boolean =>
  !state.isTainted &&
  Object.entries(args).some(
    ([key, value]) =>
      NUMBERED.test(key) &&
      /^\d{1,7}$/u.test(String(value)) &&
      new RegExp(
        `(?:#|!|\\b(?:issue|pr|mr|pull request|merge request|ticket|discussion) (?:no\\.? ?)?)${String(value)}\\b`,
        'u',
      ).test(state.names),
  );

const wordsOfTool = (tool: string): readonly string[] => tool.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Whether a tool reads what is private, and no prompt speaks of it. A declaration decides before the name. */
function isPrivateSource({ tool, declared, state }: Reading): boolean {
  const told = declared.of(tool).private;
  if (told !== undefined) return told;
  const words = wordsOfTool(tool);
  // The messages of a browser's console are no chat.
  if (words.includes('console')) return false;
  const found = PRIVATE_SOURCES.filter(([name]) => words.some(word => name.test(word)));
  return found.length > 0 && !found.some(([, named]) => named.test(state.names));
}

const jsonOf = (output: unknown): string => (typeof output === 'object' ? (JSON.stringify(output) ?? '') : '');

const isKnownPlace = (place: string, { state, declared }: Reading, house: House): boolean => {
  const [owner = '', repo = ''] = place.split('/');
  if (declared.isPublicPlace(place)) return true;
  return (
    isNamed(place, state) ||
    (repo !== '' && isNamed(repo, state)) ||
    (house.reaches(tenantOf(`github.com/${owner}/x`)) && house.names(repo))
  );
};
