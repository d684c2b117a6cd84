import type { Effect } from '@licet/core';
import { unescapeGlob } from '../../places/segments.ts';
import { createProjectWork, createWork, withSpent } from '../../work.ts';
import { printedByCode } from '../calls/rules/allVariables.ts';
import { markAimed } from '../calls/rules/secretsAmong.ts';
import { withEvidence, withInnerNames } from '../evidence/evidence.ts';
import { emitUnknown } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { literal, HOLE, isKnown } from '../words/field.ts';
import type { Frame, Inner, Run, ShellOptions } from '../words/frame.ts';
import { isOutOfWork, spend } from '../words/frame.ts';
import { parseShell, parsingCost } from '../words/parser.ts';
import { createState, forkState } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { opaque } from '../words/stream.ts';
import { runArgv } from './argv.ts';
import { markMade } from './madeAgain.ts';
import { comingFrom, runCode } from './runCode.ts';
import { runFile } from './runFile.ts';
import { runTasks } from './runProject.ts';
import { visitScript } from './script.ts';
import { feedProgram } from './statementFiles.ts';
import { typedForWindows } from './typedForWindows.ts';

/** Deepest nesting of substitutions, wrappers and function calls. */
const DEEPEST = 50;

/**
 * The effects of a bash command: what it reads, writes, deletes, runs, sends and changes, through wrappers, substitutions,
 * pipes and everything else the shell does with the text. Pure and total: whatever the text, the answer is a list of effects,
 * and what cannot be seen is in it as an effect of kind `unknown`. Nothing is run.
 *
 * It cannot see what programs do that their command line does not say. Of the project's own scripts, rules of make and just, and scripts of
 * packages it says the harm that their text shows; what they compute stays code of the project.
 *
 * @example
 * ```ts
 * import { analyzeShell } from '@licet/effects';
 *
 * const effects = analyzeShell('cd build && rm -rf ../src', { cwd: '/project' });
 * effects.some(({ kind, target }) => kind === 'delete' && target?.type === 'file' && target.lexical === '/project/src');
 * ```
 */
export function analyzeShell(command: string, options: ShellOptions): readonly Effect[] {
  const run = createRun(options);
  const frame = createFrame(run);
  try {
    visitTyped(command, frame);
    for (const trap of run.traps) trap();
  } catch (error) {
    if (!isOutOfWork(error)) giveUp(error, run);
    return withSpent(markAimed(withInnerNames(run), run), run.work);
  }
  return withSpent(
    withEvidence(markLoaded(markPassedOn(markMade(markAimed(withInnerNames(run), run), run.options))), command, run.options),
    run.work,
  );
}

/** Visits what an agent has typed. On Windows its shell may be PowerShell: then both shells' readings count. */
function visitTyped(command: string, frame: Frame): void {
  const { env } = frame.run.options;
  const { here, there } = typedForWindows(command, name => env === undefined || env[name] !== undefined);
  const state = there === undefined ? frame.state : forkState(frame.state);
  if (here !== undefined) visitText(literal(here), frame);
  if (there !== undefined) visitText(literal(there, command), { ...frame, state, possible: here !== undefined });
}

/** Says that the analysis failed, whatever is left of the budget. */
function giveUp(error: unknown, run: Run): void {
  const frame = createFrame({ ...run, work: createWork() });
  emitUnknown(frame, error instanceof RangeError ? 'nested too deeply' : 'the analyser gave up on the command');
}

const createRun = (options: ShellOptions): Run => ({
  options: { ...options, root: options.root ?? options.cwd },
  start: startInner,
  effects: new Map(),
  maxDepth: options.maxDepth ?? DEEPEST,
  work: options.work ?? createWork(),
  projectWork: options.projectWork ?? createProjectWork(),
  files: new Map(),
  copies: new Map(),
  unseenCopies: new Set(),
  links: new Map(),
  fetched: new Set(),
  unpackedInto: new Set(),
  sessions: new Set(),
  traps: [],
  pipes: 0,
  tunnels: false,
  databases: new Set(),
  remotes: new Map(),
  described: new Map(),
  guarded: new Set(),
  aims: false,
  execution: '',
  within: new Map(),
});

const createFrame = (run: Run): Frame => ({
  run,
  state: createState(run.options.cwd),
  via: [],
  possible: false,
  stdin: undefined,
  depth: 0,
  tags: [],
  place: 'here',
  calls: [],
});

/** Does what something inside a command does. What files print is not known, and so does code but for the environment. */
function startInner(inner: Inner, frame: Frame): Stream {
  switch (inner.type) {
    case 'script':
      return visitScript(inner.script, frame);
    case 'text':
      return visitText(inner.text, frame);
    case 'words':
      return runArgv(inner.words, frame);
    case 'code':
      runCode(inner.language, inner.source, inner.program, frame);
      return printedByCode(inner.language, inner.source);
    case 'file':
      runFile(inner, frame);
      return opaque();
    case 'tasks':
      runTasks(inner, frame);
      return opaque();
    case 'input':
      return feedProgram(inner, frame);
  }
}

