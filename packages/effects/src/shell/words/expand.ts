import { evaluateArithmetic } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import type { Spend } from './braces.ts';
import { WordBuilder } from './builder.ts';
import { HOLE, isKnown, knownText, literal, patternField, unknownField } from './field.ts';
import type { Field } from './field.ts';
import { emitUnknown, spend, descend, start } from './frame.ts';
import type { Frame } from './frame.ts';
import { expandParameter, lookUp } from './parameters.ts';
import type { Expander, Values } from './parameters.ts';
import { parseShell } from './parser.ts';
import type { ArithmeticExpression, HereDoc, Word, WordPart, ParsedScript } from './parser.ts';
import { forkState } from './shellState.ts';
import type { Stream } from './stream.ts';
import { tokenize, tokenizeQuoted } from './tokens.ts';
import type { Token } from './tokens.ts';

const PLAIN_TEXT = /^[^\\'"$`~{}*?[\]!+@()<>=]*$/;

/** Characters of a word that cost one unit. */
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

/** Most texts that are followed from one number. */
const MOST_TEXTS = 64;

const HEREDOC_END = 'LICET_END_OF_TEXT';

/** The text as the shell expands it a second time, as if it stood in double quotes: what `${x@P}` and `compgen -W` do with a value. */
export function expandText(source: Field, frame: Frame): Field {
  const { text } = source;
  if (!/[`$]/.test(text)) return source;
  spend(frame.run, 1 + text.length / CHARS_PER_UNIT);
  const parsed = parseShell(`:<<${HEREDOC_END}\n${text.replaceAll(HOLE, '')}\n${HEREDOC_END}\n`);
  const command = parsed.script?.commands[0]?.command;
  const document =
    command?.type === 'Command' ? command.suffix.find((item): item is HereDoc => item.type === 'HereDoc') : undefined;
  const parts = document?.body.parts;
  return parts === undefined ? source : expandHereDocument(parts, frame);
}

/**
 * A name with a subscript that the shell expands a second time, although it came out of quotes or of a variable: `test -v`, `unset`,
 * `read`, `printf -v 'a[$(rm x)]'`. The code in it runs. Nobody writes that by accident, so it is said as well.
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

/**
 * Replaces `~`, `~/`, `~+`, `~-` and `~user` at the start of a word, and in an assignment's value after each colon too. A
 * user's home that is not known is taken to be `/home/user`, where it usually is.
 */
function expandTilde(tokens: readonly Token[], frame: Frame, value: boolean): readonly Token[] {
  if (!tokens.some(token => token.type === 'text' && !token.quoted && token.text.includes('~'))) return tokens;
  return tokens.flatMap((token, i) => {
    if (token.type !== 'text' || token.quoted) return [token];
    const next = tokens[i + 1];
    const places = (i === 0 ? '^' : value ? '(?<=:)' : '(?!)') + (value ? '|(?<=:)' : '');
    const pattern = new RegExp(`(?:${places})~([\\w.+-]*)(?=$|[/:])`, 'g');
    const out: Token[] = [];
    let at = 0;
    for (const match of token.text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (end === token.text.length && next !== undefined && !(next.type === 'text' && /^[/:]/.test(next.text))) continue;
      const home = homeOf(match[1] ?? '', frame);
      if (home === undefined) continue;
      out.push(
        { type: 'text', text: token.text.slice(at, match.index), quoted: false },
        { type: 'text', text: home, quoted: true },
      );
      at = end;
    }
    return [...out, { type: 'text', text: token.text.slice(at), quoted: false }];
  });
}

function homeOf(name: string, frame: Frame): string | undefined {
  if (name === '') return knownText(lookUp('HOME', frame).fields[0]) ?? '/home/unknown';
  if (name === '+') return frame.state.cwd;
  if (name === '-') return knownText(lookUp('OLDPWD', frame).fields[0]);
  return name === 'root' ? '/root' : `/home/${name}`;
}

/** Visits the script of `$(…)` and returns what it would print as far as that is known. */
function substitute(script: ParsedScript | undefined, source: string, frame: Frame): Values {
  spend(frame.run, Math.ceil(source.length / 16));
  if (script === undefined) return { fields: [unknownField(source, true)], list: false };
  const inner = descend(frame, undefined, { state: forkState(frame.state) });
  if (inner === undefined) return { fields: [unknownField(source, true)], list: false };
  return valuesOf(start({ type: 'script', script: script }, inner), source);
}

function valuesOf(stream: Stream, source: string): Values {
  if (stream.text !== undefined) {
    return { fields: [{ ...literal(stream.text.replace(/\n+$/, ''), source), origins: stream.origins }], list: false };
  }
  if (stream.paths !== undefined) return { fields: stream.paths, list: true };
  const field = stream.token === true ? patternField('*', source) : unknownField(source, true);
  return { fields: [{ ...field, origins: stream.origins }], list: false };
}

/**
 * Visits the script of `<(…)` or `>(…)` and names the pipe. What flows out of it is kept under that name, so that a shell
 * that runs the pipe as a script is understood.
 */
function substituteProcess(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame): Values {
  spend(frame.run, Math.ceil(part.text.length / 16));
  const name = `/dev/fd/${63 - (frame.run.pipes++ % 60)}`;
  const inner = descend(frame, undefined, {
    state: forkState(frame.state),
    stdin: part.operator === '>' ? { origins: [] } : frame.stdin,
  });
  if (part.script !== undefined && inner !== undefined) {
    const stream = start({ type: 'script', script: part.script }, inner);
    if (part.operator === '<') frame.run.files.set(name, stream);
  }
  return { fields: [literal(name, part.text)], list: false };
}
