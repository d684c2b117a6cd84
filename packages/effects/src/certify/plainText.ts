/**
 * What changes how a shell finds or runs programs without being an effect: assignments, substitutions, functions, patterns of zsh that run
 * code, and devices.
 */
const MORE_THAN_CALLS =
  /(?:^|[\s;&|({])[\w[\]]+\+?=|[(`]|\$['"{]|<<|\bfor\s+[A-Z_]+\b|\bselect\b|\/dev\/(?!null\b)|[^\t\n\x20-\x7e]/u;

/** A variable whose value may be anything: of those that are not here, some hold secrets. */
const VARIABLE = /\$(?!(?:HOME|PWD|OLDPWD|USER)\b|[?#]|\s|$)/;

/** Single quotes keep `$` as it is, and so does a backslash. An apostrophe between double quotes makes more of the text count, never less. */
const withoutSingle = (command: string): string =>
  command.replace(/"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]/gu, piece => (piece.startsWith('"') ? piece.replace(/\\[^]/gu, '_') : '_'));

/** Returns a command that consists of nothing but calls, pipes and lists of them, with an underscore for all that is quoted; undefined for any other. */
export function plainCommand(command: unknown): string | undefined {
  if (typeof command !== 'string' || /\$['"]/.test(command) || VARIABLE.test(withoutSingle(command))) return undefined;
  const outer = withoutQuoted(command);
  return outer === undefined || MORE_THAN_CALLS.test(outer) ? undefined : outer;
}

/** A piece of a command: what is between single quotes, what is between double quotes and substitutes nothing, an escaped character, or a bare one. */
const PIECE = /'[^']*'|"(?:[^"`$\\]|\\[^]|\$(?![({`]))*"|\\[^]|[^'"\\]/gu;

/** The command with an underscore for everything that is quoted; undefined where a quote does not end or something is substituted in it. */
function withoutQuoted(command: string): string | undefined {
  const pieces = command.match(PIECE) ?? [];
  if (pieces.join('') !== command) return undefined;
  return pieces.map(piece => (piece.length > 1 ? '_' : piece)).join('');
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
  /(^|[;&|\n][^\S\n]*|\b(?:do|then)\s+)((?:(?:LC_\w+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS|LINES|CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_PAGER|PAGER)=(?:cat(?=\s)|[\w.,:-]*(?=\s))[ \t]+)+)/g;

/** A pager is a program; every other of these is a word. */
const isHarmless = (assignments: string): boolean => !/PAGER=(?!cat\s)/.test(assignments);

/** Names that mean something to a shell, or to programs that it starts. */
const SPECIAL =
  /^(?:path|cdpath|fpath|manpath|mailpath|fignore|psvar|module_path|prompt\d?|watch|status|argv|options|functions|aliases|commands|builtins|parameters|modules|nameddirs|userdirs|usergroups|history|histchars|signals|errnos|sysparams|keymaps|widgets|dirstack|pipestatus|reply|match|mbegin|mend|zsh_\w*|\w*_proxy|npm_\w*|home)$/;

/** The variables of the loops of a command: each means the words that follow it, which the analyser puts in. */
const loopNames = (command: string): readonly string[] =>
  [...command.matchAll(/(?:^|[;&|\n]|\bdo)\s*for\s+([a-z]\w*)\s+in\s/g)].flatMap(([, name = '']) =>
    SPECIAL.test(name) ? [] : [name],
  );

/** What a command is beside its calls: see {@link readCommand}. */
export interface ReadCommand {
  /** The command without here-documents and harmless assignments, with an underscore for all that is quoted. */
  readonly outer: string;
  readonly texts: readonly HereText[];
}

/**
 * Reads a command that consists of nothing but calls, pipes, lists and loops of them, with texts that are handed over word for word; undefined for any
 * other. A variable of a loop counts as a word.
 */
export function readCommand(command: unknown): ReadCommand | undefined {
  if (typeof command !== 'string') return undefined;
  const { rest, texts } = takeHereTexts(command);
  const called = rest.replace(HARMLESS_ASSIGNMENT, (whole, lead: string, said: string) => (isHarmless(said) ? lead : whole));
  const words = loopNames(called).reduce(
    (text, name) => text.replace(new RegExp(String.raw`\$(?:${name}\b|\{${name}\})`, 'g'), '_'),
    called,
  );
  const outer = plainCommand(words);
  return outer === undefined ? undefined : { outer, texts };
}
