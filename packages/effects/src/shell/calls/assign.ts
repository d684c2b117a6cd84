import type { Mark } from '../../marks.ts';
import type { Argument } from '../../programs/call.ts';
import type { Finding, FixedEffect, OperandSpec, DetailedUse, Use } from '../../programs/descriptor.ts';
import type { Field } from '../words/field.ts';
import { literal, patternField, unknownField } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { GivenCall, AssignedCall, UseContext, ResolvedCall, UsedWord } from './call.ts';
import { findingsIn } from '../../programs/rules/index.ts';
import { holds } from '../../programs/rules/condition.ts';
import { detailOf } from './resolve.ts';
import { withoutKnownArchives } from './rules/patches.ts';
import { innerFrame, rememberChanges, startingFrom, surroundingsOf } from './surroundings.ts';

/** Tells of each word of a call what it is for. What the call changes for later ones is remembered before its inner frame is made. */
export function assignCall(given: GivenCall, call: ResolvedCall): AssignedCall {
  const { frame } = given;
  const tags = callTags(call);
  const assigned = assignUses(call);
  const findings = findingsOf(call, frame);
  const found = findings.flatMap(finding => ('use' in finding ? [wordOf(finding, call)] : []));
  const words = withoutKnownArchives([...assigned, ...found], frame);
  rememberChanges(call, frame);
  const context = contextOf(call, words, tags, frame);
  return {
    ...given,
    call,
    plain: plainWords(call),
    tags,
    effects: callEffects(call),
    findings,
    words,
    context,
    inside: context.frame,
    there: startingFrom(assigned, frame),
  };
}

/** Operands and values without a described use. */
function plainWords(call: ResolvedCall): readonly Field[] {
  const values = call.line.given.flatMap(({ option, values: given }) =>
    given.filter(({ use }) => use === 'text').flatMap(({ field }) => [literal(option.name), field]),
  );
  return [...values, ...call.operandFields];
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

function wordOf({ use, value, following = [] }: Extract<Finding, { use: Use }>, call: ResolvedCall): UsedWord {
  const more = following.map(word => fieldOf(word, call));
  return { use: resolveUse(use, call), field: fieldOf(value, call), following: more, operand: false };
}

const positions = new WeakMap<readonly Argument[], ReadonlyMap<Argument, number>>();

/** Where each operand of a call is: a search for every word that is found would cost the square of their number. */
function positionsOf(operands: readonly Argument[]): ReadonlyMap<Argument, number> {
  const known = positions.get(operands) ?? new Map(operands.map((word, at) => [word, at] as const).toReversed());
  positions.set(operands, known);
  return known;
}

/** A word that a description has found: the operand itself, with all that is known of it, where it is one. */
export function fieldOf(word: Argument | string, { operands, operandFields }: ResolvedCall): Field {
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

/** The operands' spec that applies: of the last option, case or level that has one. */
function operandSpec(call: ResolvedCall): OperandSpec | undefined {
  let spec: OperandSpec | undefined = call.descriptors.at(-1)?.operands;
  for (const { option } of call.line.given) spec = option.spec.operands ?? spec;
  for (const descriptor of call.descriptors) {
    for (const { when, operands } of descriptor.cases ?? []) if (operands !== undefined && holds(when, call)) spec = operands;
  }
  return spec;
}

function resolveUse(use: Use, call: ResolvedCall): DetailedUse {
  const { appends, mounts, startsIn, method, ...rest } = detailOf(use);
  const request = typeof method === 'function' ? method(call) : method;
  const folder = typeof startsIn === 'function' ? startsIn(call) : startsIn;
  return {
    ...rest,
    ...(request !== undefined && { method: request }),
    ...(appends !== undefined && { appends: typeof appends === 'function' ? appends(call) : appends }),
    ...(folder !== undefined && { startsIn: folder }),
    ...(mounts !== undefined && { mounts: typeof mounts === 'function' ? mounts(call) : mounts }),
  };
}

/** Every word of the call with its use, options first. */
export function assignUses(call: ResolvedCall): readonly UsedWord[] {
  const words: UsedWord[] = [];
  for (const { values } of call.line.given) {
    for (const { use, field, following = [] } of values)
      words.push({ use: resolveUse(use, call), field, following, operand: false });
  }
  const spec = operandSpec(call) ?? {};
  const given = call.line.given.map(({ option }) => option.spec);
  const first = given.some(({ suppliesFirst }) => suppliesFirst) ? (spec.first ?? []).slice(1) : (spec.first ?? []);
  const noLast = given.some(({ suppliesLast }) => suppliesLast);
  const fields = call.operandFields.length === 0 ? (spec.defaults ?? []).map(text => literal(text)) : call.operandFields;
  for (const [i, field] of fields.entries()) {
    const use = resolveUse(useAt(i, fields.length, { ...spec, first }, noLast), call);
    const isLast = use.as === 'command' || use.as === 'execute';
    words.push({ use, field, following: isLast ? fields.slice(i + 1) : [], operand: true });
    if (use.as === 'command') break;
  }
  return words;
}

function useAt(i: number, count: number, spec: OperandSpec, noLast: boolean): Use {
  const { first = [], rest, last } = spec;
  const lastApplies = last !== undefined && !noLast && (count > 1 || (first.length === 0 && rest === undefined));
  if (lastApplies && i === count - 1) return last;
  return first[i] ?? rest ?? 'text';
}
