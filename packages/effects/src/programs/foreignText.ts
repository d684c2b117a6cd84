import { governedPartsOf } from '../places/governed.ts';
import { humanCommandIn } from '../places/humanCommands.ts';

/** What the text of a program in a language that is not read hands to other programs, and what it deletes and writes. */
export interface ForeignActs {
  /** Shell text. */
  readonly commands: readonly string[];
  /** Argument vectors; `~/` in a word is the home folder. */
  readonly calls: readonly (readonly string[])[];
  /** Folders and files that a function of the language deletes; `~` is the home folder. */
  readonly deleted: readonly string[];
  /** Files below the home folder, written as `~/…`, that a statement names and may write. */
  readonly written: readonly string[];
  /** Files that govern the agent, by constant names: what the code does to them is not read. */
  readonly governed: readonly string[];
  /** Whether it makes a terminal for a program that it starts: a program asks its user on one. */
  readonly makesTerminal: boolean;
}

const QUOTED = String.raw`(?:"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}')`;

/** Words that start a shell with a text, in Ruby, Perl, PHP, R, Lua, Gradle, Make-like rules and others. */
const HANDED = new RegExp(
  String.raw`(?:(?<!["'\w])(?:system2?|shell_exec|passthru|popen|proc_open|spawn|exec|execute|qx|sh|shell|run_command|executeShell)\b\s*!?\(?\s*|\bCommand\s*=\s*)(${QUOTED})(?!\s*,\s*["'])|\x60([^\x60\n]{1,2000})\x60|%x[({]([^)}\n]{1,2000})[)}]|(${QUOTED})\s*\.execute\(`,
  'g',
);

/** A list of texts behind a word that starts a program: `exec.Command("rm", "-rf", x)`, `commandLine 'rm', '-rf', 'x'`. */
const LISTED = new RegExp(
  String.raw`\b(?:Command|CommandContext|commandLine|ProcessBuilder|system2?|exec|spawn|run_command|Popen|executable|Process\.Start|ProcessStartInfo|listOf|arrayOf|asList|List\.of|exec_cmd)\b\s*[({=]?\s*[(\[{]?\s*(?:ctx\s*,\s*)?(${QUOTED}(?:\s*,\s*${QUOTED}){1,24})|\[\s*(${QUOTED}(?:\s*,\s*${QUOTED}){1,24})\s*\]\s*\.execute\(`,
  'g',
);

/** Rust: `Command::new("sh").arg("-c").arg("…")`, `.args(["-d", "@f"])`. */
const CHAINED = new RegExp(
  String.raw`\bCommand::new\(\s*(${QUOTED})\s*\)((?:\s*\.\s*args?\(\s*&?\[?[^()]{0,2000}\]?\s*\))*)`,
  'g',
);

/** Rust: `&format!("{home}/x")`, of which the text is what counts. */
const FORMATTED = /&?\bformat!\(\s*("(?:[^"\\\n]|\\.){0,500}")\s*\)/g;

/** CMake: `execute_process(COMMAND rm -rf x)`, `add_custom_command(… COMMAND …)`. */
const CMAKE = /\bCOMMAND\s+([^()\n]{1,1000})/g;

/** Functions that delete files and nothing else, of the languages that are not read. */
const DELETES =
  /\b(?:rm_rf|rm_r|rmtree|remove_tree|remove_entry\w*|remove_dir_all|remove_all|RemoveAll|deleteRecursively|deleteDirectory|deleteDir|delete_recursively|Directory\.Delete|project\.delete|Files\.delete\w*|remove_file|REMOVE_RECURSE)\b/;

/** Words that delete files among other things: only the home folder says that they do. */
const MAY_DELETE = /\b(?:delete|rm|unlink|removeItem|File\.delete|Remove|DeleteFile)\b/;

/** Words of a statement that writes a file, among other things. */
const MAY_WRITE =
  /\b(?:OpenOptions|append\w*|write\w*|Write\w*|create\w*|Create\w*|copy\w*|Copy\w*|File\.open|FileWriter|Append\w*|O_APPEND|O_WRONLY|file_put_contents|ofstream|symlink\w*)\b/;

