import { absolutePath, baseName, isWithin, parentOf } from '../../../places/lexical.ts';
import { isTemporaryFor } from '../../../places/temporary.ts';
import { sourceLanguage } from '../../../programs/sourceLanguage.ts';
import { foreignSources } from '../../../programs/registries.ts';
import { emit, emitUnknown, descend } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { isKnown, knownText, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { spend, start } from '../../words/frame.ts';
import type { Stream } from '../../words/stream.ts';
import { opaque } from '../../words/stream.ts';
import type { AssignedCall, ResolvedCall } from '../call.ts';
import { emitFile } from '../emitFile.ts';
import { factOf } from '../resolve.ts';

/** What the command itself has put into a file: written, fetched, or part of a folder that it has fetched. */
export function madeAt(path: string | undefined, { run }: Frame): Stream | undefined {
  if (path === undefined) return undefined;
  const written = run.files.get(path);
  if (written !== undefined) return written;
  const isNew = (): boolean =>
    [...run.unpackedInto].some(folder => isWithin(path, folder)) && run.options.files?.identity(path) === undefined;
  return isFetched(path, run) || isNew() ? opaque('file') : undefined;
}

const isFetched = (path: string, { fetched }: Frame['run']): boolean => [...fetched].some(folder => isWithin(path, folder));

const REMOTE_ADDRESS =
  /^(?:(?!file:)[a-z][a-z\d+.-]*:\/\/(?!localhost|127\.)|[\w.-]+@[\w.-]+:|[\w-]+\/[\w.-]+$|(?:gh|github|gitlab):)/i;
const ARCHIVE = /\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|zip|7z|jar)$/i;

/** Keeps the folder that a call fetches: a clone, or an archive from the network that is unpacked. */
export function rememberFetched({ call, words, frame }: Pick<AssignedCall, 'call' | 'words' | 'frame'>): void {
  const operands = call.operands.map(({ text }) => text);
  const clones = factOf(call, 'clones');
  const at = clones === 'name' ? 1 : operands.findIndex(text => REMOTE_ADDRESS.test(text ?? ''));
  if (clones === 'name' ? operands[0] === 'clone' : clones !== undefined && at >= 0)
    return rememberFolder(operands[at + 1] ?? baseName(operands[at] ?? '').replace(/\.git$|^.*:/g, ''), frame);
  if (!/^(?:unpacks|both)$/.test(factOf(call, 'archives') ?? '')) return;
  const sources = words.filter(({ use }) => use.as === 'read').map(({ field }) => absolutePath(field.text, frame.state.cwd));
  const from = [...sources.map(source => madeAt(source, frame)), frame.stdin];
  if (!from.some(stream => stream?.origins.includes('network') === true)) return;
  const folder = words.find(({ use }) => use.as === 'chdir')?.field.text ?? call.values('-d')[0]?.text;
  if (folder !== undefined && !/^\.?\/?$/.test(folder)) return rememberFolder(folder, frame);
  if (frame.state.cwd !== undefined) frame.run.unpackedInto.add(frame.state.cwd);
  for (const source of sources)
    if (source !== undefined && ARCHIVE.test(source)) rememberFolder(baseName(source).replace(ARCHIVE, ''), frame);
}

function rememberFolder(folder: string, { run, state }: Frame): void {
  const path = absolutePath(folder, state.cwd);
  if (path !== undefined) run.fetched.add(path);
}

/** The folder of the project that an option names, itself or by its file; else the current one. */
function manifest(call: ResolvedCall): Field {
  const given = call.line.given.flatMap(({ values }) => values.map(({ field }) => field.text));
  const path = given.find(text => text.includes('/')) ?? '.';
  return literal(path.replace(/\/[\w.-]+\.(?:toml|\w+proj)$/, '') || '.');
}

/** Options that say where a program puts or keeps something: nothing there is run. */
const PLACES =
  /out|cache|log|report|te?mp|target|dest|dist|result|coverage|build-?dir|prefix|data|pid|lock|store|trace|record|^-[pwoTD]$/i;
/** Rules and scripts of build tools. */
const RULES =
  /\.(?:gradle|cmake|mk|mak|rules|bzl|star|gypi?|podspec|gemspec)$|(?:^|\/)(?:GNU|BSD)?(?:Make|Rake|just|Gem|Jenkins|Vagrant|Guard|Fast|Pod|Docker|Task|Earth|Brew|Proc)file(?:\.\w+)?$|(?:^|\/)(?:pom|build)\.xml$|(?:^|\/)SConstruct$/i;

/**
 * Records code that a builder, a runner or a compiler takes that no reviewer has seen: from a folder that this command has
 * fetched, from a file that it has fetched, or from a folder for temporary files.
 */