/**
 * Parses shell text that a command carries and visits it. Where parts of the text are not known it is visited all the same, for
 * what can be seen, and recorded as unknown.
 */
function visitText(source: Field, frame: Frame): Stream {
  const whole = source.glob ? unescapeGlob(source.text) : source.text;
  const text = headOf(whole);
  if (text.length < whole.length) emitUnknown(frame, 'more shell text than is looked at');
  if (!isKnown(source) && !harmlessHoles(source))
    emitUnknown(frame, 'shell text known only at run time', ['dynamic', ...comingFrom(source)], source.source);
  if (text.replaceAll(HOLE, '').trim() === '') return { text: '', origins: [] };
  spend(frame.run, parsingCost(text));
  const parsed = parseShell(text);
  if (!parsed.ok) emitUnknown(frame, `shell text that cannot be parsed: ${parsed.reason}`);
  return parsed.script === undefined ? { origins: [] } : visitScript({ ...parsed.script, errors: undefined }, frame);
}

/** The longest text that is parsed, in characters. Linux refuses an argument that is longer, such as the one of `bash -c`. */
const LONGEST = 131_072;

/** What is parsed of a text: all of it, or its beginning up to the end of a word. */
function headOf(text: string): string {
  if (text.length <= LONGEST) return text;
  const head = text.slice(0, LONGEST);
  return head.slice(0, Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n')) + 1) || head;
}

/** A value from a token (a count, a date) cannot hold code. */
const harmlessHoles = (source: Field): boolean => source.glob && !source.text.includes(HOLE);

/** Calls that print nothing of what a shell has loaded: its own switches, and starts of the project's code by a plain name. */
const SWITCHES = /^(?:set [-+](?:a|o allexport)|cd [\w./-]+)$/;
const STARTS =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? (?!(?:env|config|exec|explore|x|dlx|why)\b)\w[\w:.-]*|(?:(?:node|tsx|bun|python3?|ruby|php) )?[\w.][\w./-]*\.(?:[cm]?[jt]s|py|rb|php)(?: .*)?|(?:make|just|task) \w[\w.-]*|cargo (?:run|test)|go (?:run|test) [\w./-]+|pytest(?: [\w./:-]+)*|direnv (?:allow|permit|grant)(?: [\w./-]+)?)$/;

/** A call without the words that name the file of variables, and without the program that only loads it. */
const withoutLoading = (call: string): string =>
  call
    .replace(/ --env-file(?:-if-exists)?[= ]\S+/g, '')
    .replace(/^(?:npx |pnpm exec |yarn )?dotenv(?: -e \S+)*(?: --)? |^uv run |^deno run (?:-A |--allow-\w+ )*(?=\w)/, '');

/** Programs that put the variables of a file into the environment of what they start, and of nothing else. */
const PASSES_ON = /^(?:node|bun|deno|uv|dotenv)$/;

const isSettings = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'read' && tags.includes('secret') && target?.type === 'file' && /\/\.env(?:rc|\.[\w.-]+)?$/.test(target.lexical);

/** Marks settings of the project that a call hands to the project's own code: `node --env-file=.env src/server.js`. */
function markPassedOn(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some(isSettings)) return effects;
  let call = '';
  return effects.map(effect => {
    const { kind, target, program = '' } = effect;
    if (!PASSES_ON.test(program)) return effect;
    if (kind === 'execute' && target?.type === 'program' && target.argv.length > 1)
      call = target.argv.includes(undefined) ? '' : `${program} ${target.argv.slice(1).join(' ')}`;
    const isHanded = isSettings(effect) && call.startsWith(`${program} `) && STARTS.test(withoutLoading(call));
    return isHanded ? { ...effect, tags: ['metadata'] } : effect;
  });
}

/**
 * Marks settings of the project that a command loads into its shell (`. ./.env && npm start`): that prints nothing when all that follows
 * is the project's own code. Beside anything else, or alone, the file counts as read.
 */
function markLoaded(effects: readonly Effect[]): readonly Effect[] {
  const isLoader = (program = ''): boolean => /^(?:\.|source|direnv)$/.test(program);
  const isLoaded = (effect: Effect): boolean => isLoader(effect.program) && isSettings(effect);
  if (!effects.some(isLoaded)) return effects;
  let isStarted = false;
  const isQuiet = (effect: Effect): boolean => {
    const { kind, target, program, tags = [] } = effect;
    if (kind !== 'execute' || target?.type !== 'program')
      return isLoaded(effect) || (tags.length === 0 && target?.type !== 'network');
    const call = target.argv.join(' ');
    const isStart = tags.length === 0 && !target.argv.includes(undefined) && STARTS.test(call);
    isStarted ||= isStart;
    return isStart || SWITCHES.test(call) || (isLoader(program) && !target.argv.includes(undefined));
  };
  if (!effects.every(isQuiet) || !isStarted) return effects;
  return effects.map(effect => (isLoaded(effect) ? { ...effect, tags: ['metadata'] } : effect));
}
