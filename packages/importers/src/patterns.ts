/** So many commands are written out for one pattern, and a pattern is at most so long. */
const MOST = 50;
const MOST_TEXT = 1000;

/** Texts that a part of a pattern finds; undefined for a part that finds too many to be written out. */
type Found = readonly string[] | undefined;

/** A gap of any length is no word, or any words. */
const GAP: readonly string[] = [' ', ' * '];

/**
 * The commands that a regular expression finds, for those that say them by alternatives, groups, optional parts and gaps; undefined for
 * any other. `*` in a command is any run of words: `npm (test|run test)` finds `npm test` and `npm run test`.
 */
export function commandsFoundBy(pattern: string): readonly string[] | undefined {
  if (pattern.length > MOST_TEXT) return undefined;
  const reader = readerOf(pattern);
  const found = reader.alternatives();
  if (found === undefined || !reader.isAtEnd()) return undefined;
  const commands = found.map(each => each.replace(/\s+/g, ' ').replace(/(?:^[ *]+|[ *]+$)/g, ''));
  return commands.includes('') ? undefined : [...new Set(commands)];
}

function readerOf(pattern: string) {
  let index = 0;
  const takes = (text: string): boolean => {
    const isNext = pattern.startsWith(text, index);
    if (isNext) index += text.length;
    return isNext;
  };
  const alternatives = (): Found => {
    let found = sequence();
    while (takes('|')) found = both(found, sequence());
    return found;
  };
  const sequence = (): Found => {
    let found: Found = [''];
    while (found !== undefined && index < pattern.length && !'|)'.includes(pattern[index] ?? ''))
      found = joined(found, repeated());
    return found;
  };
  const group = (): Found => {
    takes('?:');
    const found = alternatives();
    return takes(')') ? found : undefined;
  };
  const repeated = (): Found => {
    const [, atom = ''] = /^(\\?.)/su.exec(pattern.slice(index)) ?? [];
    index += atom.length;
    if (/^[.]$|^\\[sSwW]$/.test(atom) && /^[+*]/.test(pattern.slice(index))) {
      index += 1;
      return atom === '\\s' ? [' '] : GAP;
    }
    const found = atom === '(' ? group() : literal(atom);
    if (takes('?')) return both(found, ['']);
    return /^[+*{]/.test(pattern.slice(index)) ? undefined : found;
  };
  return { alternatives, isAtEnd: () => index === pattern.length };
}

/** A character, an escaped one, or an anchor. A dot is the character that people mean by it. */
function literal(atom: string): Found {
  if (['^', '$', '\\b'].includes(atom)) return [''];
  if (atom === '\\s') return [' '];
  if (/^\\[^a-zA-Z0-9]$/.test(atom)) return [atom.slice(1)];
  return /^[^\\[\]{}*+?]$/u.test(atom) ? [atom] : undefined;
}

const both = (one: Found, other: Found): Found =>
  one === undefined || other === undefined || one.length + other.length > MOST ? undefined : [...one, ...other];

const joined = (starts: readonly string[], ends: Found): Found =>
  ends === undefined || starts.length * ends.length > MOST ? undefined : starts.flatMap(start => ends.map(end => start + end));
