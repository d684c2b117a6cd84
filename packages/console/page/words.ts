/** The words of something that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** A value as one text; nothing where it is none. */
export const said = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A text with nothing in it that hides or reorders other text: what would do that stands as its number. Lines and tabs stay. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    each => `\\u{${each.codePointAt(0)?.toString(16)}}`,
  );

/** The text that says most about a call: the command, the path, or all of its arguments. */
export function gist(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return said(payload);
  const given = payload as Readonly<Record<string, unknown>>;
  for (const name of ['command', 'file_path', 'path', 'url', 'pattern', 'query', 'code']) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') return visible(value);
  }
  const text = JSON.stringify(payload);
  return text === '{}' ? '' : visible(text);
}

/** The time of day of a moment. */
export const clock = (at: number): string => new Date(at).toLocaleTimeString(undefined, { hour12: false });

/** How long until a moment, in words. */
export function until(at: number): string {
  const seconds = Math.max(0, Math.round((at - Date.now()) / 1_000));
  return seconds < 90 ? `${seconds} s` : seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** The arguments of a call as a person reads them: a single text as it is, everything else as JSON. */
export function call(payload: unknown): string {
  const values = typeof payload === 'object' && payload !== null ? Object.values(payload) : [payload];
  return visible(values.length === 1 && typeof values[0] === 'string' ? values[0] : pretty(payload));
}

/** A value as a person reads it. */
export const pretty = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** A value in a line: lists by commas, members by their names. */
export const brief = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(brief).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, each]) => `${key}: ${brief(each)}`)
          .join(', ')
      : String(value);

/** The beginning of a text, where it is long. */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A number of things: `1 call`, `2 calls`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What a call would do, as a decision shows it. */
export interface Effect {
  readonly kind: string;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly program?: string;
  readonly certainty?: string;
  readonly tags?: readonly string[];
}

/** An effect in a line. */
export const effectText = ({ kind, target, program, certainty, tags = [] }: Effect): string =>
  [
    kind,
    targetText(target),
    program !== undefined && `by ${program}`,
    certainty === 'possible' && '(possible)',
    ...tags.map(tag => `#${tag}`),
  ]
    .filter(part => part !== false && part !== '')
    .join(' ');

/** What an effect is on: a file, a host, a program with its words, or something with a name. */
function targetText(target: Effect['target'] = {}): string {
  const { glob, lexical, recursive, host, port, argv, name } = target;
  if (Array.isArray(argv)) return argv.map(word => said(word) || '…').join(' ');
  if (host !== undefined) return port === undefined ? said(host) : `${said(host)}:${said(port)}`;
  return `${said(glob ?? lexical ?? name)}${recursive === true ? '/**' : ''}`;
}
