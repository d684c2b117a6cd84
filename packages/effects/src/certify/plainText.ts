/**
 * What changes how a shell finds or runs programs without being an effect: assignments, substitutions, functions, patterns of zsh that run
 * code, and devices. A quote in a comment would pair with another than it does for the shell.
 */
const MORE_THAN_CALLS =
  /(?:^|[\s;&|({])[\w[\]]+\+?=|[()`]|\$['"{]|<<|\bfor\s+(?!(?:[A-Z]|FILE|DIR)\s)[A-Z_]+\b|\bselect\b|\/dev\/(?!null\b)|[^\t\n\x20-\x7e]|(?:^|[\s;&|])#[^\n]*"/u;

/** A variable whose value may be anything: of those that are not here, some hold secrets. */
const VARIABLE = /\$(?!(?:HOME|PWD|OLDPWD|USER|PATH|SHELL|LANG)\b|[?#]|\s|$)/;

/** Single quotes keep `$` as it is, and so does a backslash. An apostrophe between double quotes makes more of the text count, never less. */
const withoutSingle = (command: string): string =>
  command.replace(/"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]/gu, piece => (piece.startsWith('"') ? piece.replace(/\\[^]/gu, '_') : '_'));

/** Means in a command what is quoted, and what another command says. */
const QUOTED = '"';

/** Returns a command that consists of nothing but calls, pipes and lists of them, with `"` for all that is quoted; undefined for any other. */
export function plainCommand(command: unknown): string | undefined {
  const outer = typeof command === 'string' ? withoutQuoted(command) : undefined;
  return outer !== undefined && isPlain(command as string, outer) ? outer : undefined;
}

/** Whether a command, which is given with and without what is quoted, consists of nothing but calls and shows no variable that may hold a secret. */
const isPlain = (command: string, outer: string): boolean =>
  !/\$['"]/.test(command) && !VARIABLE.test(withoutSingle(command)) && !MORE_THAN_CALLS.test(outer);

/** A piece of a command: what is between single quotes, what is between double quotes and runs nothing, an escaped character, or a bare one. */
const PIECE = /'[^']*'|"(?:[^"`$\\]|\\[^]|\$(?![(`]))*"|\\[^]|[^'"\\]/gu;

/** The command with {@link QUOTED} for everything that is quoted; undefined where a quote does not end or runs something. */
function withoutQuoted(command: string): string | undefined {
  const pieces = command.match(PIECE) ?? [];
  if (pieces.join('') !== command) return undefined;
  return pieces.map(piece => (piece.length > 1 ? QUOTED : piece)).join('');
}

/** A text that a command hands to one of its calls, word for word. */
export interface HereText {
  /** The call in front of it, without redirections: `python3 -`. */
  readonly call: string;
  readonly text: string;
}

/** A here-document whose delimiter is quoted, so that nothing in it is expanded. The rest of its first line is kept. */
const HERE = /<<(-?)[ \t]*(["'])(\w+)\2([^\n]*)\n(?:([^]*?)\n)?(\t*)\3(?=\n|$)/;
const MOST_HERE = 4;

/** Parts a command from the texts that it hands to its calls word for word. */
function takeHereTexts(command: string): { readonly rest: string; readonly texts: readonly HereText[] } {
  const texts: HereText[] = [];
  let rest = command;
  for (let found = HERE.exec(rest); found !== null && texts.length < MOST_HERE; found = HERE.exec(rest)) {
    const [whole, dash = '', , , line = '', text = '', tabs = ''] = found;
    // The end of `<<` has no tab in front of it, and that of `<<-` changes what the text is.
    if (dash !== '' || tabs !== '' || line.includes('<<')) break;
    const before = rest.slice(0, found.index);
    // In quotes, or behind a sign that makes the rest a comment, it is no here-document, and the shell runs the lines that follow.
    const bare = withoutQuoted(before);
    if (bare === undefined || /#[^\n]*$/.test(bare)) break;
    const call = (before.split(/[;&|\n]/).at(-1) ?? '').replace(/>{1,2}\s*\S+/g, '').trim();
    texts.push({ call, text });
    rest = `${before}${line}${rest.slice(found.index + whole.length)}`;
  }
  return { rest, texts };
}

/** Assignments in front of a call that only say how it prints and which of its settings for tests and builds it takes. */
const HARMLESS_ASSIGNMENT =
  /(^|[;&|\n][^\S\n]*|\b(?:do|then)\s+)((?:(?:LC_\w+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS|LINES|CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_PAGER|PAGER|NODE_OPTIONS)=(?:cat(?=\s)|--max-old-space-size=\d+(?=\s)|[\w.,:-]*(?=\s))[ \t]+)+)/g;

/** A pager is a program, and options of Node may run code; every other of these is a word. */
const isHarmless = (assignments: string): boolean =>
  !/PAGER=(?!cat\s)|NODE_OPTIONS=(?!--max-old-space-size=\d+\s)/.test(assignments);

/** Names that mean something to a shell, or to programs that it starts. */
const SPECIAL =
  /^(?:path|cdpath|fpath|manpath|mailpath|fignore|psvar|module_path|prompt\d?|watch|status|argv|options|functions|aliases|commands|builtins|parameters|modules|nameddirs|userdirs|usergroups|history|histchars|signals|errnos|sysparams|keymaps|widgets|dirstack|pipestatus|reply|match|mbegin|mend|zsh_\w*|\w*_proxy|npm_\w*|home)$/;

/** A variable in front of the words that it takes in a loop, or that is set by itself: the analyser puts in what it means. */
const LOOP = /(?:^|[;&|\n]|\bdo)\s*for\s+([a-z]\w*|[A-Z]|FILE|DIR)\s+in\s/g;
const SETTING = /(^|[;&|\n]|\b(?:do|then)\s)\s*([a-z]\w*|[A-Z]|FILES?|DIR)=[\w.,:/@%+"-]*(?=\s*(?:[;&|\n]|$))/g;
/** A variable that awk is given. */
const AWK_SETTING = /(\bawk\s+(?:-\S+\s+)*-v\s+[A-Za-z_]\w*)=/g;

/** What a command is beside its calls: see {@link readCommand}. */
export interface ReadCommand {
  /** The texts that are handed to its calls word for word. */
  readonly texts: readonly HereText[];
  /** Whether a word that is not known can only be the name of a file: it comes from a pattern, or from the words of a loop, that begin as names do. */
  readonly unknownAreFiles: boolean;
}

/**
 * Reads a command that consists of nothing but calls, pipes, lists and loops of them, with texts that are handed over word for word and with commands
 * of the same kind in `$(…)` and `<(…)`; undefined for any other. A variable of a loop, and one that the command sets, counts as a word.
 */
export function readCommand(command: unknown): ReadCommand | undefined {
  return typeof command === 'string' ? readWith(command, new Set()) : undefined;
}

function readWith(command: string, known: ReadonlySet<string>): ReadCommand | undefined {
  const { rest, texts } = takeHereTexts(command);
  const taken = takeInnerCommands(rest);
  const bare = taken && withoutQuoted(taken.rest);
  if (taken === undefined || bare === undefined) return undefined;
  const set = [...bare.matchAll(SETTING)].map(([, , name = '']) => name);
  const looped = [...bare.matchAll(LOOP)].map(([, name = '']) => name);
  const names = new Set([...known, ...set, ...looped].filter(name => !SPECIAL.test(name)));
  const called = taken.rest.replace(HARMLESS_ASSIGNMENT, (whole, lead: string, said: string) =>
    isHarmless(said) ? lead : whole,
  );
  const words = called.replace(/\$(?:(\w+)|\{(\w+)\})/g, (whole, plain: string = '', braced: string = '') =>
    names.has(plain === '' ? braced : plain) ? '_' : whole,
  );
  const settled = withoutQuoted(words)
    ?.replace(SETTING, (whole, lead: string, name: string) => (SPECIAL.test(name) ? whole : lead))
    .replace(AWK_SETTING, '$1');
  if (settled === undefined || !isPlain(words, settled)) return undefined;
  if (!taken.inner.every(inner => readWith(inner, names) !== undefined)) return undefined;
  return { texts, unknownAreFiles: taken.inner.length === 0 && set.length === 0 && namesOnly(settled) };
}

/** Whether no pattern, and no word of a loop, can stand for an option. */
const namesOnly = (bare: string): boolean =>
  !/(?:^|[\s=])(?:[*?[]|\{(?!\})|-\S*[*?[{])/.test(bare) &&
  [...bare.matchAll(/\bfor\s+\w+\s+in\s+([^;\n]*)/g)].every(([, words = '']) => !/(?:^|\s)-|["$]/.test(words));

/** Parts a command from the commands in it whose output becomes a word or a file; undefined where one has no end. */
function takeInnerCommands(command: string): { readonly rest: string; readonly inner: readonly string[] } | undefined {
  const inner: string[] = [];
  let rest = '';
  let quoted = false;
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? '';
    const opens = (sign === '$' || (sign === '<' && !quoted)) && command[at + 1] === '(' && command[at + 2] !== '(';
    const end = opens ? endOfInner(command, at + 2) : sign === "'" && !quoted ? command.indexOf("'", at + 1) : at;
    if (end < at) return undefined;
    if (opens) inner.push(command.slice(at + 2, end));
    if (sign === '"') quoted = !quoted;
    const last = sign === '\\' ? at + 1 : end;
    rest += opens ? (quoted ? '_' : "'_'") : command.slice(at, last + 1);
    at = last;
  }
  return { rest, inner };
}

/** Where a command within another ends: at the first bracket that is neither quoted nor of a command within it. */
function endOfInner(command: string, from: number): number {
  let quoted = false;
  for (let at = from; at >= 0 && at < command.length; at += 1) {
    const sign = command[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (sign === "'" && !quoted) at = Math.max(command.indexOf("'", at + 1), 0) || command.length;
    else if (sign === '(' && (!quoted || command[at - 1] === '$')) at = endOfInner(command, at + 1);
    else if (sign === '#' && !quoted && /[\s;&|(]/.test(command[at - 1] ?? '')) return -1;
    else if (sign === ')' && !quoted) return at;
    if (at < 0) return -1;
  }
  return -1;
}
