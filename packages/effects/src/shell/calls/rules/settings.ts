import type { Mark } from '../../../marks.ts';
import { isGovernedVariable } from '../../../places/governed.ts';
import { absolutePath, isWithin, baseName } from '../../../places/lexical.ts';
import { isTemporaryFor, TEMPORARY, isTemporary } from '../../../places/temporary.ts';
import { settingsIn } from '../../../programs/settingWords.ts';
import { namesSettings, variableMarks } from '../../../programs/variables.ts';
import { emit } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { literal, knownText } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { spend, start } from '../../words/frame.ts';
import type { AssignedCall, Called, ResolvedCall } from '../call.ts';
import { isOwnClusterFile } from '../surroundings.ts';
import { GIT_RUNS } from '../../../places/startFiles.ts';

/** Variables that lead a program to settings in which other programs are named: the files below the value, empty for the value itself, and what names one. */
interface LedSettings {
  readonly name: RegExp;
  readonly files: readonly string[];
  readonly runs: RegExp;
}

/** Sources: the manuals of git, AWS, kubectl, wget, mailcap(5), ImageMagick. */
const SETTINGS: readonly LedSettings[] = [
  { name: /^GIT_(?:COMMON_)?DIR$/, files: ['config', 'config.worktree'], runs: GIT_RUNS },
  { name: /^HOME$/, files: ['.gitconfig', '.config/git/config'], runs: GIT_RUNS },
  { name: /^XDG_CONFIG_HOME$/, files: ['git/config'], runs: GIT_RUNS },
  { name: /^AWS_(?:CONFIG|SHARED_CREDENTIALS)_FILE$/, files: [''], runs: /^[ \t]*credential_process[ \t]*=/m },
  { name: /^KUBECONFIG$/, files: [''], runs: /^[ \t]*(?:exec|cmd-path)[ \t]*:|"exec"[ \t]*:/m },
  { name: /^WGETRC$/, files: [''], runs: /^[ \t]*(?:use[-_]?askpass|output[-_]?document|logfile|rejected[-_]?log)[ \t]*=/im },
  { name: /^MAILCAPS$/, files: [''], runs: /;/ },
  { name: /^MAGICK_CONFIGURE_PATH$/, files: ['delegates.xml'], runs: /\bcommand\s*=/ },
  {
    name: /^(?:CURL_HOME)$/,
    files: ['.curlrc'],
    runs: /^[ \t]*(?:-o|-K|-T|output|config|upload-file|dump-header|trace\S*|netrc-file)\b/m,
  },
];

/** Where settings lie that a variable names, and what in them names a program. */
const ledSettings = (name: string): LedSettings | undefined => SETTINGS.find(one => one.name.test(name));

/** Variables by which a program runs other code: the files of it below the value, and its language where the name does not say it. */
const CODE: readonly (readonly [name: RegExp, files: string, language?: string])[] = [
  [/^ZDOTDIR$/, '.zshenv .zshrc .zprofile .zlogin', 'shell'],
  [/^PYTHONPATH$/, 'sitecustomize.py usercustomize.py', 'python'],
  [/^JAVA_HOME$/, 'bin/java bin/javac'],
  [/^RUSTUP_TOOLCHAIN$/, 'bin/cargo bin/rustc'],
  [
    /^(?:DOTNET_ROOT|GOROOT|PERL_HOME|RUBY_ROOT|FLUTTER_ROOT|ANDROID_HOME)$/,
    'dotnet bin/go bin/perl bin/ruby bin/flutter platform-tools/adb',
  ],
  [/^JULIA_DEPOT_PATH$/, 'config/startup.jl', 'julia'],
  [/^R_PROFILE(?:_USER)?$/, '', 'r'],
  [
    /^(?:CLOUDSDK_PYTHON|AUTOSSH_PATH|CHROME_PATH|GOPACKAGESDRIVER|GOCACHEPROG|PLAYWRIGHT_\w+_EXECUTABLE_PATH|npm_config_(?:node_gyp|browser|viewer)|VAGRANT_\w+_PATH|PERL|PYTHON|NODE|RUBY|shell of scripts)$/i,
    '',
  ],
];

/** Code that a variable names: the paths below each part of its value. */
function ledCode(name: string, value: string): readonly { readonly path: string; readonly language?: string }[] {
  const [, files, language] = CODE.find(([which]) => which.test(name)) ?? [];
  if (files === undefined) return [];
  const parts =
    files === ''
      ? [
          value
            .trim()
            .replace(/^(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby)\s+/, '')
            .replace(/\s.*$/s, ''),
        ]
      : value.split(':');
  return parts
    .filter(part => part !== '')
    .flatMap(part =>
      files
        .split(' ')
        .map(file => ({ path: file === '' ? part : `${part}/${file}`, ...(language !== undefined && { language }) })),
    );
}