export function emitForeignCode({ call, words, inside: frame }: Pick<AssignedCall, 'call' | 'words' | 'inside'>): void {
  const effects = call.descriptors.flatMap(({ effects = [] }) => effects);
  const isRunner = effects.some(({ target, tags = [] }) => target === 'project:code' || tags.includes('package_scripts'));
  const isCompiler = call.descriptors[0]?.compiles === true;
  if (!isRunner && !isCompiler) return;
  const { cwd } = frame.state;
  const program = call.path[0] ?? '';
  if (isRunner && cwd !== undefined && isFetched(cwd, frame.run)) return emitFetched(program, cwd, frame);
  for (const { option, values } of call.line.given)
    for (const { use, field } of values)
      if (use === 'text' && !PLACES.test(option.name)) judgeFile(field, { isRunner, isCompiler, isOption: true }, program, frame);
  for (const field of call.line.loose) judgeFile(field, { isRunner, isCompiler, isOption: true }, program, frame);
  for (const { use, field, operand } of words)
    if (operand && (use.as === 'text' || (use.as === 'read' && isCompiler)))
      judgeFile(field, { isRunner, isCompiler, isOption: false }, program, frame);
  const tree = factOf(call, 'runsTree');
  if (tree !== undefined && !call.operandFields.some(({ text }) => sourceLanguage(text) !== undefined))
    runFolder(tree === 'option' ? manifest(call) : (call.operandFields[0] ?? literal('.')), 'compiled', program, frame);
  if (isCompiler && frame.stdin !== undefined && call.operands.some(({ text }) => text === '-'))
    start({ type: 'input', use: { as: 'code', language: 'compiled' }, program }, frame);
}

/** What takes a file, and where: a runner of projects or a compiler, and whether the file is the value of an option. */
interface Judging {
  readonly isRunner: boolean;
  readonly isCompiler: boolean;
  readonly isOption: boolean;
}

function emitFetched(program: string, path: string, frame: Frame): void {
  const target = { type: 'program', argv: [program, path], untrusted: true } as const;
  emit(frame, { kind: 'execute', target, program, tags: ['untrusted_code'] });
}

/** Looks through a source of the project that becomes a program: what its text shows counts as that of any code of the project. */
function readSource(path: string, language: string, program: string, frame: Frame): void {
  const use = { as: 'execute', language } as const;
  start({ type: 'file', file: literal(path), program, args: [], use, isBeside: true }, frame);
}

function judgeFile(field: Field, { isRunner, isCompiler, isOption }: Judging, program: string, frame: Frame): void {
  const text = knownText(field)?.replace(/^@|^--?[\w-]+=/, '');
  if (text === undefined || text === '' || !/[./]/.test(text)) return;
  const path = absolutePath(text, frame.state.cwd);
  if (path === undefined) return;
  const { root } = frame.run.options;
  const made = madeAt(path, frame);
  const isTemporary = isTemporaryFor(root, path) && frame.place === 'here';
  const language = sourceLanguage(path);
  if (isFetched(path, frame.run)) return emitFetched(program, path, frame);
  if (language !== undefined && (isTemporary || made !== undefined)) {
    const use = { as: 'execute', language } as const;
    start({ type: 'file', file: literal(path, field.source), program, args: [], use }, frame);
  } else if (language !== undefined && isCompiler && isWithin(path, root)) {
    readSource(path, language, program, frame);
  } else if (isOption && isRunner && RULES.test(path)) {
    if (made?.origins.includes('network') === true) emitFetched(program, path, frame);
    else if (isTemporary) emitUnknown(frame, 'rules in a folder for temporary files', ['inline_code'], path, program);
  }
}

/** Most files of one folder that are looked at. */
const MOST_SOURCES = 32;

/**
 * The sources in a folder for temporary files that a builder runs as a whole (`go run .`): each is judged by its text, and the
 * folder is unknown when none can be read.
 */
export function runFolder(folder: Field, language: string, program: string, frame: Frame): void {
  const { root, files } = frame.run.options;
  const text = knownText(folder);
  const path = text === undefined ? undefined : absolutePath(text.replace(/\/(?:\.\.\.)?$/, ''), frame.state.cwd);
  if (path === undefined || !isKnown(folder) || frame.place !== 'here') return;
  if (isFetched(path, frame.run)) return emitFetched(program, path, frame);
  const isOwn = !isTemporaryFor(root, path);
  if (isOwn && !isWithin(path, root)) return;
  const listed = [path, `${path}/src`].flatMap(each => (files?.list(each) ?? []).map(({ name }) => `${each}/${name}`));
  const made = [...frame.run.files.keys()].filter(file => isWithin(file, path));
  const sources = [...new Set([...made, ...listed])].filter(file => sourceLanguage(file) === language);
  if (isOwn) {
    const fresh = sources.filter(source => files?.isHeldByGit?.([source]) !== true);
    for (const source of fresh.slice(0, MOST_SOURCES)) readSource(source, language, program, frame);
    return;
  }
  spend(frame.run, sources.length);
  for (const source of sources.slice(0, MOST_SOURCES))
    start({ type: 'file', file: literal(source), program, args: [], use: { as: 'execute', language } }, frame);
  if (sources.length === 0 || sources.length > MOST_SOURCES)
    emitUnknown(frame, 'a program outside of the project that cannot be read', ['inline_code'], path, program);
}

