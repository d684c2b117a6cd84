import type {
  Action,
  Certificate,
  CertifiedLevel,
  Certify,
  Effect,
  FileTarget,
  GovernanceContext,
  QuietLevel,
} from '@licet/core';

import type { EffectAnalyzer } from '@licet/core/nodes';
import type { FileSystemPort } from '../places/fileSystem.ts';
import { isWithin } from '../places/lexical.ts';
import { nodeFiles } from '../places/nodeFiles.ts';
import { launchedTool, startedScript, vouchForBuilding } from './building.ts';
import { codePlaceOf } from './codePlace.ts';
import type { CodePlace } from './codePlace.ts';
import { computesFromInput, readsItsCode, vouchForCode } from './computing.ts';
import { vouchForEditing } from './editing.ts';
import { changeReason, formatsProject, isThrownAway, readReason } from './files.ts';
import { vouchForLooking } from './looking.ts';
import { folderOf } from './folder.ts';
import { SOME_FILE } from './options.ts';
import type { HereText } from './plainText.ts';
import { readCommand } from './plainText.ts';
import { recipeLines, scriptTexts } from './tasks.ts';
import { isWrapper, runsAll, startsOthers, wraps } from './wrappers.ts';

/** What a certifier may say, and what it looks at. */
export interface CertifierOptions {
  /** The folder of the policy, absolute. */
  readonly root: string;
  /** The home folder of the user, absolute. */
  readonly home: string;
  /** The most that is certified. @defaultValue 'look' */
  readonly level?: QuietLevel;
  /** Where folders are looked through for secrets. @defaultValue this machine's file system */
  readonly files?: FileSystemPort;
  /** Finds what the scripts and tasks of the project do. @defaultValue none of them is certified */
  readonly effects?: EffectAnalyzer;
  /** Tells whether the session itself made a file, and what is in it. @defaultValue of no file */
  readonly isOwn?: (target: FileTarget, ctx: GovernanceContext) => boolean;
  /** Tells whether the call runs in a sandbox that Licet or a stronger hand has made. @defaultValue no call does */
  readonly isContained?: (ctx: GovernanceContext) => boolean;
}

type Options = CertifierOptions & Required<Pick<CertifierOptions, 'level' | 'files'>>;

/**
 * Makes a certifier. It says why a call does no more than a level says: every program in it is on the list of those that do no more, with options that
 * are on the list, code only computes, and every file is one that may be read or can be brought back. It gives no certificate where any of this is not
 * certain: for an effect that is unknown, for assignments in front of a call, functions and patterns that run code, for git anywhere but in the root.
 * A command in `$(…)` counts as one more call. An effect that may not happen counts as one that does.
 *
 * @example
 * ```ts
 * import { analyzeEffects, createCertifier } from '@licet/effects';
 *
 * const [root, home] = ['/project', '/home/ann'];
 * const certify = createCertifier({ root, home });
 * const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command: 'git log --oneline | head -3' }, sessionId: 's' } as const;
 * const effects = await analyzeEffects({ root, home, env: {}, files: false })(action);
 * certify(action, effects)?.because; // => ['`git log` only looks', '`head` only looks']
 * ```
 */
export function createCertifier(given: CertifierOptions): Certify {
  const options: Options = { ...given, level: given.level ?? 'look', files: given.files ?? nodeFiles() };
  return (action, effects, ctx) => new Certification(options, ctx, 0).certify(action, effects);
}

/** What vouches for one effect, and up to which level the call goes with it. */
interface Voucher {
  readonly level: CertifiedLevel;
  readonly because: string;
}

const RUNS_PROJECT: Voucher = { level: 'build', because: 'runs code of the project' };

const LEVELS: readonly CertifiedLevel[] = ['look', 'edit', 'build'];

/** Scripts that start scripts that start scripts. */
const DEEPEST = 4;

/** How a tool of the project is named by its path. */
const LOCAL_TOOL = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin)\/[\w.-]+$/;

/** What is certified of one action, and of the scripts that it starts. */
class Certification {
  readonly #options: Options;
  readonly #ctx: GovernanceContext | undefined;
  readonly #depth: number;
  /** The names of those tools and task runners of the call that may run the project's code. */
  readonly #builders = new Set<string>();
  /** The commands of scripts that were certified. */
  readonly #within: string[] = [];
  #folder: string | undefined;
  #action: Action | undefined;
  #unknownAreFiles = false;
  #effects: readonly Effect[] = [];

  constructor(options: Options, ctx: GovernanceContext | undefined, depth: number) {
    this.#options = options;
    this.#ctx = ctx;
    this.#depth = depth;
  }

