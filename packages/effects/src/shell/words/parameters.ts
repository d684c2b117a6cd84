import { isKnown, knownText, likelyText, literal, patternField, unknownField } from './field.ts';
import type { Field } from './field.ts';
import { spend } from './frame.ts';
import type { Frame } from './frame.ts';
import type { ParameterExpansionPart, ParameterOperation, Word } from './parser.ts';
import { setVariable } from './shellState.ts';
import { matchingCost, modifyCase, removeAffix, replaceText } from './textOperations.ts';
import { single, lookUp } from './variableValues.ts';
import type { Values } from './variableValues.ts';

/** Expands what belongs to a parameter expansion; handed in, because words expand parameters. */
export interface Expander {
  word(word: Word, frame: Frame): Field;
  /** Expands a value a second time. */
  text(value: Field, frame: Frame): Field;
  /** Evaluates a value as arithmetic does. */
  number(value: Field, frame: Frame): void;
  /** Evaluates a key between brackets. */
  key(value: Field, frame: Frame): void;
  subscript(name: string, frame: Frame): void;
}

/** The values of `${…}`. */
export function expandParameter(part: ParameterExpansionPart, frame: Frame, expand: Expander): Values {
  const index = part.index === undefined ? undefined : expand.word(part.index, frame);
  if (index !== undefined) expand.key(index, frame);
  if (part.prefix === '#') return single(patternField('*', part.text));
  const values = part.prefix === '!' ? indirect(part, frame, expand) : indexed(part.parameter, index, frame);
  const { operation } = part;
  if (operation === undefined) return values;
  if (operation.type === 'Unknown') return flagged(operation.operator, values, frame, expand);
  if (operation.type === 'Default') return withDefault(part, operation, values, frame, expand);
  const operands = operandsOf(operation).map(word => expand.word(word, frame));
  if (operation.type === 'Slice') for (const operand of operands) expand.number(operand, frame);
  if (operation.type === 'Transform' && knownText(operands[0]) === 'P')
    return { fields: values.fields.map(field => expand.text(field, frame)), list: values.list };
  if (operation.type === 'Slice' && values.list) return sliceList(part, values, operands);
  spend(frame.run, values.fields.length / 16);
  return { fields: values.fields.map(field => operate(operation, field, operands, frame)), list: values.list };
}

/** `${~name}` and `${(e)name}` of zsh: the value is a pattern; with the flag `e` it is expanded a second time. */
function flagged(operator: string, values: Values, frame: Frame, expand: Expander): Values {
  const pattern = /^~+(\w+)$/.exec(operator)?.[1];
  if (pattern !== undefined) {
    const { fields, list } = lookUp(pattern, frame);
    const { home } = frame.run.options;
    return {
      fields: fields.map(field => (home === undefined ? field : { ...field, text: field.text.replace(/^~(?=\/|$)/, home) })),
      list,
    };
  }
  const name = /^\([^)]*e[^)]*\)(\w+)$/.exec(operator)?.[1];
  if (name === undefined)
    return { fields: values.fields.map(field => unknownField(field.source, false, field.origins)), list: values.list };
  const { fields, list } = lookUp(name, frame);
  return { fields: fields.map(field => expand.text(field, frame)), list };
}

/** `${@:from:count}` and `${a[@]:from:count}`: some of the words. Positions of `$@` count from one. */
function sliceList(part: ParameterExpansionPart, values: Values, operands: readonly Field[]): Values {
  const [from, count] = operands.map(field => Number(knownText(field) ?? Number.NaN));
  if (from === undefined || Number.isNaN(from) || Number.isNaN(count)) return single(unknownField(part.text, true));
  const start = part.parameter === '@' ? Math.max(0, from - 1) : from;
  return { fields: values.fields.slice(start, count === undefined ? undefined : start + count), list: true };
}

function indexed(name: string, index: Field | undefined, frame: Frame): Values {
  const variable = frame.state.variables.get(name);
  if (name === 'BASH_SOURCE' && variable === undefined) return lookUp('0', frame);
  if (index === undefined || variable === undefined)
    return index === undefined ? lookUp(name, frame) : single(unknownField(`$${name}`, true));
  const text = index.text === '*' ? '*' : knownText(index);
  if (text === '@' || text === '*') return { fields: variable.fields, list: text === '@' };
  const at = text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (at === undefined) return single(unknownField(`$${name}`));
  return single(variable.fields.at(at) ?? literal(''));
}

