import type { Assignment } from '../words/parser.ts';
import { emitVariable } from '../calls/tamperedEnvironment.ts';
import { emit, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Variable } from '../words/shellState.ts';
import { expandChoices, expandOne, expandWord } from '../words/expand.ts';
import { isKnown, knownText, literal, mergeOrigins, unknownField } from '../words/field.ts';
import type { Field } from '../words/field.ts';

/** Most values that one variable may have. */
const mostChoices = 6;

/** Sets a variable, array or element, and records what that does to later programs. */
export function assign(assignment: Assignment, frame: Frame): void {
  const { name, value, append, index } = assignment;
  const old = frame.state.variables.get(name);
  spend(frame.run, (old?.fields.length ?? 0) / 256 + 1 / 16);
  if (value.type === 'ArrayValue') {
    const fields = value.elements.flatMap(word => expandWord(word, frame));
    frame.state.variables.set(name, { fields: append === true ? [...(old?.fields ?? []), ...fields] : fields, array: true });
    return;
  }
  const [field = literal(''), ...others] = expandChoices(value, frame);
  if (index !== undefined) {
    const at = knownText(expandOne(index, frame));
    frame.state.variables.set(name, withElement(old, at, field));
    return;
  }
  const whole = append === true ? joined(old?.fields[0], field, name) : field;
  setShellVariable(name, whole, frame);
  if (others.length > mostChoices) setShellVariable(name, unknownField(`$${name}`, false, field.origins), frame);
  else if (others.length > 0) frame.state.variables.set(name, { fields: [field], array: false, others });
}

/** Sets a scalar that the shell or its children may act on. */
export function setShellVariable(name: string, value: Field, frame: Frame): void {
  frame.state.variables.set(name, { fields: [{ ...value, many: false }], array: false });
  emitVariable(name, value, undefined, frame);
  const text = knownText(value);
  const hides = name === 'HISTFILE' ? text === '/dev/null' || text === '' : /^HIST(?:FILE)?SIZE$/.test(name) && text === '0';
  if (hides) emit(frame, { kind: 'environment', target: { type: 'named', category: 'variable', name }, tags: ['covers_tracks'] });
}

function withElement(old: Variable | undefined, at: string | undefined, field: Field): Variable {
  const fields = [...(old?.fields ?? [])];
  if (at !== undefined && /^\d{1,3}$/.test(at) && Number(at) <= fields.length) fields[Number(at)] = field;
  else fields.push(field);
  return { fields, array: true };
}

function joined(old: Field | undefined, field: Field, name: string): Field {
  if (old === undefined || !isKnown(old) || !isKnown(field) || old.text.length > 65_536)
    return unknownField(`$${name}`, false, mergeOrigins(old?.origins ?? [], field.origins));
  return { ...field, text: old.text + field.text, origins: mergeOrigins(old.origins, field.origins) };
}
