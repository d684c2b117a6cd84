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

/** The text that says most about a recorded call; a path in its folder without the folder. */
export function about({ payload, cwd, tool, kind }: Readonly<Record<string, unknown>>): string {
  const text = gist(payload);
  if (typeof cwd === 'string' && text.startsWith(`${cwd}/`)) return text.slice(cwd.length + 1);
  return text === '' ? said(tool ?? kind) : text;
}

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

/** How long ago a moment was, in words. */
export function ago(at: number): string {
  const seconds = Math.max(0, Math.round((Date.now() - at) / 1_000));
  if (seconds < 60) return 'just now';
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : new Date(at).toLocaleDateString();
}

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

/** What is done, for certain and perhaps. */
const VERBS: Readonly<Record<string, readonly [does: string, mayDo: string]>> = {
  read: ['reads', 'may read'],
  write: ['writes', 'may write'],
  delete: ['deletes', 'may delete'],
  execute: ['runs', 'may run'],
  network: ['connects to', 'may connect to'],
  environment: ['uses the variable', 'may use the variable'],
  configure: ['changes the settings of', 'may change the settings of'],
  unknown: ['does what cannot be read:', 'may do what cannot be read:'],
};

/** What an effect is on where that is not known. */
const SOMETHING: Readonly<Record<string, string>> = {
  network: 'a host',
  execute: 'a program',
  read: 'a file',
  write: 'a file',
  delete: 'a file',
};

/** What a mark means, where its name alone does not say it. */
const MARKS: Readonly<Record<string, string>> = {
  unlisted: 'a program without a description',
  shares: 'other people see it',
  history_loss: 'history is lost',
  remote_change: 'changes another system',
  destructive: 'nothing brings it back',
  recoverable: 'can be brought back',
  regenerable: 'can be made again',
  persistence: 'runs again later',
  weakens: 'lowers a protection',
  package_scripts: 'runs scripts of packages',
};

/** An effect in words: `deletes ~/** (rm), catastrophic`. */
export function effectText({ kind, target, program, certainty, tags = [] }: Effect): string {
  const [does, mayDo] = VERBS[kind] ?? [`does ${kind} to`, `may do ${kind} to`];
  const what = [certainty === 'possible' ? mayDo : does, targetText(target) || SOMETHING[kind]].filter(Boolean).join(' ');
  const by = program === undefined || what.split(' ').includes(program) ? '' : ` (${program})`;
  return [what + by, ...tags.map(tag => MARKS[tag] ?? tag.replaceAll('_', ' '))].join(', ');
}

/** Effects in words, each once. */
export const effectTexts = (effects: readonly Effect[]): readonly string[] => [...new Set(effects.map(effectText))];

/** What an effect is on: a file, a host, a program with its words, or something with a name. */
function targetText(target: Effect['target'] = {}): string {
  const { glob, lexical, recursive, host, port, argv, name } = target;
  if (Array.isArray(argv)) return argv.map(word => said(word) || '…').join(' ');
  if (host !== undefined) return port === undefined ? said(host) : `${said(host)}:${said(port)}`;
  return `${said(glob ?? lexical ?? name)}${recursive === true ? '/**' : ''}`;
}
