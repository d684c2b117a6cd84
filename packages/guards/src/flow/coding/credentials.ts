import type { Effect, FileTarget } from '@licet/core';
import { isSecretPath, isWithin } from '@licet/effects/places';

import type { FlowQuestion } from '../judging.ts';
import { fold, isIn } from '../words.ts';
import { ASKS_FOR_CREDENTIALS, meantOf } from './acts.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, operandsOf, pathIn } from './calls.ts';
import { showsCredentials } from './secretText.ts';

/** Programs that look for a text, and the tools of agents that do. */
const SEARCHES = /^(?:[ef]?grep|rg|ripgrep|ag|ack|ugrep|findstr|select-string|Grep|search\w*)$/iu;
/** Programs that look for files by their names. */
const FINDS = /^(?:find|fd|fdfind|locate|ls|Glob)$/u;

/** Words for credentials, each as a whole: `next_token` is none. */
const WORD =
  /(?<![\p{L}\p{N}_])(?:(?:aws|access|secret|private|api|auth|client|account|session|encryption|signing|app|service)[\W_]{0,3}?)*(?:key|token|secret|passw(?:or)?d|passwd|pwd|passphrase|credential|apikey|bearer)s?(?![\p{L}\p{N}_])/giu;
/** The shape of a key or of a file that holds one. */
const SHAPE =
  /AKIA|ASIA|BEGIN[^|]{0,20}PRIVATE|gh[pousr]_|github_pat|xox[abp]|sk[-_](?:live|proj|ant|test)|AIza|glpat|\beyJ|-----BEGIN/u;
/** What follows a word where a value is looked for. */
const VALUE = /^[)\]]?(?:\\[sbt]|\[[^\]]*\]|[\s"'`\\?*+])*(?:[=:]|\[[=:])/u;
const LONE = /^(?:key|token|secret)s?$/iu;

/** Whether a pattern looks for values of credentials: a shape, several words for them, one with a value behind it, or one that leaves no doubt. */
function looksForCredentials(pattern: string): boolean {
  if (SHAPE.test(pattern)) return true;
  const found = [...pattern.matchAll(WORD)];
  const kinds = new Set(found.map(([word]) => word.toLowerCase().replaceAll(/[\W_]|s$/gu, '')));
  if (kinds.size === 0) return false;
  if (kinds.size > 1) return true;
  return found.some(
    ({ 0: word, index }) => VALUE.test(pattern.slice(index + word.length)) || (!LONE.test(word) && /[\W_]/u.test(word)),
  );
}

const patternsOf = (call: CodeCall, { args }: Pick<CodeAction, 'args'>): readonly string[] => {
  const pattern = args['pattern'] ?? args['query'] ?? args['regex'];
  if (typeof pattern === 'string') return [pattern];
  const [verb = ''] = operandsOf(call);
  const isSearch =
    SEARCHES.test(call.program) ||
    (call.program === 'git' && /^(?:grep|log)$/u.test(verb)) ||
    (call.program === 'gh' && verb === 'search');
  return isSearch ? [call.words.slice(1).join('|')] : [];
};

const filesOf = ({ program, words }: CodeCall, { args }: Pick<CodeAction, 'args'>): readonly string[] => {
  const { pattern, glob } = args;
  return [
    ...[pattern, glob].filter(each => typeof each === 'string' && program !== 'Grep'),
    ...(FINDS.test(program) ? words.slice(1) : []),
  ].map(String);
};

const KEY_FILE =
  /(?:^|[/*.])(?:id_(?:rsa|ed25519|ecdsa|dsa)\*?|[\w*-]*\.(?:pem|p12|pfx|jks|kdbx|keystore)|\*?\.?key|\.env[\w.*-]*|credentials[\w.*-]*|\.(?:npmrc|pypirc|netrc|pgpass))$/u;

/** Whether a call looks for credentials, by their values or by the names of files. */
export const searchesCredentials = (call: CodeCall, action: Pick<CodeAction, 'args'>): boolean =>
  patternsOf(call, action).some(looksForCredentials) ||
  filesOf(call, action).some(word => KEY_FILE.test(word) && /[*?]|^id_|^\./u.test(word));

/** Whether an effect shows a credential that ordinary work does not need: a private key, one of this user, one that a program prints. */
function isPersonal(effect: Effect, { place }: CodeAction): boolean {
  const { target } = effect;
  if (!showsCredentials(effect)) return false;
  if (target?.type === 'named') return target.category === 'secret';
  return target?.type === 'file' && (!isWithin(target.lexical, place.root) || isKey(target, place.home));
}

const isKey = ({ lexical }: FileTarget, home: string | undefined): boolean =>
  KEY_FILE.test(nameOf(lexical)) && !/\.env/u.test(nameOf(lexical)) && isSecretPath(lexical, undefined, home);

/** Asks about credentials that are looked for, or shown, after text of outsiders was read: a prompt must speak of them. */
export function credentialQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { calls, state } = action;
  return calls.flatMap(call => {
    const shown = call.effects.filter(effect => isPersonal(effect, action)).map(({ target }) => wayTo(target, action));
    const names = [...new Set(searchesCredentials(call, action) ? ['credentials in files', ...shown] : shown)];
    return names.flatMap(name => {
      const isAsked = ASKS_FOR_CREDENTIALS.test(meantOf(state.names)) || isIn(fold(nameOf(name)), state.names);
      return actQuestions('reveal', call.program, name, isAsked, action);
    });
  });
}

const wayTo = (target: Effect['target'], { folder }: CodeAction): string =>
  target?.type === 'file' ? pathIn(folder, target.lexical) : target?.type === 'named' ? `a credential of ${target.name}` : '';
