import { alike } from '../../alike.ts';
import { baseName } from '../../places/lexical.ts';
import type { OptionTable } from '../../programs/descriptor.ts';
import { readCommandLine, hasOption, valuesOf, OptionIndex } from '../calls/commandLine.ts';
import { emitGivenFiles } from '../calls/emitFile.ts';
import { emitVariable } from '../calls/rules/settings.ts';
import { isStandardInput } from '../calls/runUses.ts';
import { descend, emitUnknown } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { forkState, setVariable } from '../words/shellState.ts';
import { concat, opaque } from '../words/stream.ts';
import { fromFish } from './fish.ts';
import { cmd, powershell } from './windowsShells.ts';

/** Commands of Nushell that give what comes through the pipe in another shape. Source: its list of commands. */
const SHAPES = new Set(
  'where get select reject sort-by sort reverse first last skip take length uniq uniq-by group-by columns values flatten compact transpose enumerate find is-empty describe to from into str split lines math rename headers move table grid explore format date inspect'.split(
    ' ',
  ),
);

/** Commands that look at the machine, or compute. */
const LOOKS = new Set('version sys ps which pwd help echo print seq whoami uname date random'.split(' '));

/** Signs by which a pipeline does more than give data on: programs, code, files, substitutions. */
const MORE = /[`^{}();&<\n$\\]|(?:^|\s)(?:o|e|out|err)\+?>|>>/;

/** A pipeline of Nushell that only looks, in the words of a POSIX shell; undefined where it may do more. */
function fromNushell(text: string): string | undefined {
  if (MORE.test(text)) return undefined;
  const parts = text.split('|').map(part => part.trim());
  const translated = parts.map((part, at) => {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(part) ?? [];
    if (at === 0 && word === 'open') return `cat -- ${rest.replace(/(?:^|\s)--?\w+/g, '')}`;
    if (at === 0 && (word === 'ls' || word === 'glob')) return `ls ${rest}`;
    if (at === 0 && LOOKS.has(word)) return 'true';
    return at > 0 && SHAPES.has(word) ? 'cat' : undefined;
  });
  return translated.includes(undefined) ? undefined : translated.join(' | ');
}

const options: OptionTable = {
  '-c': 'flag',
  '-s': 'flag',
  '-u': 'flag',
  '-o +o -O +O': 'text',
  '--rcfile --init-file': 'execute',
  '--version --help': 'flag',
  '-n': 'flag',
};

/** fish takes each text with its option. Source: fish(1). */
const fishOptions: OptionTable = {
  '-c --command': 'shell',
  '-C --init-command': 'shell',
  '-d --debug -o --debug-output -D --debug-stack-frames -f --features': 'text',
  '--profile --profile-startup': 'write',
  '--version --help': 'flag',
  '-n --no-execute': 'flag',
};

/** Variables that fish keeps for every later shell: `set -Ux NAME value`. Source: set(1) of fish. */
const UNIVERSAL =
  /\bset\s+(?:-\S{1,40}\s+){0,4}?(?:-\w{0,8}U\w{0,8}|--universal)\s+(?:-\S{1,40}\s+){0,4}([A-Za-z_]\w*)\s+([^;|&\n]+)/g;

function keepUniversal(code: Field, frame: Frame): void {
  for (const [, variable = '', value = ''] of code.text.matchAll(UNIVERSAL))
    emitVariable(variable, { ...code, text: value.trim() }, 'fish', frame);
}

/**
 * Qualifiers of zsh behind a pattern that leave some of its files out, or order them: `*(.)`, `*(/N)`, `*(om[1,3])`, `*(mh-1)`. Those that run
 * code or add hidden files are not among them. Source: zshexpn(1).
 */
const QUALIFIERS =
  /(?<=[*?\]][\w.-]{0,40})\((?:[./@=*N]|[oO][nLlamcdN]|\[-?\d{1,6}(?:,-?\d{1,6})?\]|[amc][Mwhms]?[-+]\d{1,6}|L[kmpKMGT]?[-+]\d{1,12}){1,6}\)/g;

/** Patterns with signs that zsh understands when it is told to: `id_*~*.pub`. */
const EXTENDED = /[*?\]][^\s/]{0,100}~|extended_?glob/i;

const IN_WORDS_OF_POSIX: Readonly<Record<string, (text: string) => string | undefined>> = {
  fish: fromFish,
  zsh: text => (EXTENDED.test(text) ? text : text.replace(QUALIFIERS, '')),
};

/** A text of fish or zsh in the words of a POSIX shell, where all of it is known. */
function asPosix(code: Field, shell: string): Field {
  const text = knownText(code);
  const translated = text === undefined ? undefined : IN_WORDS_OF_POSIX[shell]?.(text);
  return translated === undefined ? code : literal(translated, code.source);
}

/**
 * A POSIX-like shell: `-c` runs the first operand with the others as parameters, otherwise the first operand is a script file,
 * otherwise the script is the standard input.
 */
const shell: Handler = ({ name, args, frame }) => {
  const fields = args.filter(({ text }) => !/^\+[a-zA-Z]$/.test(text) || text === '+o' || text === '+O');
  const line = readCommandLine(fields, new OptionIndex(name === 'fish' ? fishOptions : options), 'posix');
  const has = (option: string): boolean => hasOption(line, option);
  if (has('--version')) return opaque();
  if (has('-u')) frame.run.guarded.add('*');
  const state = forkState(frame.state);
  for (const [key, { exported }] of state.functions) if (exported !== true) state.functions.delete(key);
  emitGivenFiles(line, name, frame);
  for (const file of valuesOf(line, '--rcfile')) start({ type: 'file', file, program: name, args: [] }, frame);
  for (const text of valuesOf(line, '-C')) start({ type: 'text', text }, { ...frame, state });
  const [first, ...rest] = line.operands;
  if (has('-c')) {
    const isFish = name === 'fish';
    if (isFish) for (const text of valuesOf(line, '-c')) keepUniversal(text, frame);
    const texts = isFish ? valuesOf(line, '-c') : line.operands.slice(0, 1);
    state.parameters = isFish ? line.operands : rest.slice(1);
    const [own] = rest;
    if (own === undefined || isFish) state.variables.delete('0');
    else setVariable(state, '0', own);
    const inner = descend(frame, `${name} -c`, { state });
    const printed = inner === undefined ? [] : texts.map(text => start({ type: 'text', text: asPosix(text, name) }, inner));
    return printed.length === 0 ? opaque() : printed.reduce(concat);
  }
  if (first !== undefined && !isStandardInput(first) && !has('-s')) {
    if (!has('-n')) start({ type: 'file', file: first, program: name, args: rest }, frame);
    return opaque('file');
  }
  state.variables.delete('0');
  start({ type: 'input', use: { as: 'shell' }, program: name }, { ...frame, state: { ...state, parameters: rest } });
  return opaque();
};

/** Shells of other families: their text is not bash, so nothing in it is taken for known but pipelines of Nushell that only look. */
const foreign: Handler = ({ name, args, frame }) => {
  if (args.length > 0 && args.every(({ text }) => /^--?v(?:ersion)?$|^--?h(?:elp)?$/i.test(text))) return opaque();
  const code = name === 'nu' && args.length === 2 && /^(?:-c|--commands)$/.test(args[0]?.text ?? '') ? args[1] : undefined;
  const looks = fromNushell(knownText(code) ?? '$');
  const inner = looks === undefined ? undefined : descend(frame, name);
  if (looks !== undefined && inner !== undefined) return start({ type: 'text', text: literal(looks, code?.source) }, inner);
  emitUnknown(
    frame,
    'commands of a shell that is not understood',
    ['inline_code'],
    args
      .map(({ source }) => source)
      .join(' ')
      .slice(0, 200),
    name,
  );
  return opaque();
};

/** Modules of zsh that compute, look and print. Source: zshmodules(1). */
const HARMLESS_MODULE =
  /^zsh\/(?:attr|cap|clone|compctl|complete|complist|computil|curses|datetime|example|hlgroup|ksh93|langinfo|main|mathfunc|nearcolor|newuser|param\/private|parameter|pcre|random|regex|rlimits|sched|stat|termcap|terminfo|watch|zle|zleparameter|zprof|zpty|zselect|zutil)$/;

/** `zmodload`: a module may give the shell commands and variables that change files, such as `mapfile` and `zf_rm`. */
const zmodload: Handler = ({ name, args, frame }) => {
  if (args.some(({ text }) => /^-\w*[eLulI]/.test(text))) return opaque();
  const module = args.find(({ text }) => !text.startsWith('-'));
  if (module !== undefined && !HARMLESS_MODULE.test(knownText(module) ?? ''))
    emitUnknown(frame, 'a module of zsh that may change files', ['inline_code'], module.source, name);
  return opaque();
};

/** busybox and toybox: the applet is the program. */
const applets: Handler = ({ name, args, frame }) => {
  const rest = args.filter((arg, i) => i > 0 || !arg.text.startsWith('--'));
  const inner = rest.length === 0 ? undefined : descend(frame, name);
  return inner === undefined ? opaque() : start({ type: 'words', words: rest }, inner);
};

/** The dynamic linker started by hand runs the program that it is given. */
const linker: Handler = ({ name, args, frame }) => {
  const line = readCommandLine(
    args,
    new OptionIndex({ '--library-path --preload --audit --inhibit-rpath --argv0': 'text' }),
    'posix',
  );
  if (hasOption(line, '--library-path'))
    emitUnknown(frame, 'the dynamic linker loads other libraries', ['runs_code'], undefined, name);
  const [first, ...rest] = line.operands;
  const inner = first === undefined ? undefined : descend(frame, name);
  if (first === undefined || inner === undefined) return opaque();
  const program = knownText(first);
  return start(
    { type: 'words', words: [program === undefined ? first : literal(baseName(program), first.source), ...rest] },
    inner,
  );
};

/** Shells, and programs that run another program given by name. */
export const shellPrograms: Readonly<Record<string, Handler>> = {
  ...alike('sh bash zsh dash ksh ksh93 mksh lksh oksh loksh pdksh ash rbash rksh rzsh yash fish csh tcsh', shell),
  ...alike('osh mrsh posh bosh gash brush gwsh hsh bsd-sh', shell),
  ...alike('pwsh pwsh.exe powershell powershell.exe', powershell),
  ...alike('cmd cmd.exe', cmd),
  ...alike('nu xonsh elvish ysh oil rc es ion murex ngs oh closh scsh fizsh psh', foreign),
  zmodload,
  ...alike('busybox toybox', applets),
  ...alike('ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3', linker),
  ...alike('ld-musl-x86_64.so.1 ld-musl-aarch64.so.1', linker),
};
