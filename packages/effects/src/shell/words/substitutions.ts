import { knownText, literal, patternField, unknownField } from './field.ts';
import { spend, start } from './frame.ts';
import { descend } from './emit.ts';
import { textOf } from './fileText.ts';
import type { Frame } from './frame.ts';
import { lookUp } from './variableValues.ts';
import type { Values } from './variableValues.ts';
import type { WordPart, ParsedScript } from './parser.ts';
import { forkState } from './shellState.ts';
import type { Stream } from './stream.ts';
import type { Token } from './tokens.ts';

/**
 * Replaces `~`, `~/`, `~+`, `~-` and `~user` at the start of a word, and in an assignment's value after each colon too. A
 * user's home that is not known is taken to be `/home/user`, where it usually is.
 */
export function expandTilde(tokens: readonly Token[], frame: Frame, value: boolean): readonly Token[] {
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
export function substitute(script: ParsedScript | undefined, source: string, frame: Frame): Values {
  spend(frame.run, Math.ceil(source.length / 16));
  if (script === undefined) return { fields: [unknownField(source, true)], list: false };
  const inner = descend(frame, undefined, { state: forkState(frame.state) });
  if (inner === undefined) return { fields: [unknownField(source, true)], list: false };
  return valuesOf(start({ type: 'script', script: script }, inner), source, frame);
}

function valuesOf(stream: Stream, source: string, frame: Frame): Values {
  const text = textOf(stream, frame);
  if (text !== undefined)
    return { fields: [{ ...literal(text.replace(/\n+$/, ''), source), origins: stream.origins }], list: false };
  if (stream.paths !== undefined) return { fields: stream.paths, list: true };
  const field = stream.token === true ? patternField('*', source) : unknownField(source, true);
  return { fields: [{ ...field, origins: stream.origins }], list: false };
}

/**
 * Visits the script of `<(…)` or `>(…)` and names the pipe. What flows out of it is kept under that name, so that a shell
 * that runs the pipe as a script is understood.
 */
export function substituteProcess(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame): Values {
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
