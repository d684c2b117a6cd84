import { evaluateArithmetic } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import type { Spend } from './braces.ts';
import { WordBuilder } from './builder.ts';
import { HOLE, isKnown, knownText, literal, patternField, unknownField } from './field.ts';
import type { Field } from './field.ts';
import { spend } from './frame.ts';
import { emitUnknown } from './emit.ts';
import type { Frame } from './frame.ts';
import { expandParameter } from './parameters.ts';
import { lookUp } from './variableValues.ts';
import type { Expander } from './parameters.ts';
import type { Values } from './variableValues.ts';
import { parseShell, parsingCost } from './parser.ts';
import type { ArithmeticExpression, HereDoc, Word, WordPart } from './parser.ts';
import { tokenize, tokenizeQuoted } from './tokens.ts';
import type { Token } from './tokens.ts';
import { expandTilde, substitute, substituteProcess } from './substitutions.ts';

const PLAIN_TEXT = /^[^\\'"$`~{}*?[\]!+@()<>=]*$/;

/**
 * A qualifier behind a pattern of zsh that runs code for each name: `*(e:'code':)`, `*(oe{code})`, `*(e.code.)`, `*(+function)`. To other shells such a word is
 * hardly ever of use.
 */
const RUNS_FOR_NAMES = /[\w*?\]./~]\((?:#q)?[-./@=*%^,\w[\]]*?(?:e(?:[:'"{[+,<;#~!%^=]|([./@|?$&-])[^)]*\1)|\+[A-Za-z_])/;
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;

/** Records code that a pattern runs. */
function emitQualifier(word: Word, frame: Frame): void {
  if (!word.text.includes('(') || word.text.length > 4096) return;
  if (RUNS_FOR_NAMES.test(word.text.replace(QUOTED, "''")))
    emitUnknown(frame, 'a pattern that runs code for each name', ['inline_code']);
}

const CHARS_PER_UNIT = 64;

/** Most words that the braces of one word make. */
const MOST_VARIANTS = 4096;

/** Counts what the braces of a word make: a word that makes too many is not known, and the rest of the command is. */
function countWords(frame: Frame): Spend {
  let left = MOST_VARIANTS;
  return count => {
    left -= count;
    if (left < 0) return false;
    spend(frame.run, count / 4);
    return true;
  };
}

/** All words that a word of a command line becomes: braces, tilde, parameters, substitutions, splitting, globs. */
export function expandWord(word: Word, frame: Frame): readonly Field[] {
  if (PLAIN_TEXT.test(word.text)) return [literal(word.text)];
  spend(frame.run, word.text.length / CHARS_PER_UNIT);
  emitQualifier(word, frame);
  const tokens = tokenize(word);
  const variants = word.text.includes('{') ? expandBraces(tokens, countWords(frame)) : [tokens];
  if (variants === undefined) {
    emitUnknown(frame, 'too many words', ['dynamic']);
    return [unknownField(word.text, true)];
  }
  return variants.flatMap(variant => build(variant, frame, true, word.text));
}

/** The one word that a word becomes where the shell neither splits nor globs: assignments, here-strings, case words. */
export function expandOne(word: Word, frame: Frame): Field {
  const [only = literal(''), ...others] = expandChoices(word, frame);
  return others.length === 0 ? only : unknownField(word.text, false, only.origins);
}

/** As `expandOne`, where the word may turn out to be any one of several: what a list of file names holds. */
export function expandChoices(word: Word, frame: Frame): readonly Field[] {
  if (PLAIN_TEXT.test(word.text)) return [literal(word.text)];
  spend(frame.run, word.text.length / CHARS_PER_UNIT);
  return build(tokenize(word), frame, false, word.text);
}

/** A pattern of `case`, `[[ ]]` or `${x%…}`: not split, but its globs are live. */
export function expandPattern(word: Word, frame: Frame): Field {
  if (PLAIN_TEXT.test(word.text)) return literal(word.text);
  spend(frame.run, word.text.length / CHARS_PER_UNIT);
  const builder = new WordBuilder(word.text, ' \t\n', true);
  for (const token of tokenize(word)) {
    if (token.type === 'text') builder.text(token.text, token.quoted);
    else builder.values(expandPart(token.part, frame), true);
  }
  return builder.finish()[0] ?? literal('');
}

/** The text of an unquoted here-document. */
export function expandHereDocument(parts: readonly WordPart[], frame: Frame): Field {
  spend(frame.run, parts.length / 8);
  return build(tokenizeQuoted(parts), frame, false, 'here-document')[0] ?? literal('');
}

function build(tokens: readonly Token[], frame: Frame, split: boolean, source: string): readonly Field[] {
  const separators = knownText(lookUp('IFS', frame).fields[0]) ?? ' \t\n';
  const builder = new WordBuilder(source, separators, split);
  for (const token of expandTilde(tokens, frame, !split)) {
    if (token.type === 'text') builder.text(token.text, token.quoted);
    else builder.values(expandPart(token.part, frame), token.quoted || !split);
  }
  const fields = builder.finish();
  spend(frame.run, fields.length / 8 + builder.size / 1024);
  return fields;
}

function expandPart(part: WordPart, frame: Frame): Values {
  switch (part.type) {
    case 'SimpleExpansion':
      return lookUp(part.text.slice(1), frame);
    case 'ParameterExpansion':
      return expandParameter(part, frame, expander);
    case 'CommandExpansion':
      return substitute(part.script, part.text, frame);
    case 'ProcessSubstitution':
      return substituteProcess(part, frame);
    case 'ArithmeticExpansion':
      return { fields: [arithmeticField(part.expression, part.text, frame)], list: false };
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return { fields: [unknownField(part.text, true)], list: false };
  }
}

/** The value of `$((…))`: a number when everything in it is known, else some number. */
export function arithmeticField(expression: ArithmeticExpression | undefined, source: string, frame: Frame): Field {
  if (expression === undefined) return patternField('*', source);
  spend(frame.run, source.length / CHARS_PER_UNIT);
  const value = evaluateArithmetic(expression, {
    value: leaf => leafValue(leaf.value, leaf.parts, frame),
    visit: leaf => void substitute(leaf.script, leaf.text, frame),
  });
  return value === undefined ? patternField('*', source) : literal(String(value), source);
}

function leafValue(text: string, parts: readonly WordPart[] | undefined, frame: Frame): number | undefined {
  const field =
    parts === undefined
      ? literal(text)
      : (build(
          parts.flatMap(part => tokenizeQuoted([part])),
          frame,
          false,
          text,
        )[0] ?? literal(''));
  spend(frame.run, 1 / 16);
  const known = knownText(field);
  if (known === undefined) return undefined;
  evaluateNumber(field, frame);
  const value = /^[A-Za-z_]\w*$/.test(known) ? knownText(lookUp(known, frame).fields[0]) : known;
  if (value !== undefined && /[$`]/.test(value))
    emitUnknown(frame, 'arithmetic on text that holds code', ['dynamic', 'obfuscated']);
  return value === undefined ? undefined : parseNumber(value.trim());
}

function parseNumber(text: string): number | undefined {
  if (text === '') return 0;
  const [, base, digits] = /^(\d+)#(\w+)$/.exec(text) ?? [];
  if (base !== undefined && digits !== undefined) {
    const value = Number(base) < 2 || Number(base) > 36 ? Number.NaN : Number.parseInt(digits, Number(base));
    return Number.isNaN(value) ? undefined : value;
  }
  if (/^-?0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^-?(?:\d+|0[xX][\da-fA-F]+)$/.test(text) ? Number(text) : undefined;
}

const MOST_TEXTS = 64;

const HEREDOC_END = 'LICET_END_OF_TEXT';

/** The text as the shell expands it a second time, as if it stood in double quotes: what `${x@P}` and `compgen -W` do with a value. */
export function expandText(source: Field, frame: Frame): Field {
  const { text } = source;
  if (!/[`$]/.test(text)) return source;
  spend(frame.run, 1 + parsingCost(text));
  const parsed = parseShell(`:<<${HEREDOC_END}\n${text.replaceAll(HOLE, '')}\n${HEREDOC_END}\n`);
  const command = parsed.script?.commands[0]?.command;
  const document =
    command?.type === 'Command' ? command.suffix.find((item): item is HereDoc => item.type === 'HereDoc') : undefined;
  const parts = document?.body.parts;
  return parts === undefined ? source : expandHereDocument(parts, frame);
}

/**
 * A name with a subscript that the shell expands a second time, although it came out of quotes or of a variable: `test -v`, `unset`,
 * `read`, `printf -v 'a[$(rm x)]'`. The code in it runs. It is never written by accident, so it is said as well.
 */
export function evaluateSubscript(text: string, frame: Frame): void {
  const open = text.indexOf('[');
  const subscript = open < 0 ? '' : text.slice(open).replace(/\\([$`()])/g, '$1');
  if (/`|\$\((?!\()/.test(subscript)) emitUnknown(frame, 'a subscript that holds code', ['dynamic', 'obfuscated']);
  if (subscript !== '') expandText(literal(subscript), frame);
}

/** A key between brackets. It is arithmetic, in which quotes mean nothing: `a['$(rm x)']=1` runs the code. */
export function evaluateKey(key: Field, frame: Frame): void {
  evaluateNumber(key, frame);
  if (/[$`]/.test(key.text)) evaluateSubscript(`[${key.text}]`, frame);
}

/** A value in arithmetic: names in it are evaluated in turn and subscripts are expanded, so that the code in any of them runs. */
export function evaluateNumber(value: Field, frame: Frame): void {
  const pending = [value.text];
  const seen = new Set<string>();
  for (let at = 0; at < pending.length && at < MOST_TEXTS; at++) {
    const text = pending[at] ?? '';
    spend(frame.run, (16 + text.length) / 256);
    evaluateSubscript(text, frame);
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      const variable = seen.has(name) ? undefined : frame.state.variables.get(name);
      seen.add(name);
      for (const field of [...(variable?.fields ?? []), ...(variable?.others ?? [])])
        if (isKnown(field)) pending.push(field.text);
    }
  }
}

const expander: Expander = {
  word: expandPattern,
  text: expandText,
  number: evaluateNumber,
  key: evaluateKey,
  subscript: evaluateSubscript,
};
