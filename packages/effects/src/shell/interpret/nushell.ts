/** Commands of Nushell that give what comes through the pipe in another shape. Source: its list of commands. */
const SHAPES = new Set(
  'where get select reject sort-by sort reverse first last skip take length uniq uniq-by group-by columns values flatten compact transpose enumerate find is-empty describe to from into str split lines math rename headers move table grid explore format date inspect'.split(
    ' ',
  ),
);

/** Commands that look at the machine, or compute. */
const LOOKS = new Set('version sys ps which pwd help echo print seq whoami uname date random'.split(' '));

/** Signs by which a pipeline does more than give data on: programs, code, files, substitutions. */
const MORE = /[`^{}();&<\n$\\]|(?:^|\s)(?:o|e|out|err)\+?>|>>/;

/** A pipeline of Nushell that only looks, in the words of a POSIX shell; undefined where it may do more. */
export function fromNushell(text: string): string | undefined {
  if (MORE.test(text)) return undefined;
  const parts = text.split('|').map(part => part.trim());
  const translated = parts.map((part, at) => {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(part) ?? [];
    if (at === 0 && word === 'open') return `cat -- ${rest.replace(/(?:^|\s)--?\w+/g, '')}`;
    if (at === 0 && (word === 'ls' || word === 'glob')) return `ls ${rest}`;
    if (at === 0 && LOOKS.has(word)) return 'true';
    return at > 0 && SHAPES.has(word) ? 'cat' : undefined;
  });
  return translated.includes(undefined) ? undefined : translated.join(' | ');
}
