import { emitVariable } from '../calls/rules/settings.ts';
import { emitGoverned } from '../calls/rules/governedWords.ts';
import { emit, emitUnknown } from '../words/emit.ts';
import { evaluateKey, evaluateNumber, expandChoices, expandOne, expandWord } from '../words/expand.ts';
import type { Field } from '../words/field.ts';
import { isKnown, knownText, likelyText, literal, mergeOrigins, unknownField } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { spend } from '../words/frame.ts';
import type { Assignment } from '../words/parser.ts';
import type { Variable } from '../words/shellState.ts';
import { MOST_CHOICES, referredName } from '../words/shellState.ts';

/** Sets a variable, array or element, and records what that does to later programs. */
export function assign(assignment: Assignment, frame: Frame): void {
  const { value, append, index } = assignment;
  const name = referredName(assignment.name, frame.state);
  const old = frame.state.variables.get(name);
  spend(frame.run, (old?.fields.length ?? 0) / 256 + 1 / 16);
  if (value.type === 'ArrayValue') {
    const fields = value.elements.flatMap(word => expandWord(word, frame));
    for (const field of fields) evaluateElement(name, field, frame);
    frame.state.variables.set(name, { fields: append === true ? [...(old?.fields ?? []), ...fields] : fields, array: true });
    return;
  }
  const [field = literal(''), ...others] = expandChoices(value, frame);
  if (index !== undefined) {
    const key = expandOne(index, frame);
    const at = knownText(key);
    evaluateKey(key, frame);
    if (frame.state.integers.has(name)) evaluateNumber(field, frame);
    if (at !== undefined) nameCommand(name, at, field, frame);
    frame.state.variables.set(name, withElement(old, at, field));
    return;
  }
  if (append === true && frame.state.integers.has(name)) evaluateNumber(field, frame);
  const whole = append === true ? joined(old, field, name) : field;
  setShellVariable(name, whole, frame);
  if (others.length > MOST_CHOICES) setShellVariable(name, unknownField(`$${name}`, false, field.origins), frame);
  else if (others.length > 0) frame.state.variables.set(name, { fields: [field], array: false, others });
}

/** Records what a variable says that other programs get: one of them may write to the file that it names. */
export function emitExported(name: string, frame: Frame): void {
  const { state } = frame;
  for (const value of state.variables.get(referredName(name, state))?.fields ?? []) emitGoverned(value, `$${name}`, frame);
}

/** Sets a scalar that the shell or its children may act on. */
export function setShellVariable(written: string, value: Field, frame: Frame): void {
  const name = referredName(written, frame.state);
  if (frame.state.integers.has(name)) evaluateNumber(value, frame);
  frame.state.variables.set(name, { fields: [{ ...value, many: false }], array: false });
  emitVariable(name, value, undefined, frame);
  const text = knownText(value);
  if (frame.state.exportsAll === true) emitExported(name, frame);
  // What reads the variable opens what the address leads to.
  if (text !== undefined && /^[a-z][\w+.-]*:/i.test(text)) emitGoverned(value, `$${name}`, frame);
  const hides = name === 'HISTFILE' ? text === '/dev/null' || text === '' : /^HIST(?:FILE)?SIZE$/.test(name) && text === '0';
  if (hides) emit(frame, { kind: 'environment', target: { type: 'named', category: 'variable', name }, tags: ['covers_tracks'] });
}

/** An element `[subscript]=value`, or one of an array of numbers. */
function evaluateElement(name: string, field: Field, frame: Frame): void {
  const [, subscript, value = ''] = /^\[(.*?)\]\+?=(.*)$/s.exec(field.text) ?? [];
  if (subscript !== undefined) {
    evaluateKey(literal(subscript), frame);
    nameCommand(name, subscript, { ...field, text: value }, frame);
  }
  if (frame.state.integers.has(name)) evaluateNumber(field, frame);
}

/** `BASH_CMDS[name]=path` and `BASH_ALIASES[name]=text` make the name mean something else. */
function nameCommand(array: string, name: string, value: Field, frame: Frame): void {
  if (array !== 'BASH_CMDS' && array !== 'BASH_ALIASES') return;
  const text = knownText(value);
  if (text === undefined) emitUnknown(frame, 'a command whose meaning is known only at run time', ['dynamic'], name);
  else frame.state.aliases.set(name, text);
  if (array === 'BASH_ALIASES') return;
  const target = { type: 'named', category: 'command', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program: 'hash', tags: ['tampered_environment'] });
}

function withElement(old: Variable | undefined, at: string | undefined, field: Field): Variable {
  const fields = [...(old?.fields ?? [])];
  if (at !== undefined && /^\d{1,3}$/.test(at) && Number(at) <= fields.length) fields[Number(at)] = field;
  else fields.push(field);
  return { fields, array: true };
}

function likelyJoined(old: Field | undefined, field: Field): string | undefined {
  const [first, second] = [old === undefined ? '' : likelyText(old), likelyText(field)];
  return first === undefined || second === undefined || first.length > 4096 ? undefined : first + second;
}

/** The value of a variable with another one behind it. */
export function joined(variable: Variable | undefined, field: Field, name: string): Field {
  const old = variable === undefined ? undefined : (variable.fields[0] ?? literal(''));
  if (old === undefined || !isKnown(old) || !isKnown(field) || old.text.length > 65_536)
    return {
      ...unknownField(`$${name}`, false, mergeOrigins(old?.origins ?? [], field.origins)),
      likely: likelyJoined(old, field),
    };
  return { ...field, text: old.text + field.text, origins: mergeOrigins(old.origins, field.origins) };
}
