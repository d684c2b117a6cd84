import { compileGlob } from '../../../places/glob.ts';
import { governedNames, governedPartsOf, isGovernedPath } from '../../../places/governed.ts';
import { absolutePath, baseName } from '../../../places/lexical.ts';
import { expandGlob } from '../../../places/reach.ts';
import { SETTINGS_FOLDER, SKILLS_FOLDER } from '../../../places/runtimes.ts';
import { holdsInstructions } from '../../../places/startFiles.ts';
import { isAddress } from '../../../programs/shapes.ts';
import type { Field } from '../../words/field.ts';
import { HOLE, knownText, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import type { AssignedCall, GivenCall, UsedWord } from '../call.ts';
import { emitFile } from '../emitFile.ts';
import { SPEAKING } from './innerPrograms.ts';
import { isOneOf } from '../../../programs/callPatterns.ts';

/** How the words of a call name the folder that is filled: options with it, else the last word without a dash (`last`), else the current folder. */
interface Filling {
  /** The options, divided by spaces; empty where there is none. */
  readonly options: string;
  readonly last?: true;
  /** The tree lands in a new folder: it matters where instructions of agents or installed packages lie. */
  readonly fresh?: true;
}

type Row = readonly [programs: string, words: string, into: Filling];

const { raw } = String;
const here: Filling = { options: '' };
const last: Filling = { options: '', last: true };
const fresh: Filling = { options: '', last: true, fresh: true };

/** Calls that put files with unknown names into a folder, by the other words of the call. Sources: the manuals of the programs. */
const FILLING: readonly Row[] = [
  // Backups and images
  ['restic', raw`(?:.* )?restore\b`, { options: '-t --target' }],
  ['borg borgbackup', raw`(?:.* )?extract\b`, here],
  ['kopia rdiff-backup duplicity duplicacy', raw`(?:.* )?(?:restore|-r)\b`, last],
  ['bup', raw`restore\b`, { options: '-C --outdir' }],
  ['tarsnap', raw`-\w*x`, { options: '-C' }],
  ['dpkg dpkg-deb', raw`(?:.* )?(?:-[xXR]|--extract|--vextract|--raw-extract)\b`, last],
  ['mcopy', raw`(?:.* )?(?:-\w*i|[a-z]:|::)`, last],
  ['ostree', raw`(?:.* )?checkout\b`, last],
  ['wimapply wimextract', '', { options: '--dest-dir', last: true }],
  ['sqlite3 sqlite', raw`(?:.* )?-(?:A\w*x\w*|A(?: -\w+)* -\w*x\w*)(?: |$)`, { options: '-C --directory' }],
  // Templates
  ['cargo cargo-generate', raw`(?:generate )?(?:.* )?--init\b`, { options: '--destination' }],
  ['django-admin', raw`start(?:project|app)\b.*--template\b`, last],
  ['pkl', raw`eval\b(?:.* )?(?:-m|--multiple-file-output-path)\b`, { options: '-m --multiple-file-output-path' }],
  ['jsonnet go-jsonnet sjsonnet jrsonnet', raw`(?:.* )?(?:-m|--multi)\b`, { options: '-m --multi' }],
  ['dhall', raw`to-directory-tree\b`, { options: '--output' }],
  // Downloads of trees
  [
    'wget wget2',
    // Without one of these, each host has a folder with its name.
    raw`(?=.*(?:-n[Hd]|--no-(?:host-)?directories|-P|--directory-prefix))(?:.* )?(?:-(?![oOaPiUtTwQlARDIXBe]\w)\w*[rm]\w*|--recursive|--mirror)(?: |$)`,
    { options: '-P --directory-prefix' },
  ],
  ['httrack', raw`(?:.* )?https?:`, { options: '-O --path' }],
  ['gh', raw`run download\b`, { options: '-D --dir' }],
  ['gh', raw`release download\b.*--clobber\b`, { options: '-D --dir' }],
  ['aria2c', raw`(?:.* )?(?:-i|--input-file)\b`, { options: '-d --dir' }],
  ['pip pip3 uv', raw`(?:pip )?install\b(?:.* )?(?:-t|--target)\b`, { options: '-t --target' }],
  ['asar', raw`(?:e|extract)\b`, last],
  ['glab', raw`(?:ci|job) artifact\b`, { options: '-p --path' }],
  ['oras', raw`pull\b`, { options: '-o --output' }],
  ['hf huggingface-cli', raw`download\b.*--local-dir\b`, { options: '--local-dir' }],
  ['kaggle', raw`\w+ (?:download\b.*--unzip|output\b|pull\b)`, { options: '-p --path' }],
  ['ncftpget smbget', raw`(?:.* )?-\w*R`, last],
  ['git', raw`(?:-\S+ )*clone\b`, fresh],
  ['degit tiged giget gitpick gitget', raw`(?:.* )?\S+ \S+`, fresh],
  ['gh glab tea', raw`(?:repo|gist) clone\b`, fresh],
  ['hg fossil jj bzr svn', raw`(?:git )?(?:clone|checkout|co|branch|export)\b`, fresh],
  ['degit tiged giget gitpick', raw`(?:.* )?\.(?: |$)`, last],
];

/** Stores of instructions for agents, which put what they fetch where agents find it. */
const STORES = 'skills openskills add-skill skild skillz agent-skills-cli ai-agent-skills skillfish';
const STORING = /^(?:\S+ )*?(?:add|a|install|i|update|upgrade|sync|init)\b|^-/;

/** Whether a call installs instructions for agents that no one has read. */
const storesInstructions = (name: string, words: string): boolean =>
  isOneOf(STORES, name) && STORING.test(words) && !/(?:^| )(?:-l|--list|--help|-h|--version)(?: |$)/.test(words);

/** How a call fills a folder, or undefined where it fills none. A trial run fills none. */
function fillingOf(name: string, words: string): readonly Filling[] {
  if (/(?:^| )(?:--dry-run|--help|--spider|--list)(?: |$)/.test(words)) return [];
  return FILLING.flatMap(([programs, said, into]) =>
    isOneOf(programs, name) && new RegExp(`^(?:${said})`).test(words) ? [into] : [],
  );
}

/**
 * Records that a file which governs the agent may be written, if a word names one and no description says what the word is for: as
 * the word, as a part of it, or by a pattern. Returns whether there is one.
 */
export function emitGoverned(field: Field, program: string, frame: Frame): boolean {
  if (program === 'licet') return false;
  const paths = governedIn(field, frame);
  for (const path of paths)
    emitFile(
      { ...field, text: path, glob: false },
      {
        kind: 'write',
        program,
        possible: true,
        recursive: SETTINGS_FOLDER.test(baseName(path.replace(/\/+$/, ''))),
        tags: ['unlisted'],
      },
      frame,
    );
  return paths.length > 0;
}

function governedIn(field: Field, frame: Frame): readonly string[] {
  const text = field.text.replace(/^(?:@|--?[\w-]+=)/, '');
  if (field.glob) return [...governedPartsOf(field.text), ...matchedByPattern(text, frame)];
  const isName = !/[\s\n]/.test(field.text) && !isAddress(field.text);
  return isName && isGovernedPath(absolutePath(text, frame.state.cwd ?? '/') ?? text) ? [text] : governedPartsOf(field.text);
}

/** Most governed files of one pattern that are recorded: each of them stops the command. */
const MOST_MATCHES = 4;

/** The governed files that a pattern of the shell matches. Leading dots need a literal dot, as in a shell. All files of a folder are no name. */
function matchedByPattern(text: string, { state, run }: Frame): readonly string[] {
  const pattern = absolutePath(text, state.cwd) ?? text;
  if (text.includes(HOLE) || /(?:^|\/)[*?]*$/.test(text)) return [];
  const { files } = run.options;
  const found = files === undefined || !pattern.startsWith('/') ? undefined : expandGlob(pattern, files);
  const paths = (found?.paths ?? []).filter(isGovernedPath);
  if (found?.complete === true || paths.length > 0) return paths.slice(0, MOST_MATCHES);
  return governedNames.filter(name => isMatched(pattern, name)).slice(0, 1);
}

/** Whether the end of a pattern matches a name, part by part. */
function isMatched(pattern: string, name: string): boolean {
  const [parts, names] = [pattern.split('/').filter(part => part !== ''), name.split('/')];
  const end = parts.slice(-names.length);
  return end.length === names.length && end.every((part, i) => matchesPart(part, names[i] ?? ''));
}

function matchesPart(part: string, name: string): boolean {
  if (name.startsWith('.') && !/^(?:\\?\.|[@+!?*]\()/.test(part)) return false;
  try {
    return compileGlob(part, false)(name);
  } catch {
    return true;
  }
}

/** Words in the name of an option whose value is a file that the program makes. */
const NAMES_FILE =
  /(?:file|log|out|output|outfile|trace|tracefile|report|profile|prof|export|save|write|dump|record|metadata|results?|store|cache|db|path|dest|json|xml|html|csv|md|markdown|orgmode|asciidoc|sarif|junit|svc|sessions?|history|state|to|dir|directory|folder)$|^-[dDoO]$/i;

/** Options whose value names files only to choose, to skip, to read or to tell of them. */
const HARMLESS =
  /^-(?:[egiImtxPpSfFrLnNsqTk]|-?(?:.*(?:include|exclude|ignore|skip|pattern|name|glob|filter|grep|match|label|title|body|message|stdin|config|conf|input|from|path-?spec|prefix|find|only|search|query|help|(?<![a-z])args?|rule|format|template|reference|notes|follow).*))$/i;

/** Governed files as values of options: of one that takes a text, or of one that no table knows and whose name says that it takes a file. */
export function emitGovernedValues({ call, words, context }: Pick<AssignedCall, 'call' | 'words' | 'context'>): void {
  const { program, frame } = context;
  const read = new Set(words.flatMap(({ field, use }) => (use.as === 'read' ? [field] : [])));
  const values = call.line.given.flatMap(({ option, values: given }) =>
    HARMLESS.test(option.spelling) || SPEAKING.test(option.spelling)
      ? []
      : given.filter(({ use, field }) => use === 'text' && !read.has(field)).map(({ field }) => field),
  );
  const behind = call.line.behind.flatMap(({ option, field }) =>
    NAMES_FILE.test(option) && !HARMLESS.test(option) && !read.has(field) ? [field] : [],
  );
  for (const field of [...values, ...behind, ...optionsBehind(words)])
    if (!/\s/.test(field.text)) emitGoverned(field, program, frame);
}

/** Values of options behind the first operand, where a description takes all of them for text: `coverage run --data-file=FILE`. */
function optionsBehind(words: readonly UsedWord[]): readonly Field[] {
  const texts = words.filter(({ use, operand }) => operand && use.as === 'text').map(({ field }) => field);
  return texts.flatMap((field, at) => {
    const [, option, value] = /^(--?[\w-]+)=(.+)$/s.exec(field.text) ?? [];
    if (option !== undefined && value !== undefined) return HARMLESS.test(option) ? [] : [{ ...field, text: value }];
    const before = texts[at - 1]?.text ?? '';
    return before.startsWith('-') && NAMES_FILE.test(before) && !HARMLESS.test(before) ? [field] : [];
  });
}

/** Records the folder that a call fills with files that no word names: they may take the place of those that govern the agent. */
export function emitFilled({ name, args, text: words, frame }: Pick<GivenCall, 'name' | 'args' | 'text' | 'frame'>): void {
  const unseen = { kind: 'write', program: name, recursive: true, possible: true } as const;
  if (storesInstructions(name, words)) emitFile(literal(SKILLS_FOLDER), { ...unseen, tags: ['unseen', 'persistence'] }, frame);
  for (const { options, last, fresh } of fillingOf(name, words)) {
    const folder = optionValue(options.split(' '), args) ?? (last === true ? lastWord(args) : undefined);
    if (fresh !== true) emitFile(folder ?? literal('.'), { ...unseen, tags: ['unseen'] }, frame);
    else if (folder !== undefined) emitFresh(folder, name, frame);
  }
}

/** A tree in a new folder: instructions of agents, or packages where the launcher looks for Licet. */
function emitFresh(folder: Field, name: string, frame: Frame): void {
  const path = absolutePath(knownText(folder) ?? '', frame.state.cwd);
  if (path === undefined) return;
  const written = { kind: 'write', program: name, recursive: true, possible: true } as const;
  if (holdsInstructions(path)) emitFile(folder, { ...written, tags: ['unseen', 'persistence'] }, frame);
  if (baseName(path) === 'node_modules') emitFile(literal(`${path}/licet`), written, frame);
}

/** The value of one of some options, attached or as the next word. */
function optionValue(options: readonly string[], args: readonly Field[]): Field | undefined {
  for (const [at, arg] of args.entries()) {
    const [, option, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    if (option !== undefined && options.includes(option)) return { ...arg, text: value ?? '' };
    if (options.includes(arg.text)) return args[at + 1];
    const short = options.find(one => /^-\w$/.test(one) && arg.text.startsWith(one) && arg.text.length > 2);
    if (short !== undefined) return { ...arg, text: arg.text.slice(2) };
  }
  return undefined;
}

/** The last word that is no option and no address: the folder, where there are two or more. */
function lastWord(args: readonly Field[]): Field | undefined {
  const plain = args.filter(({ text }) => !text.startsWith('-'));
  const found = plain.length > 1 ? plain.at(-1) : undefined;
  return found === undefined || isAddress(found.text) || /^\w+:/.test(found.text) ? undefined : found;
}
