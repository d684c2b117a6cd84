import type { Frame } from './frame.ts';
import { knownText } from './field.ts';
import { lookUp } from './parameters.ts';
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