  certify(action: Action, effects: readonly Effect[]): Certificate | undefined {
    const { root, level } = this.#options;
    const { cwd = root } = action;
    const most = this.#mostLevel();
    if (most < 0 || !isWithin(cwd, root) || effects.length === 0 || !isCertifiable(action, level)) return undefined;
    const read = action.kind === 'bash' ? readCommand(action.payload['command']) : undefined;
    if (action.kind === 'bash' && read === undefined) return undefined;
    this.#action = action;
    this.#unknownAreFiles = read?.unknownAreFiles === true;
    this.#effects = effects;
    this.#folder = folderOf(effects, cwd);
    if (!this.#textsCompute(read?.texts ?? []) || (this.#folder !== root && effects.some(isGit))) return undefined;
    let highest = 0;
    const because = new Set<string>();
    for (const effect of [
      ...effects.filter(({ kind }) => kind === 'execute'),
      ...effects.filter(({ kind }) => kind !== 'execute'),
    ]) {
      const voucher = this.#vouchFor(effect, most);
      if (voucher === undefined) return undefined;
      highest = Math.max(highest, LEVELS.indexOf(voucher.level));
      because.add(voucher.because);
    }
    const reached = LEVELS[highest];
    return reached === undefined || highest > most
      ? undefined
      : { level: reached, because: [...because], ...(this.#within.length > 0 && { within: this.#within }) };
  }

  /** The highest level that this call may have, as an index; -1 for none. */
  #mostLevel(): number {
    const { level, isContained } = this.#options;
    if (level === 'trusted_build') return LEVELS.indexOf('build');
    if (level === 'build') return this.#ctx !== undefined && isContained?.(this.#ctx) === true ? 2 : 1;
    return LEVELS.indexOf(level as CertifiedLevel);
  }

  #vouchFor(effect: Effect, most: number): Voucher | undefined {
    const { kind, target, via, tags = [] } = effect;
    const isInline = tags.includes('inline_code');
    if (!isInline && !via.every(name => this.#starts(name))) return undefined;
    if (kind === 'execute') return tags.length > 0 || isInline ? undefined : this.#vouchForRun(effect, most);
    if (target?.type !== 'file') return undefined;
    if (isThrownAway(effect)) return { level: 'look', because: '`/dev/null` keeps nothing' };
    if (kind === 'read') return this.#vouchForRead(effect);
    if ((kind !== 'write' && kind !== 'delete') || most < 1) return undefined;
    const isOwn = (file: FileTarget): boolean => this.#ctx !== undefined && this.#options.isOwn?.(file, this.#ctx) === true;
    const because = changeReason(effect, this.#options, isOwn);
    if (because !== undefined) return { level: 'edit', because };
    // A formatter keeps what a file means: a sandbox keeps it as it was, or a person trusts the tools of the project.
    return kind === 'write' && this.#isBuilders(effect) && formatsProject(effect, this.#options)
      ? { level: 'build', because: 'formats files in the project' }
      : undefined;
  }

  /** Whether an effect is one of a tool that builds, tests or formats the project. */
  #isBuilders({ program = '', via }: Effect): boolean {
    return this.#builders.has(program) || via.some(name => this.#builders.has(firstWord(name)));
  }

  #vouchForRead(effect: Effect): Voucher | undefined {
    const { target, tags = [] } = effect;
    // What builds and tests the project reads all of it: a sandbox, or the person who trusts it, says what it may see.
    if (this.#isBuilders(effect) && tags.length === 0 && target?.type === 'file' && isWithin(target.resolved, this.#options.root))
      return { level: 'build', because: 'reads files in the project' };
    const because = readReason(effect, this.#options);
    return because === undefined ? undefined : { level: 'look', because };
  }

  #vouchForRun(effect: Effect, most: number): Voucher | undefined {
    const { target, program = '', via } = effect;
    if (target?.type === 'named') return target.category === 'project' && this.#builders.has(program) ? RUNS_PROJECT : undefined;
    if (target?.type !== 'program' || target.untrusted === true) return undefined;
    // A test file that is named runs as the others do.
    if (target.file !== undefined)
      return this.#isBuilders(effect) && isWithin(target.file, this.#options.root) ? RUNS_PROJECT : undefined;
    const { path } = target;
    // What `xargs` adds comes from its input.
    const areFiles = this.#unknownAreFiles && target.argv[0] !== 'xargs' && !via.includes('xargs');
    const argv = areFiles ? target.argv.map(word => word ?? SOME_FILE) : target.argv;
    if (path === undefined) {
      const looks = this.#vouchForLook(argv, via);
      if (looks !== undefined) return looks;
      const edits = most < 1 || !via.every(startsOthers) ? undefined : vouchForEditing(argv);
      if (edits !== undefined) return { level: 'edit', because: `\`${edits}\` changes what it names` };
    }
    return most < 2 || (path !== undefined && !LOCAL_TOOL.test(path)) ? undefined : this.#vouchForBuild(argv);
  }

  #vouchForLook(argv: Argv, via: readonly string[]): Voucher | undefined {
    const [name = ''] = argv;
    if (name === 'find' && argv.includes('-exec') && !runsAll(argv, this.#effects)) return undefined;
    if (isWrapper(name))
      return wraps(argv, this.#effects) ? { level: 'look', because: `\`${name}\` runs what is in its words` } : undefined;
    const entry = vouchForLooking(argv) ?? (via.length === 0 ? vouchForCode(argv, this.#codePlace()) : undefined);
    if (entry !== undefined)
      return { level: 'look', because: `\`${entry}\` only ${entry.startsWith('code of') ? 'computes and reads' : 'looks'}` };
    return readsItsCode(argv) && via.length === 0
      ? { level: 'look', because: `code of ${name} only computes and reads` }
      : undefined;
  }

  #starts(name: string): boolean {
    return startsOthers(name) || this.#builders.has(firstWord(name));
  }

  #vouchForBuild(argv: Argv): Voucher | undefined {
    const entry = vouchForBuilding(argv) ?? this.#vouchForLaunch(argv) ?? this.#vouchForTask(argv);
    if (entry === undefined) return undefined;
    const [name = ''] = argv;
    this.#builders.add(name);
    return { level: 'build', because: `\`${entry}\` works on the project` };
  }

  /** A launcher that finds the tool installed, and does not fetch it. */
  #vouchForLaunch(argv: Argv): string | undefined {
    const launched = launchedTool(argv);
    if (launched === undefined) return undefined;
    const { by, tool } = launched;
    const isRun = this.#effects.some(
      ({ target, via }) => target?.type === 'program' && via.length > 0 && target.argv[0] === tool,
    );
    const { files, root } = this.#options;
    const places = [this.#folder ?? root, root].flatMap(folder =>
      ['node_modules/.bin', '.venv/bin'].map(bin => `${folder}/${bin}/${tool}`),
    );
    return isRun && places.some(place => files.identity(place) !== undefined) ? `${by} ${tool}` : undefined;
  }

  /** A script or a target whose text is read to its end, and is certified itself. */
  #vouchForTask(argv: Argv): string | undefined {
    const { files } = this.#options;
    const folder = this.#folder;
    if (folder === undefined || this.#depth >= DEEPEST) return undefined;
    const script = startedScript(argv);
    if (script !== undefined) {
      const texts = scriptTexts(folder, script.name, files);
      const isPlain = script.more.every(word => /^[\w@%+=:,./-]+$/.test(word));
      const whole = texts?.map(text => (script.more.length > 0 ? `${text} ${script.more.join(' ')}` : text));
      return isPlain && whole?.every(text => this.#isCertified(text, folder)) === true
        ? `${argv[0] ?? ''} ${script.name}`
        : undefined;
    }
    const [program, ...targets] = argv.filter(word => word !== '-s' && word !== '--silent' && !/^-j\d*$/.test(word ?? ''));
    if (program !== 'make' || !targets.every(target => target !== undefined && /^\w[\w.-]*$/.test(target))) return undefined;
    const lines = (targets.length === 0 ? [undefined] : targets).map(target => recipeLines(folder, target, files));
    return lines.every(found => found?.every(line => this.#isCertified(line, folder)) === true)
      ? [program, ...targets].join(' ')
      : undefined;
  }

  #isCertified(command: string, cwd: string): boolean {
    const { effects } = this.#options;
    if (effects === undefined || this.#action === undefined) return false;
    const action = { ...this.#action, cwd, payload: { command } };
    const found = effects(action);
    const inner = Array.isArray(found)
      ? new Certification(this.#options, this.#ctx, this.#depth + 1).certify(action, found)
      : undefined;
    if (inner !== undefined) this.#within.push(command, ...(inner.within ?? []));
    return inner !== undefined;
  }

  /** Whether every text that an interpreter gets on its input only computes, and each of them gets one. */
  #textsCompute(texts: readonly HereText[]): boolean {
    const place = this.#codePlace();
    const codes = texts.filter(({ call }) => readsItsCode(call.split(/\s+/)));
    const readers = this.#effects.filter(
      ({ kind, target, via }) =>
        kind === 'execute' && target?.type === 'program' && via.length === 0 && readsItsCode(target.argv),
    );
    return (
      readers.length === codes.length &&
      codes.every(({ call, text }) => computesFromInput(call.split(/\s+/)[0] ?? '', text, place))
    );
  }

  #codePlace(): CodePlace {
    const { files, root } = this.#options;
    return codePlaceOf(this.#folder ?? root, root, files);
  }
}

/** A script is named after the program that starts it: `npm lint`. */
const firstWord = (name: string): string => name.split(' ', 1)[0] ?? '';

type Argv = readonly (string | undefined)[];

function isCertifiable({ kind }: Action, level: QuietLevel): boolean {
  return kind === 'read' || kind === 'bash' || (kind === 'write' && level !== 'look');
}

const isGit = ({ target }: Effect): boolean => target?.type === 'program' && target.argv[0] === 'git';