const MOST_CODE_FILES = 16;

/** What a file holds after what the command has done so far: undefined where there is none, an empty field where that is not known. */
function textAt(path: string, { run }: Frame): { readonly text?: string | undefined } | undefined {
  const written = run.files.get(path);
  if (written !== undefined) return { text: written.text };
  spend(run);
  const text = run.options.files?.text?.(path);
  return text === undefined ? undefined : { text };
}

/** Whether settings that a variable leads a program to name programs. What git keeps in `.git` is governed already. */
function namesPrograms(name: string, value: string, frame: Frame): boolean {
  const led = ledSettings(name);
  const folder = led === undefined || frame.place !== 'here' ? undefined : absolutePath(value, frame.state.cwd);
  if (led === undefined || folder === undefined || /\/\.git(?:\/|$)/.test(folder) || folder === frame.run.options.home)
    return false;
  return led.files.some(file => {
    const found = textAt(file === '' ? folder : `${folder}/${file}`, frame);
    return found !== undefined && (found.text === undefined || led.runs.test(found.text));
  });
}

/** Judges the code of the project, or of a folder for temporary files, that a variable makes a program run. */
function runLedCode(name: string, value: string, frame: Frame): void {
  if (frame.place !== 'here') return;
  const { root } = frame.run.options;
  for (const { path, language } of ledCode(name, value).slice(0, MOST_CODE_FILES)) {
    const file = path.includes('/') ? absolutePath(path, frame.state.cwd) : undefined;
    const isOurs = file !== undefined && (isWithin(file, root) || isTemporaryFor(root, file));
    if (!isOurs || textAt(file, frame) === undefined) continue;
    const use = { as: 'execute', ...(language !== undefined && { language }) } as const;
    start(
      { type: 'file', file: literal(file), program: language === 'shell' ? 'sh' : name, args: [], use },
      { ...frame, possible: true },
    );
  }
}

/** A search path that keeps the old one and puts no folder in front that anybody may have filled. */
function isPlainPath(value: Field, frame: Frame): boolean {
  const text = value.text.replace(/\uF8FE/g, '/unknown');
  const { cwd, env } = frame.run.options;
  const old = `:${env?.['PATH'] ?? ''}:`;
  const keepsOld = old !== '::' && `:${text}:`.includes(old);
  // What is in the old one counts already: only what comes in front of it and behind it is judged.
  const parts = (keepsOld ? `:${text}:`.replace(old, ':/usr/bin:').slice(1, -1) : text).split(':');
  const keeps = keepsOld || value.source.includes('PATH') || text.includes('/usr/bin');
  const { root } = frame.run.options;
  return (
    keeps && parts.every(part => part !== '' && part !== '.' && !isTemporaryFor(root, part) && part !== TEMPORARY && part !== cwd)
  );
}

/** Whether settings were written by the agent just now, or lie where anybody writes: a folder that is not there yet has none. */
function isDoubtful(name: string, value: string, frame: Frame): boolean {
  const { run, state, place } = frame;
  const names = namesSettings(name);
  if (names === undefined || place !== 'here') return false;
  const { root, files, untrusted } = run.options;
  return value.split(names === 'file' ? ':' : '\0').some(part => {
    const path = absolutePath(part, state.cwd);
    if (path === undefined || path === '/dev/null') return false;
    if (name === 'KUBECONFIG' && isOwnClusterFile(path, frame)) return false;
    const isWritten = [...run.files.keys(), ...run.copies.keys(), ...(untrusted ?? [])].some(file => isWithin(file, path));
    if (isWritten) return names === 'file' || name !== 'HOME' || isTemporaryFor(root, path);
    if (!isTemporaryFor(root, path)) return false;
    return names === 'file' || (name !== 'HOME' && (files?.list(path)?.length ?? 0) > 0);
  });
}

/** Interpreters by the variable that says where they look for modules. */
const MODULE_PATHS: Readonly<Record<string, RegExp>> = {
  PYTHONPATH: /^(?:python[\d.]*|pypy[\d.]*|ipython|pytest|py\.test|coverage|nosetests)$/,
  NODE_PATH: /^(?:node|nodejs|tsx|ts-node|mocha|jest|vitest|ava)$/,
  RUBYLIB: /^(?:ruby|rspec|rake)$/,
  PERL5LIB: /^(?:perl|prove)$/,
};

