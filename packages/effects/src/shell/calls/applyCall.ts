import type { Mark } from '../../marks.ts';
import { changedFiles } from '../../programs/dependencies.ts';
import type { Argument } from '../../programs/call.ts';
import type { Finding, FixedEffect, Use } from '../../programs/descriptor.ts';
import { literal, patternField, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { emitUnknown } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { noticeAim } from './aims.ts';
import { filterEnvironment } from './allVariables.ts';
import { applyUse, receive } from './applyUse.ts';
import { keepVariables } from './runUses.ts';
import { holdsLocalData } from './sentData.ts';
import { judgeInnerPrograms } from './innerPrograms.ts';
import { emitForeignCode } from './foreignCode.ts';
import type { UseContext } from './fileUses.ts';
import { emitFile } from './emitFile.ts';
import { emitTold, tellsInHeader } from './network.ts';
import { emitPackageSources } from './packageSources.ts';
import { surroundingsOf } from './clusterFiles.ts';
import { emitComposed, innerFrame, startingFrom, rememberChanges } from './innerFrame.ts';
import { readListed } from './listedFiles.ts';
import { emitRecorded } from './recorded.ts';
import { assignUses, detail, isInformational, settled } from './resolveCall.ts';
import type { UsedWord, ResolvedCall } from './resolveCall.ts';
import { findingsIn } from '../../programs/rules/index.ts';
import { holds } from '../../programs/rules/condition.ts';
import { isRevealing } from '../../programs/credentialWords.ts';
import { emitSettings } from './namedSettings.ts';
import { emitCredentials, emitQueries } from './unlisted.ts';
import { emitGoverned, emitGovernedValues } from './governedWords.ts';
import { emitLosingVerb } from './losingVerbs.ts';
import { applyPatch, withoutKnownArchives } from './unseenContent.ts';
import { named, emitFixed } from './fixedEffects.ts';

/** What a call's words are, and what a command among them prints. */
export interface AppliedCall {
  readonly words: readonly UsedWord[];
  readonly printed?: Stream | undefined;
}

/** Records everything a call does according to its descriptors, and returns the words with their uses. */
export function applyCall(call: ResolvedCall, frame: Frame): AppliedCall {
  const program = call.path[0] ?? '';
  if (isInformational(call)) return { words: [] };
  const tags = callTags(call);
  const plain = givenWords(call);
  emitUnclear(call, plain, tags, frame);
  const given = assignUses(call);
  const there = startingFrom(given, frame);
  const effects = callEffects(call);
  for (const effect of effects) emitFixed(effect, program, tags, there, changedFiles(effect, call));
  const findings = findingsOf(call, frame);
  if (call.unclear === 'unlisted' && !findings.some(settlesLoss))
    emitLosingVerb(program, [...named(call.path.slice(1)), ...call.operandFields, ...named(call.line.unlisted)], frame);
  for (const finding of findings) if ('kind' in finding) emitFixed(finding, program, tags, there, changedFiles(finding, call));
  const found = findings.flatMap(finding => ('use' in finding ? [wordOf(finding, call)] : []));
  const words = withoutKnownArchives([...given, ...found], frame);
  noticeAim(call, words, frame);
  rememberChanges(call, frame);
  const context = contextOf(call, words, tags, frame);
  applyWords(call, words, context, frame);
  if (call.descriptors.some(({ mayRun }) => mayRun === true)) judgeInnerPrograms(program, plain, context.frame);
  emitQueries(call, plain, context.frame);
  emitForeignCode(call, words, context.frame);
  emitComposed(call, context.frame);
  emitPackageSources(call, context.frame);
  emitRecorded(call, plain, context.frame);
  readListed(call, context.frame);
  emitSettings(call, findings, context.frame);
  const shares = (found: Finding): boolean => 'kind' in found && found.tags?.includes('shares') === true;
  if ([...effects, ...findings].some(shares)) emitTold(program, plain, context.frame);
  startTasks(findings, call, context);
  warnOfUrlLess(words, context);
  filterEnvironment(call, words, context);
  for (const field of [...unclearWords(call), ...places(call)]) emitGoverned(field, program, context.frame);
  emitGovernedValues(call, words, context.frame);
  return { words, printed: context.printed };
}

/** Where data goes is told last, when it is known whether there is any. */
const LATE: ReadonlySet<string> = new Set(['url', 'destination', 'target']);

/** Records what is done with each word, and with the input. */
function applyWords(call: ResolvedCall, words: readonly UsedWord[], context: UseContext, outer: Frame): void {
  for (const word of words)
    if (!LATE.has(word.use.as)) applyUse(word, word.use.beforeChange === true ? { ...context, frame: outer } : context);
  if (words.some(({ use }) => LATE.has(use.as) && use.as !== 'destination')) context.sendsData ||= words.some(carries);
  feed(call, words, context);
  for (const word of words) if (LATE.has(word.use.as)) applyUse(word, context);
}

/** Records what is not known of a call whose subcommand or options no description lists. */
function emitUnclear(call: ResolvedCall, plain: readonly Field[], tags: readonly Mark[], frame: Frame): void {
  const program = call.path[0] ?? '';
  if (call.unclear === 'dynamic')
    emitUnknown(frame, 'a subcommand known only at run time', ['dynamic', ...tags], undefined, program);
  else if (call.unclear === 'unlisted' && call.descriptors.at(-1)?.otherwise === 'unknown')
    emitUnknown(frame, 'a subcommand that is not known', tags, call.operands[0]?.text, program);
  if (call.unclear === 'unlisted' || call.line.unlisted.some(isRevealing))
    emitCredentials(program, [...named(call.line.unlisted), ...plain], frame);
}

/** A word that is sent as it stands (a header, a name, a cookie) and has data of this machine in it. */
function carries({ use, field }: UsedWord): boolean {
  if (use.as === 'text' && tellsInHeader(field.text)) return true;
  return /^(?:text|data)$/.test(use.as) && holdsLocalData(field);
}

/** Operands and values without a use of their own. */
function givenWords(call: ResolvedCall): readonly Field[] {
  const values = call.line.given.flatMap(({ option, values: given }) =>
    given.filter(({ use }) => use === 'text').flatMap(({ field }) => [literal(option.name), field]),
  );
  return [...values, ...call.operandFields];
}

/** Words that no description covers: values of options that are not listed, and everything behind an unlisted subcommand. */
const unclearWords = ({ line, unclear, operandFields }: ResolvedCall): readonly Field[] =>
  unclear === undefined ? line.loose : [...line.loose, ...operandFields];

/** Options whose value is a place by their name: an address, a database, a folder. */
const NAMES_PLACE =
  /^--(?!.*(?:ignore|exclude|skip))[\w-]*(?:url|uri|dsn|database|db|connection|dir|directory|folder|prefix|output|dest|destination)$/;

/** An address that leads to a file: `sqlite:a.db`, `jdbc:sqlite:a.db`, `file:a`. */
const FILE_ADDRESS = /^(?:jdbc:)?(?:sqlite\d?|file|libsql|duckdb|h2)[\w+]*:/i;

/** Words that are described as text, and are the name of a place all the same. */
const places = ({ line, operandFields }: ResolvedCall): readonly Field[] => [
  ...line.given
    .filter(({ option }) => NAMES_PLACE.test(option.name))
    .flatMap(({ values }) => values.filter(({ use }) => use === 'text').map(({ field }) => field)),
  ...operandFields.filter(({ text }) => FILE_ADDRESS.test(text)),
];

/** Starts the tasks of the project that a call names. */
function startTasks(findings: readonly Finding[], call: ResolvedCall, { frame, program }: UseContext): void {
  for (const finding of findings) {
    if (!('tasks' in finding)) continue;
    const names = finding.names.map(name => fieldOf(name, call));
    start({ type: 'tasks', ...finding, file: finding.tasks, names, program }, frame);
  }
}

/** Data that is sent to nowhere in particular is still sent. */
function warnOfUrlLess(words: readonly UsedWord[], context: UseContext): void {
  if (!context.sendsData || words.some(({ use }) => use.as === 'url' || use.as === 'target')) return;
  emitFixed({ kind: 'network', target: 'network:upload', tags: ['uploads'] }, context.program, context.tags, context.frame);
}

function callTags(call: ResolvedCall): readonly Mark[] {
  const tags = new Set<Mark>();
  for (const descriptor of call.descriptors) {
    for (const tag of descriptor.tags ?? []) tags.add(tag);
    for (const { when, tags: added } of descriptor.cases ?? [])
      if (added !== undefined && holds(when, call)) added.forEach(tag => tags.add(tag));
  }
  for (const { option } of call.line.given) for (const tag of option.spec.tags ?? []) tags.add(tag);
  return [...tags];
}

function callEffects(call: ResolvedCall): readonly FixedEffect[] {
  const own = call.descriptors.flatMap(({ effects = [], cases = [] }) => [
    ...effects,
    ...cases.flatMap(({ when, effects: added }) => (added !== undefined && holds(when, call) ? added : [])),
  ]);
  return [...own, ...call.line.given.flatMap(({ option }) => option.spec.effects ?? [])];
}

function findingsOf(call: ResolvedCall, frame: Frame): readonly Finding[] {
  const given = {
    ...call,
    input: frame.stdin?.text,
    isTunnelled: frame.run.tunnels,
    remotes: frame.run.remotes,
    made: frame.place === 'here' ? frame.run.databases : undefined,
    home: frame.run.options.home,
    ...surroundingsOf(call, frame),
    unlisted: call.line.unlisted,
    assigned: call.line.loose.length,
  };
  return findingsIn(call.descriptors, given);
}

/** Whether a finding says what is lost, or that nothing is: else the words of an unlisted subcommand do. */
const settlesLoss = (finding: Finding): boolean => 'clears' in finding || ('kind' in finding && finding.kind === 'delete');

function wordOf({ use, value, following = [] }: Extract<Finding, { use: Use }>, call: ResolvedCall): UsedWord {
  const more = following.map(word => fieldOf(word, call));
  return { use: settled(use, call), field: fieldOf(value, call), following: more, operand: false };
}

const positions = new WeakMap<readonly Argument[], ReadonlyMap<Argument, number>>();

/** Where each operand of a call is: a search for every word that is found would cost the square of their number. */
function positionsOf(operands: readonly Argument[]): ReadonlyMap<Argument, number> {
  const known = positions.get(operands) ?? new Map(operands.map((word, at) => [word, at] as const).toReversed());
  positions.set(operands, known);
  return known;
}

/** A word that a description has found: the operand itself, with all that is known of it, where it is one. */
function fieldOf(word: Argument | string, { operands, operandFields }: ResolvedCall): Field {
  if (typeof word === 'string') return literal(word);
  const given = operandFields[positionsOf(operands).get(word) ?? -1];
  if (given !== undefined) return given;
  if (word.text === undefined) return unknownField('argument');
  return word.glob ? patternField(word.text) : literal(word.text);
}

const contextOf = (call: ResolvedCall, words: readonly UsedWord[], tags: readonly Mark[], frame: Frame): UseContext => ({
  frame: innerFrame(call, words, frame),
  program: call.path[0] ?? '',
  tags,
  recursive: call.line.given.some(({ option }) => option.spec.recursive === true),
  sources: words
    .filter(({ use, operand }) => operand && (use.as === 'read' || use.as === 'move' || use.as === 'source'))
    .map(({ field }) => field),
  moves: words.filter(({ use, operand }) => operand && use.as === 'move').map(({ field }) => field),
  intoFolder: call.line.given.some(({ option }) => option.spec.suppliesLast === true),
  isTarget: call.has('-T') && /^(?:cp|mv|ln|install)$/.test(call.path[0] ?? ''),
  spares: call.descriptors.some(({ spares, compiles }) => compiles === true || (spares !== undefined && holds(spares, call))),
  sendsData: false,
  uploads: false,
});

function feed(call: ResolvedCall, words: readonly UsedWord[], context: UseContext): void {
  let stdin: Use | undefined = call.descriptors.at(-1)?.stdin;
  for (const { cases = [] } of call.descriptors)
    for (const { when, stdin: use } of cases) if (use !== undefined && holds(when, call)) stdin = use;
  if (stdin === undefined) return;
  const use = detail(stdin);
  if (use.as === 'patch') return applyPatch(call, words, context);
  if (use.as === 'text' || context.frame.stdin === undefined) return;
  if (use.as === 'data') receive(context);
  else if (use.as === 'read' || use.as === 'delete')
    emitFile(unknownField('standard input'), { kind: use.as, program: context.program }, context.frame);
  else keepVariables(start({ type: 'input', use, program: context.program, tags: context.tags }, context.frame), context);
}
