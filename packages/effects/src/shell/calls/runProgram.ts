import { absolutePath, isWithin } from '../../places/lexical.ts';
import { descend, emitExecution, INSTALLED } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, mergeOrigins } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { assignCall } from './assign.ts';
import type { GivenCall } from './call.ts';
import { outputOf } from './outputs.ts';
import { descriptorOf, isInformational, resolveCall } from './resolve.ts';
import { emitRemoteDatabase } from './rules/databases.ts';
import { printedByWords } from './rules/shownByWords.ts';
import { asksLicet, containedWords, emitAskedPolicy } from './rules/undescribed.ts';
import type { Step } from './steps.ts';
import { AFTER_CALL, DESCRIBED_CALL, EVERY_CALL, UNDESCRIBED_CALL } from './steps.ts';

/** Folders that hold programs: of the system, of a package manager, of an environment. */
const PROGRAM_FOLDER = /(?:^|\/)(?:\.?s?bin|Scripts|shims|libexec)\/[^/]+$/;

/** Folders of packages and environments, whose programs are installed. */
const INSTALLED_BELOW = /\/(?:node_modules|\.?venv|env|vendor|\.direnv|\.tox)\//;

/** A script of the project in a folder that is called as one of programs: `bin/task`. */
const isOwnScript = (path: string | undefined, { options: { files, root } }: Frame['run']): boolean =>
  path !== undefined && isWithin(path, root) && !INSTALLED_BELOW.test(path) && files?.text?.(path)?.startsWith('#!') === true;

/**
 * True for a path that leads to a file of the project or of the agent: `./npm` is whatever lies there, whatever it is called. It is
 * judged as that file, and as the program too, since it may be a copy.
 */
export function isLocalFile(path: string, { run, state }: Frame): boolean {
  if (!path.includes('/')) return false;
  const whole = absolutePath(path, state.cwd);
  const isWritten = whole !== undefined && (run.files.has(whole) || run.options.untrusted?.has(whole) === true);
  return isWritten || !PROGRAM_FOLDER.test(path) || isOwnScript(whole, run);
}

/** A package that a runner fetches, and whose program has its name: `npx @scope/name`. */
const SCOPED = /^@[\w.-]+\/[\w.-]+(?:@[\w.^~-]+)?$/;

function applySteps<Facts>(steps: readonly Step<Facts>[], facts: Facts): void {
  for (const { apply } of steps) apply(facts);
}

/** Judges a call of a program in the order of `steps.ts`, and returns what it prints. */
export function runProgram(name: string, word: Field, args: readonly Field[], frame: Frame): Stream {
  const text = args.map(arg => arg.text).join(' ');
  const given: GivenCall = { name, word, args, text, frame, descriptor: descriptorOf(name, frame.run) };
  const path = knownText(word);
  emitRemoteDatabase(given);
  const isFile = path?.includes('/') === true && !INSTALLED.test(path) && !SCOPED.test(path);
  const isOnlyFile = given.descriptor === undefined && isFile;
  if (isOnlyFile || (path !== undefined && isLocalFile(path, frame)))
    start({ type: 'file', file: word, program: name, args }, frame);
  if (isOnlyFile) return { origins: frame.stdin?.origins ?? [] };
  emitExecution(frame, name, word, args, given.descriptor === undefined ? ['unlisted'] : []);
  applySteps(EVERY_CALL, given);
  const shown = printedByWords(given);
  return given.descriptor === undefined ? runUndescribed(given, shown) : runDescribed(given, given.descriptor, shown);
}

function runUndescribed(given: GivenCall, shown: Stream | undefined): Stream {
  const contained = containedWords(given);
  // A sandbox changes nothing about what a command is meant to do: it is judged as if it ran alone.
  const inner = contained.length === 0 ? undefined : descend(given.frame, 'licet run');
  if (inner !== undefined) return start({ type: 'words', words: contained }, inner);
  if (asksLicet(given)) emitAskedPolicy(given);
  else applySteps(UNDESCRIBED_CALL, given);
  return { origins: given.frame.stdin?.origins ?? [], ...shown };
}

function runDescribed(given: GivenCall, descriptor: NonNullable<GivenCall['descriptor']>, shown: Stream | undefined): Stream {
  const call = resolveCall(given.name, descriptor, given.args);
  const done = isInformational(call) ? { ...given, call, words: [] } : assignCall(given, call);
  if ('context' in done) applySteps(DESCRIBED_CALL, done);
  applySteps(AFTER_CALL, done);
  const output = outputOf(call, done.words, given.frame);
  const printed = 'context' in done ? (done.context.printed ?? shown) : shown;
  if (printed?.origins.includes('environment') !== true) return output;
  return { ...output, ...printed, origins: mergeOrigins(output.origins, printed.origins) };
}