/** Expressions for the home folder. */
const HOME =
  /\bDir\.home\b|\bENV\[["']HOME["']\]|\bENV\.fetch\(["']HOME["'][^)]*\)|\$ENV\{["']?HOME["']?\}|\bgetenv\(["']HOME["']\)|\bGetenv\(["']HOME["']\)|\bUserHomeDir\(\)|\benv::var\(["']HOME["']\)|\bhome_dir\(\)|\bSystem\.getProperty\(\\?["']user\.home\\?["']\)|\bSystem\.getenv\(["']HOME["']\)|\bSystem\.user_home!?\(?\)?|\bNSHomeDirectory\(\)|\bhomeDirectoryForCurrentUser\b|\bSpecialFolder\.UserProfile\b|\bos\.getenv\(["']HOME["']\)|\benv\(["']HOME["']\)|\bgetHomeDirectory\b|\$HOME\b|\bPath\.home\(\)|\bhomedir\(\)/;

const HOMES = new RegExp(HOME.source, 'g');

const HOMES_IN_TEXT = new RegExp(String.raw`[#$]\{\s*(?:${HOME.source})\s*\}|${HOME.source}`, 'g');

/** A name that gets the home folder: `let h = env::var("HOME").unwrap()`. */
const NAMED_HOME = new RegExp(
  String.raw`([A-Za-z_$@][\w]*)(?:\s*,\s*\w+)?\s*(?::\s*[\w<>&]+\s*)?:?=\s*[^=\n;]*(?:${HOME.source})`,
  'g',
);

/** A name that gets a value with a text in it: `def cache = new File('/srv', 'x')`. */
const NAMED_VALUE = new RegExp(
  String.raw`(?<![\w.])([A-Za-z_$@]\w{0,63})(?:\s*:\s*[\w<>&?]{1,64})?\s*:?=(?!=)\s*([^=\n;]{0,500}["'][^\n;]{0,500})`,
  'g',
);

/** A program that a plugin of Maven starts, with its arguments. */
const MAVEN = /<executable>([^<]{1,200})<\/executable>((?:(?!<\/configuration>)[\s\S]){0,2000})/g;

/** The home folder between two texts that a sign joins: `"rm -rf " . getenv("HOME") . "/x"`. */
const JOINED = new RegExp(String.raw`["']\s*(?:\.{1,2}|\+|<>|&)\s*(?:${HOME.source})\s*(?:\.{1,2}|\+|<>|&)\s*["']`, 'g');

/** Calls that make a terminal, in C and Go and Rust, Perl, Ruby, Java, and `script` among the words that start a program. Sources: their manuals. */
const MAKES_TERMINAL =
  /\b(?:forkpty|openpty|posix_openpt|login_tty|IO::Pty|IO::Tty|Expect->|PTY\.(?:spawn|open|getpty)|pty\.Start\w*|portable_pty|native_pty_system|expectrl|rexpect|PtyProcess\w*|pty4j|node-pty|spawn_pty)\b|\bscript["',\s]+-\w*c\b|\bEXEC:[^"'\n]*,pty\b|\bunbuffer\s+-p\b/;

/** Files of Licet, also without quotes, as languages have them in which words are texts. */
const OWN_FILES = /(?<![\w.-])(?:[\w.~-]*\/)*(?:\.licet\/[\w./-]+|governance\.ya?ml)\b/g;

/** Most acts of one text that are looked at. */
const MOST = 32;

/** Longer texts are read to here. */
const LONGEST = 65_536;

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(["'\\$])/g, '$1');

const texts = (list: string): readonly string[] => (list.match(new RegExp(QUOTED, 'g')) ?? []).map(unquoted);

/** A word with the home folder, as `~`, in place of a name for it: `k=@{home}/.ssh/id`. */
const withHome = (word: string, homes: ReadonlySet<string>): string =>
  word.replace(/[#$]?\{(\w+)\}(?=\/)/g, (whole, name: string) => (homes.has(name) ? '~' : whole));

/** A statement that deletes, with the values of the names in it: `cache.deleteDir()` deletes what `cache` was given. */
const filledIn = (statement: string, values: ReadonlyMap<string, string>): string =>
  values.size > 0 && DELETES.test(statement)
    ? statement.replace(/(?<![\w.$@"'])[A-Za-z_$@]\w*(?=\s*[.),])/g, name => values.get(name) ?? name)
    : statement;

/** The paths below the home folder among the texts of a statement. */
function pathsAtHome(statement: string, homes: ReadonlySet<string>): readonly string[] {
  const names = statement.match(/[A-Za-z_$@]\w*/g) ?? [];
  const isHome = HOME.test(statement) || names.some(name => homes.has(name));
  return textsOf(statement).flatMap(text => {
    const path = text.replace(/^[#$]?\{[^}]*\}(?=\/|$)|^\$\w+(?=\/|$)/, '~');
    const isAtHome = text.startsWith('~/') || (isHome && /^~?\/?[\w.][\w./ -]*$/.test(path));
    return isAtHome ? [`~/${path.replace(/^~?\/?/, '')}`] : [];
  });
}

const textsOf = (statement: string): readonly string[] => texts(statement.replace(/\\"/g, "'").replace(HOMES, '~'));

/** The words of a statement without its texts. */
const codeOf = (statement: string): string => statement.replace(new RegExp(QUOTED, 'g'), '""');

/** The paths that a statement deletes: absolute texts, and those behind the home folder. */
function deletedBy(statement: string, homes: ReadonlySet<string>): readonly string[] {
  const code = codeOf(statement);
  const isSure = DELETES.test(code);
  if (!isSure && !MAY_DELETE.test(code)) return [];
  const atRoot = isSure ? textsOf(statement).filter(text => /^\/[\w.]/.test(text)) : [];
  return [...pathsAtHome(statement, homes), ...atRoot];
}

/**
 * Reads the acts that a text shows by constant words. Code that computes its words shows none: it stays code that is not read.
 */
export function foreignActs(whole: string): ForeignActs {
  const text = whole
    .slice(0, LONGEST)
    .replace(/^\s*(?:\/\/|#(?!!)|--|;;).*$/gm, '')
    .replace(JOINED, '$$HOME')
    .replace(FORMATTED, '$1');
  const handed = [...text.matchAll(HANDED)].map(([, quoted, ticked, percent, executed]) =>
    quoted !== undefined ? unquoted(quoted) : (ticked ?? percent ?? (executed === undefined ? '' : unquoted(executed))),
  );
  const lists = [...text.matchAll(LISTED)].map(([, first, second]) => texts(first ?? second ?? ''));
  const chains = [...text.matchAll(CHAINED)].map(([, program = '', args = '']) => [unquoted(program), ...texts(args)]);
  const cmake = [...text.matchAll(CMAKE)].map(([, command = '']) => command.trim());
  const maven = [...text.matchAll(MAVEN)].map(([, program = '', rest = '']) =>
    [program, ...Array.from(rest.matchAll(/<argument>([^<]*)<\/argument>/g), ([, word = '']) => word)]
      .join(' ')
      .replaceAll('${user.home}', '$HOME'),
  );
  const human = humanCommandIn(text);
  const values = new Map([...text.matchAll(NAMED_VALUE)].slice(0, MOST).map(([, name = '', value = '']) => [name, value.trim()]));
  const homes = new Set([...text.matchAll(NAMED_HOME)].map(([, name = '']) => name));
  const statements = text.split(/[;\n]/).filter(line => line.length < 2000);
  const deleted = statements.flatMap(line => deletedBy(filledIn(line, values), homes));
  const written = statements.flatMap(line => (MAY_WRITE.test(codeOf(line)) ? pathsAtHome(line, homes) : []));
  return {
    commands: [...handed, ...cmake, ...maven]
      .map(command => command.replace(HOMES_IN_TEXT, '$$HOME'))
      .filter(command => command.trim() !== '')
      .slice(0, MOST),
    calls: [...lists, ...chains, ...(human === undefined ? [] : [human])]
      .map(words => words.map(word => withHome(word, homes)))
      .filter(([program = '']) => /^[\w./+-]+$/.test(program))
      .slice(0, MOST),
    deleted: [...new Set(deleted)].slice(0, MOST),
    written: [...new Set(written)].slice(0, MOST),
    governed: [...governedPartsOf(text), ...Array.from(text.matchAll(OWN_FILES), ([name]) => name)].slice(0, MOST),
    makesTerminal: MAKES_TERMINAL.test(text),
  };
}