/** Calls that run tests, or code that is in the call. */
const TESTS =
  /^(?:pytest|py\.test|nosetests|mocha|jest|vitest|ava|rspec|prove)\b|^\S+ (?:-\w+ )*-(?:m (?:unittest|pytest|doctest|coverage|timeit)\b|[ce] )/;

/**
 * Whether modules in a scratch folder are put before one interpreter for a run of tests, of code in the call, or of a script beside them: not where anybody may put
 * files (`/tmp` itself), and not what this very command has written, fetched or unpacked there.
 */
function isForScratch(name: string, text: string | undefined, { run, setsFor = [], state }: Frame): boolean {
  const [program = '', ...words] = setsFor;
  const interpreters = Object.hasOwn(MODULE_PATHS, name) ? MODULE_PATHS[name] : undefined;
  if (text === undefined || interpreters?.test(baseName(program)) !== true) return false;
  const isTest = TESTS.test([baseName(program), ...words].join(' ').slice(0, 200));
  const script = absolutePath(words.find(word => !word.startsWith('-')) ?? '', state.cwd);
  const holdsScript =
    script !== undefined && text.split(':').some(part => isWithin(script, absolutePath(part, state.cwd) ?? '/'));
  if (!isTest && !holdsScript) return false;
  const { untrusted } = run.options;
  const made = [...run.files.keys(), ...run.copies.keys(), ...run.fetched, ...run.unpackedInto, ...(untrusted ?? [])];
  return text.split(':').every(part => {
    const path = absolutePath(part, state.cwd);
    const isOpen = path === undefined || (isTemporary(`${path}/x`) && !isTemporary(path));
    return !isOpen && /^[\w./~:@+-]*$/.test(part) && !made.some(file => isWithin(file, path));
  });
}

/** Records that a variable is set for later programs, when that matters to them. */
export function emitVariable(name: string, value: Field, program: string | undefined, frame: Frame): void {
  const text = knownText(value);
  const own: readonly Mark[] = isPlainPath(value, frame) ? [] : ['tampered_environment'];
  const marks = name === 'PATH' ? own : isForScratch(name, text, frame) ? [] : variableMarks(name, text);
  const isLed = text !== undefined && (isDoubtful(name, text, frame) || namesPrograms(name, text, frame));
  const tags = marks.length === 0 && isLed ? (['tampered_environment'] as const) : marks;
  if (text !== undefined) runLedCode(name, text, frame);
  if (tags.length === 0 && !isGovernedVariable(name)) return;
  const target = { type: 'named', category: 'variable', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program, tags });
}

/** Options that stand for such a variable. */
const AS_VARIABLE: Readonly<Record<string, string>> = {
  '--kubeconfig': 'KUBECONFIG',
  '--git-dir': 'GIT_DIR',
  '--node-options': 'NODE_OPTIONS',
  '--userconfig': 'npm_config_userconfig',
  '--globalconfig': 'npm_config_globalconfig',
};

/** Records settings that an option names, as the variable for them would, and those that words give unless the description has said so. */
export function emitSettings({ call, findings: found, inside: frame }: Pick<AssignedCall, 'call' | 'findings' | 'inside'>): void {
  const [program = ''] = call.path;
  if (call.descriptors[0]?.ownClusters !== undefined) return;
  for (const { option, values } of call.line.given) {
    const name =
      AS_VARIABLE[option.spelling] ?? (option.spelling === '--config' && program === 'docker' ? 'DOCKER_CONFIG' : undefined);
    for (const { field } of name === undefined ? [] : values) emitVariable(name ?? '', field, program, frame);
  }
  for (const { text } of call.values('--script-shell')) if (text !== undefined) runLedCode('shell of scripts', text, frame);
  const isSaid = found.some(one => 'kind' in one && one.kind === 'configure' && (one.tags?.length ?? 0) > 0);
  if (program !== 'git' && !isSaid) recordSettings(program, [...call.path.slice(1), ...wordsIn(call)], frame);
}

const wordsIn = ({ line }: ResolvedCall): readonly string[] => [
  ...line.unlisted,
  ...line.given.flatMap(({ option, values }) => [option.name, ...values.map(({ field }) => field.text)]),
  ...line.operands.map(({ text }) => text),
];

/** Records settings that words give to any program, by which it later runs something else or goes elsewhere. */
export const emitSettingWords = ({ name, args, frame }: Called): void =>
  recordSettings(
    name,
    args.map(({ text }) => text),
    frame,
  );

function recordSettings(program: string, words: readonly string[], frame: Frame): void {
  for (const [key, tags] of settingsIn(words))
    emit(frame, { kind: 'configure', target: { type: 'named', category: 'setting', name: key }, program, tags });
}