function indirect(part: ParameterExpansionPart, frame: Frame, expand: Expander): Values {
  const name = knownText(lookUp(part.parameter, frame).fields[0]);
  if (name !== undefined) expand.subscript(name, frame);
  const names = part.operation?.type === 'Names' || part.index !== undefined;
  if (name === undefined || names || !/^(?:\w+|[@*#?$!-])$/.test(name)) return single(unknownField(part.text, true));
  return lookUp(name, frame);
}

function withDefault(
  part: ParameterExpansionPart,
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  values: Values,
  frame: Frame,
  expand: Expander,
): Values {
  const operand = expand.word(operation.operand, frame);
  const [value] = values.fields;
  const known = value === undefined || isKnown(value) || value.glob;
  const unset = value === undefined || (value.text === '' && operation.operator.startsWith(':'));
  const sort = operation.operator.replace(':', '');
  if (!known) {
    if (sort === '?') return { ...values, fields: values.fields.map(field => ({ ...field, likely: undefined })) };
    if (operand.text === '') return values;
    const likely = sort === '+' || value.likely !== '' ? value.likely : likelyText(operand);
    const either = { ...unknownField(part.text, true, value.origins), likely };
    if (sort === '=') setVariable(frame.state, part.parameter, either);
    return single(either);
  }
  if (sort === '+') return unset ? single(literal('')) : single(operand);
  if (!unset || sort === '?') return values;
  if (sort === '=') setVariable(frame.state, part.parameter, operand);
  return single(operand);
}

function operandsOf(operation: ParameterOperation): readonly Word[] {
  switch (operation.type) {
    case 'Replace':
      return [operation.pattern, operation.replacement];
    case 'Slice':
      return operation.length === undefined ? [operation.offset] : [operation.offset, operation.length];
    case 'Names':
    case 'Unknown':
      return [];
    case 'Default':
    case 'Remove':
    case 'Transform':
    case 'CaseModification':
      return operation.operand === undefined ? [] : [operation.operand];
  }
}

/** Dearest match that is tried; a dearer one leaves a word that is not known. */
const DEAREST = 1000;

function operate(operation: ParameterOperation, value: Field, operands: readonly Field[], frame: Frame): Field {
  const unknown = unknownField(value.source, false, value.origins);
  if (!isKnown(value) && !value.glob) return { ...unknown, ...(value.likely === '' && { likely: '' }) };
  const [pattern] = operands;
  if (pattern !== undefined && (operation.type === 'Remove' || operation.type === 'Replace')) {
    const cost = matchingCost(operation.type, value.text, pattern);
    if (cost > DEAREST) return unknown;
    spend(frame.run, cost);
  }
  const text = operated(operation, value.text, operands);
  return text === undefined ? unknown : { ...value, text };
}

function operated(operation: ParameterOperation, text: string, operands: readonly Field[]): string | undefined {
  const [first, second] = operands;
  switch (operation.type) {
    case 'Remove':
      return first === undefined || !(isKnown(first) || first.glob) ? undefined : removeAffix(text, operation.operator, first);
    case 'Replace':
      return first === undefined || second === undefined ? undefined : replaceText(text, operation.operator, first, second);
    case 'Slice':
      return slice(text, knownText(first), operands.length < 2 ? '' : knownText(second));
    case 'CaseModification':
      return first === undefined ? modifyCase(text, operation.operator) : undefined;
    case 'Transform':
      return modifyCase(text, `@${knownText(first) ?? ''}`);
    case 'Default':
    case 'Names':
    case 'Unknown':
      return undefined;
  }
}

function slice(text: string, offset: string | undefined, length: string | undefined): string | undefined {
  if (offset === undefined || length === undefined) return undefined;
  const start = Number(offset.trim());
  const count = length === '' ? text.length : Number(length.trim());
  if (!Number.isInteger(start) || !Number.isInteger(count)) return undefined;
  const from = start < 0 ? text.length + start : start;
  if (from < 0) return '';
  return count < 0 ? text.slice(from, Math.max(from, text.length + count)) : text.slice(from, from + count);
}
