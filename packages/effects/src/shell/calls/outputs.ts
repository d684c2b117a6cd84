import type { CallPatterns } from '../../programs/callPatterns.ts';
import { fitsCall, isOneOf } from '../../programs/callPatterns.ts';
import { absolutePath } from '../../places/lexical.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { knownText, mergeOrigins } from '../words/field.ts';
import type { Field, Origin } from '../words/field.ts';
import { spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { keepsValues } from './allVariables.ts';
import { printSettings } from './clusterFiles.ts';
import { ENDLESS_FILE, withEnd } from './endless.ts';
import { ARCHIVERS } from './broughtAlong.ts';
import { LINE_FILTERS, namesLeft } from './lineFilters.ts';
import type { UsedWord, ResolvedCall } from './resolveCall.ts';
import { printedMembers } from '../../programs/archiveContents.ts';
import { namesProcesses } from '../../programs/processNames.ts';
import { specialOutput } from './specialOutputs.ts';

const { raw } = String;

/** Programs that print one word which says little: a number, a date, a hash, a version, a plain name. */
const WORD_PRINTERS =
  'date wc id whoami hostname uname nproc arch uuidgen md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum cksum expr seq tput getconf pgrep pidof tty stat du df basename logname users bc dc od factor numfmt sleep true false test lscpu free uptime locale nvidia-smi jot sw_vers rustc';

/** Code that prints one field of the project's own manifest. */
const VERSION_OF_PROJECT = /^\s*(?:console\.log\()?require\((['"])\.\/package(?:\.json)?\1\)\.\w+\)?;?\s*$/;

/** Programs that cut a part out of each line. */
const CUTTERS = /^(?:cut|[gmn]?awk|g?sed|tr|perl|column|expand|paste)$/;

/** Commands whose output is meant for `eval` and only sets the shell up. Sources: the manuals of the programs. */
const SET_UP: CallPatterns = [
  ['ssh-agent', '(?: ?-[a-z]+)*$'],
  ['direnv', raw`(?:hook|export) \w+$`],
  ['pyenv rbenv nodenv jenv goenv plenv', raw`(?:init|virtualenv-init|sh-\w+)`],
  ['brew', 'shellenv'],
  ['starship', raw`init \w+$`],
  ['zoxide', 'init '],
  ['fnm', 'env'],
  ['mise', '(?:activate|env)'],
  ['rtx', 'activate'],
  ['conda', raw`shell\.\w+ (?:hook|activate)`],
  ['micromamba', 'shell hook'],
  ['dircolors lesspipe', ''],
  ['resize', '$'],
  ['opam', '(?:config )?env'],
  ['docker-machine', 'env'],
  ['minikube', raw`(?:-p \S+ )?docker-env`],
  ['luarocks', 'path'],
  ['thefuck', '--alias'],
  ['register-python-argcomplete keychain asdf nvm', '.'],
  ['fzf', '--(?:bash|zsh)$'],
  ['atuin', 'init '],
  ['gh', 'completion'],
  ['ros ros2', '.'],
  ['volta', 'setup$'],
  ['jump', 'shell'],
  ['op', 'signin'],
  ['gcloud', '.*--format.*shell'],
];

const setsUp = (program: string, words: readonly string[]): boolean =>
  fitsCall(SET_UP, program, words.join(' ')) || (/^completions?$/.test(words[0] ?? '') && words.length > 1);

/** What a program prints, as far as its descriptor, its words and its input tell. */
export function outputOf(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const output = withEnd(printedBy(call, words, frame), call, words, frame);
  if (frame.stdin?.origins.includes('variables') !== true || keepsValues(call)) return output;
  return { ...output, origins: output.origins.filter(origin => origin !== 'variables') };
}

function printedBy(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const [program = ''] = call.path;
  const operands = call.operands.map(({ text }) => text ?? '?');
  const options = call.line.given.map(({ option }) => option.name);
  const { stdin } = frame;
  if (setsUp(program, [...call.path.slice(1), ...operands]) || setsUp(program, [...options, ...operands]))
    return { text: '', origins: [] };
  const special = printSettings(call, frame) ?? specialOutput(program, call, frame);
  if (special !== undefined) return special;
  const origins = originsOf(call, words, frame);
  const files = words.filter(({ use, operand }) => operand && use.as === 'read');
  spend(frame.run, (stdin?.text?.length ?? 0) / 128);
  if (files.length === 0 && stdin?.isIgnored === true && CUTTERS.test(program)) return stdin;
  const left = files.length > 0 || stdin?.paths === undefined ? undefined : namesLeft(call, stdin.paths, stdin.isIgnored);
  if (left !== undefined) return { ...stdin, origins: stdin?.origins ?? [], paths: left };
  const decoded = decode(call, files.length === 0 ? stdin : contentOfFiles(files, frame));
  if (decoded !== undefined) return { ...decoded, origins: mergeOrigins(mergeOrigins(origins, decoded.origins), ['decoded']) };
  if (/^(?:cat|bat|tac|tee|pv)$/.test(program)) return throughput(program, files, origins, frame);
  const isVersion = VERSION_OF_PROJECT.test(call.values('-e').at(-1)?.text ?? '');
  const word =
    isVersion || isOneOf(WORD_PRINTERS, program) || (LINE_FILTERS.test(program) && stdin?.token === true && files.length === 0);
  const isArchive = ARCHIVERS.test(program) && printedMembers(call) === undefined && !call.has('-x') && !call.has('-t');
  return { origins, ...(word ? { token: true } : {}), ...(isArchive ? { isArchive } : {}) };
}

/** The input in another form, when the program's description says that it decodes; the text as far as it is known. */
function decode(call: ResolvedCall, input: Stream | undefined): Stream | undefined {
  const decoding = call.descriptors[0]?.decodes;
  if (decoding === undefined || decoding.when?.some(option => call.has(option)) === false) return undefined;
  if (decoding.unless?.(call, input !== undefined) === true) return undefined;
  const origins = input?.origins ?? [];
  const text = input?.text === undefined ? undefined : decoding.text?.(input.text, call);
  return text === undefined ? { origins } : { text, origins };
}

function throughput(program: string, files: readonly UsedWord[], origins: readonly Origin[], frame: Frame): Stream {
  if (files.length === 0 || program === 'tee') return frame.stdin ?? opaque();
  const content = contentOfFiles(files, frame);
  return content.text === undefined ? { origins } : content;
}

function contentOfFiles(files: readonly UsedWord[], frame: Frame): Stream {
  const [only, ...more] = files;
  if (only === undefined || more.length > 0) return opaque('file');
  return only.field.text === '-' ? (frame.stdin ?? opaque()) : contentOf(only.field, frame);
}

/** One field of what describes a project to everybody: a name, a version. */
function picksVersion(call: ResolvedCall, { text }: Field): boolean {
  if (
    !/^(?:jq|yq)$/.test(call.path[0] ?? '') ||
    !/(?:^|\/)(?:package|composer|manifest|deno|lerna|Chart)\.(?:json|ya?ml)$/.test(text)
  )
    return false;
  return /^\.[\w"-]+(?:\.[\w"@/-]+|\[[\w"@/-]+\])*$/.test(call.operands[0]?.text ?? '');
}

function originsOf(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): readonly Origin[] {
  const origins = new Set<Origin>(frame.stdin?.origins);
  if (namesProcesses(call)) origins.add('process');
  for (const { use, field } of words) {
    if (use.as === 'read') {
      if (!picksVersion(call, field)) origins.add('file');
      if (field.origins.includes('process')) origins.add('process');
      const path = absolutePath(field.text, frame.state.cwd) ?? field.text;
      if (isSecretPath(path, field.glob ? field.text : undefined, frame.run.options.home)) origins.add('secret');
      for (const origin of frame.run.files.get(path)?.origins ?? []) origins.add(origin);
    }
    if (use.as === 'url') origins.add('network');
  }
  return [...origins];
}

/** What reading the file gives. */
export function contentOf(field: Field, frame: Frame): Stream {
  const text = knownText(field);
  if (text === '/dev/null') return emptyStream;
  if (text !== undefined && ENDLESS_FILE.test(text)) return { origins: [], isEndless: true };
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  const written = path === undefined ? undefined : frame.run.files.get(path);
  if (written !== undefined) return written;
  const secret = isSecretPath(path ?? field.text, field.glob ? field.text : undefined, frame.run.options.home);
  const content = secret ? opaque('file', 'secret') : opaque('file');
  return path === undefined ? content : { ...content, file: path };
}
