import { isSecretVariable, mayHoldSecret, isSecretPath } from '../../../places/secrets.ts';
import type { CallPatterns } from '../../../programs/callPatterns.ts';
import { fitsCall } from '../../../programs/callPatterns.ts';
import { emit, emitEnvironment } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { knownText } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import type { Stream } from '../../words/stream.ts';
import { opaque } from '../../words/stream.ts';
import type { AssignedCall, ResolvedCall, UsedWord } from '../call.ts';
import { isKept } from '../emitFile.ts';
import { packsTrees, printedOf, factOf } from '../resolve.ts';

const { raw } = String;

/** Records the credentials that words take from variables of the environment; an address may have a password in it. True when every variable is meant in turn. */
export function emitSecretVariables(fields: readonly Field[], program: string, frame: Frame): boolean {
  let isAny = false;
  for (const { source } of fields) {
    for (const [, sign, own = ''] of source.matchAll(/\$\{?(!?)([A-Za-z_]\w*)(?![*@\w])/g)) {
      const led = frame.state.variables.get(own);
      const name = sign === '!' ? (knownText(led?.fields[0]) ?? (led === undefined ? own : '*')) : own;
      if (frame.state.variables.has(name)) continue;
      const target = { type: 'named', category: 'variable', name } as const;
      isAny ||= name === '*' && led?.fields[0]?.origins.includes('environment') === true;
      if (isSecretVariable(name)) emit(frame, { kind: 'read', target, program, tags: ['secret'] });
      else if (name === '*' || mayHoldSecret(name))
        emit(frame, { kind: 'read', target, program, possible: true, tags: ['secret', 'among'] });
    }
  }
  return isAny;
}

/** Calls whose words become part of a history or of a page that others read. */
const RECORDS: CallPatterns = [
  ['git', raw`(?:commit|tag|notes|stash|merge|branch|checkout|switch)\b`],
  ['hg svn bzr fossil', raw`(?:commit|ci|tag)\b`],
  ['jj', raw`(?:commit|describe|new|split)\b`],
  ['gh glab hub tea', raw`(?:pr|mr|issue|release|gist|snippet|api|pull-request)\b`],
];

/** Records the credentials that the words of a message, a name or a page take from the environment. */
export function emitRecorded({ call, plain: words, inside: frame }: Pick<AssignedCall, 'call' | 'plain' | 'inside'>): void {
  const [program = '', ...path] = call.path;
  if (!fitsCall(RECORDS, program, [...path, ...call.operands.map(({ text }) => text ?? '?')].slice(0, 2).join(' '))) return;
  const expanded = words.filter(({ origins }) => origins.includes('environment'));
  emitSecretVariables(expanded, program, frame);
  if (expanded.some(({ origins }) => origins.includes('variables'))) emitEnvironment(frame, program);
}

const WHOLE_ENVIRONMENT =
  /\bprocess\.env\b(?!\s*(?:\?\.|\.|\[))|\bos\.environ\b(?!\s*(?:\.(?!items|copy|values)|\[))|\bENV\.(?:to_h|inspect|each|to_a)|%ENV\b|\bgetenv\(\s*\)|\bDeno\.env\.toObject|\b(?:Bun|import\.meta)\.env\b(?!\s*(?:\?\.|\.|\[))|\bSys\.getenv\(\s*\)|\bSystem\.get_?env\(\s*\)/;

/** Whether code takes every variable of the environment, to print them as far as anybody can tell. */
export function takesAllVariables(language: string, text: string): boolean {
  const destructures = /\}\s*=\s*process\.env\b|env:\s*(?:process\.env|os\.environ)|\.\.\.process\.env/.test(text);
  return !destructures && (language === 'awk' ? /\bENVIRON\b(?!\s*\[\s*")/.test(text) : WHOLE_ENVIRONMENT.test(text));
}

/** Libraries that read files of variables, in the languages that have one: dotenv's `config`, python-dotenv, Node's own. */
const LOADS = /\b(?:dotenv(?:_values)?|load_dotenv|loadEnvFile|parseEnv|Dotenv)\b/;

/** The files of variables that code reads by a library: those that it names, else the usual one. */
export function loadedByCode(text: string): readonly string[] {
  if (!LOADS.test(text)) return [];
  const named = [...text.matchAll(/(['"`])((?:[\w./~-]*\/)?[\w-]*\.?env(?:\.[\w.-]+)?)\1/g)].map(([, , name = '']) => name);
  const files = named.filter(name => /(?:^|\/)[\w-]*\.env\b/.test(name));
  return files.length === 0 ? ['.env'] : files;
}

/** Whether code takes the values of such a file, other than into the environment. Names alone are none. */
export const handsOver = (text: string): boolean =>
  LOADS.test(text) &&
  /\bparsed\b|\bparse\(|\bdotenv_values\b|\bparseEnv\b|\bDotenv\.parse\b/.test(text) &&
  (/\w\[[a-z]\w*\]/i.test(text) || !/\bObject\.keys\(|\.keys\(\)|\b(?:list|sorted|set|len)\(\s*dotenv_values\(/.test(text));

/** All variables as the beginning of those that another program is given, or under another name. */
const PASSED_ON =
  /\b\w*env\w*\s*=\s*(?:dict\(\s*)?(?:\{\s*\*\*\s*)?(?:os\.environ(?:\.copy\(\))?|process\.env)|\*\*\s*os\.environ|os\.environ\.copy\(\)|\bObject\.assign\(\{\}, process\.env/g;

/** What source text prints, which is not known, except for all variables. */
export function printedByCode(language: string, { text }: Field): Stream {
  return takesAllVariables(language, text.replace(PASSED_ON, '')) ? opaque('environment', 'variables') : opaque();
}

/** Code that puts what it gets into a file, or into another form. */
const KEEPS = /base64|btoa|\bhex|writeFile|write_text|\bopen\([^)]*['"][wax]|File\.write|zlib/;

/** Whether a call that gets all variables hides them, or puts them into a file. */
function hidesVariables(call: ResolvedCall, words: readonly UsedWord[], { run }: Frame): boolean {
  const isCopy = factOf(call, 'copies') === 'copy';
  const writes = words.some(
    ({ use, field }) =>
      (/^(?:write|update)$/.test(use.as) && isKept(field)) ||
      (use.as === 'code' && (use.language === 'awk' ? />\s*"/ : KEEPS).test(field.text)) ||
      (use.as === 'read' && isCopy && /^\/dev\/(?:stdin|fd\/0)$/.test(field.text)),
  );
  return writes || factOf(call, 'hides') === true || packsTrees(call.path[0] ?? '', run);
}

/** A file that this command has put all variables into: `<(env)`. */
const isList = ({ text }: Field, { run }: Frame): boolean => run.files.get(text)?.origins.includes('variables') === true;

/** Taking credentials out of a list of variables: `env | grep -i token`. */
export function filterEnvironment({ call, words, context }: Pick<AssignedCall, 'call' | 'words' | 'context'>): void {
  const { frame, program, printed } = context;
  if (factOf(call, 'hides') === true && printed?.origins.includes('variables') === true) emitEnvironment(frame, program);
  if (factOf(call, 'copies') === 'copy' && words.some(({ field }) => isList(field, frame))) emitEnvironment(frame, program);
  if (frame.stdin?.origins.includes('environment') !== true) return;
  if (frame.stdin.origins.includes('variables') && hidesVariables(call, words, frame)) return emitEnvironment(frame, program);
  if (call.has('-v')) return;
  const isAimed = (text: string): boolean =>
    isSecretVariable(text) || /secret|token|passw|credential|api.?key|^\^?key|auth/i.test(text);
  const aimed = words.find(({ use, field }) => (use.as === 'text' || use.as === 'code') && isAimed(field.text));
  if (aimed === undefined) return;
  const target = { type: 'named', category: 'variable', name: aimed.field.text } as const;
  emit(frame, { kind: 'read', target, program, tags: ['secret'] });
}

/** An expression that says no word: every line has it that names a variable. */
const saysNothing = (expression: string): boolean => !/[A-Za-z]{2}/.test(expression.replace(/\[[^\]]*\]|\\[A-Za-z]/g, ''));

/** A part of a script of awk that prints the first field, or less. */
const PRINTS_NAMES = /^[^$]*(?:\$1\b[^$]*)+$/;

/** Whether what a program makes of a list of all variables has the values of all of them too. */
export function keepsValues(call: ResolvedCall): boolean {
  const text = call.values('-e')[0]?.text ?? call.operands[0]?.text ?? '';
  switch (printedOf(call)) {
    case 'matches':
      if (['-c', '-l', '-q'].some(option => call.has(option))) return false;
      return call.has('-v') ? !/secret|token|passw|key|credential/i.test(text) : saysNothing(text);
    case 'columns':
      return !call.values('-b').some(field => field.text === '1');
    case 'sed':
      return !/=(?:\\\))?[.[(]/.test(text) && (!call.has('-n') || saysNothing(text.replace(/p$/, '')));
    case 'awk':
      return !PRINTS_NAMES.test(text) && saysNothing(text.replace(/\bprintf?\b|\b[A-Z]{2}\b|"[^"]*"/g, ''));
    case 'input':
    case 'lines':
    case 'layout':
    case 'fields':
      return true;
    default:
      return false;
  }
}

/** Records that a file of secrets is printed by what has read it into the environment. */
export function emitPrinted(path: string, program: string, frame: Frame): void {
  const target = { type: 'file', lexical: path, resolved: path } as const;
  emit(frame, { kind: 'read', target, program, tags: ['secret'], isAlwaysSaid: true });
}

/** Files from which Bun fills its environment by itself. Source: its documentation. */
const LOADED_BY_BUN = ['.env', '.env.local', '.env.development', '.env.production', '.env.test'];

/** The files of secrets that the environment was loaded from, as far as this command tells. */
function loadedFrom(program: string, { state, run }: Frame): readonly string[] {
  const own = program !== 'bun' ? [] : LOADED_BY_BUN.map(name => `${state.cwd ?? '?'}/${name}`);
  const lies = (path: string): boolean =>
    isSecretPath(path, undefined, undefined) && run.options.files?.identity(path) !== undefined;
  return [...(state.loaded === undefined ? [] : [state.loaded]), ...own.filter(lies)];
}

/** A command that prints every variable: credentials may be among them. Those of another machine are of another kind than a workplace's. */
export function printEnvironment(program: string, frame: Frame): Stream {
  if (frame.tags.includes('remote_execution')) {
    emitEnvironment(frame, program);
    return { origins: ['environment', 'variables'] };
  }
  for (const path of loadedFrom(program, frame)) emitPrinted(path, program, frame);
  const target = { type: 'named', category: 'variable', name: '*' } as const;
  emit(frame, { kind: 'read', target, program, possible: true, tags: ['secret', 'among'] });
  return { origins: ['environment', 'variables'] };
}