/** Settings beside a manifest that say where packages come from, by the programs that read them. */
const SETTINGS: readonly (readonly [program: RegExp, files: readonly string[]])[] = [
  [/^(?:npm|cnpm|pnpm|yarn|yarnpkg|bun|npx|bunx|pnpx)$/, ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml']],
  [/^(?:uv|uvx|poetry|pdm|hatch|rye|pipenv)$/, ['pyproject.toml', 'uv.toml', 'Pipfile']],
];

/** Files with more requirements are not read to the end. */
const LONGEST = 65_536;

/** Says where an installation takes packages from by what lies in the project: files of requirements, settings of the package manager. */
export function emitPackageSources({ call, inside: frame }: Pick<AssignedCall, 'call' | 'inside'>): void {
  const [program = ''] = call.path;
  const { files } = frame.run.options;
  const { cwd } = frame.state;
  const installs = call.descriptors.some(({ effects = [] }) => effects.some(({ tags = [] }) => tags.includes('package_scripts')));
  if (!installs || frame.place !== 'here' || files?.text === undefined || cwd === undefined) return;
  if (/^(?:pip\d?|uv|python -m pip)$/.test(program))
    for (const { text } of call.values('-r')) if (text !== undefined) readRequirements(absolutePath(text, cwd), program, frame);
  const folder = absolutePath(call.values('--prefix').at(-1)?.text ?? '.', cwd) ?? cwd;
  for (const { text } of call.operands) emitLocalPackage(text, folder, program, frame);
  for (const path of SETTINGS.flatMap(([by, names]) => (by.test(program) ? names.map(name => `${folder}/${name}`) : []))) {
    const text = files.text(path);
    if (text === undefined || text.length > LONGEST || foreignSources(text).length === 0 || isHeld(path, frame)) continue;
    const target = { type: 'named', category: 'package', name: 'registry' } as const;
    emit(frame, { kind: 'configure', target, program, tags: ['weakens'], note: 'takes packages from elsewhere' });
  }
}

/** A package from a folder takes the place of the one with its name: `npm install ./x`, where `x/package.json` says that it is `licet`. */
function emitLocalPackage(text: string | undefined, folder: string, program: string, frame: Frame): void {
  const source = /^(?:[^/]+@)?(?:(?:file|link|portal):)?([.~]{0,2}\/.*|\.{1,2}|~)$/.exec(text ?? '')?.[1];
  const path = source === undefined ? undefined : absolutePath(source, frame.state.cwd);
  const manifest = path === undefined ? undefined : frame.run.options.files?.text?.(`${path}/package.json`);
  const name = /"name"\s*:\s*"((?:@[\w.-]+\/)?[\w.-]+)"/.exec(manifest?.slice(0, LONGEST) ?? '')?.[1];
  if (name === undefined) return;
  const target = literal(`${folder}/node_modules/${name}`, text);
  emitFile(target, { kind: 'write', program, recursive: true, tags: ['regenerable'] }, frame);
}

const isHeld = (path: string, { run }: Frame): boolean => run.options.files?.isHeldByGit?.([path]) === true;

/** Each line with an address or an option is judged as if it were in the call; what git holds is the project's own, unless nothing protects it on its way. */
function readRequirements(path: string | undefined, program: string, frame: Frame): void {
  const text = path === undefined ? undefined : frame.run.options.files?.text?.(path);
  if (path === undefined || text === undefined || frame.calls.includes(path)) return;
  const inner = descend(frame, program, { state: { ...frame.state, cwd: parentOf(path) }, calls: [...frame.calls, path] });
  if (inner === undefined) return;
  const lines = text
    .slice(0, LONGEST)
    .split('\n')
    .map(line => line.replace(/(?:^|\s)#.*$/, '').trim());
  spend(frame.run, lines.length / 16);
  const open = /\bhttp:\/\/|^--trusted-host/;
  for (const line of lines.filter(one => /^-|:\/\/|@/.test(one))) {
    const isNested = /^(?:-r|-c|--requirement|--constraint)\b/.test(line);
    if (!isNested && !open.test(line) && isHeld(path, frame)) continue;
    const words = line.startsWith('-') ? line.split(/[\s=]+/) : [line.replace(/\s*;.*$/, '')];
    start({ type: 'words', words: ['pip', 'install', ...words].map(word => literal(word)) }, inner);
  }
}
