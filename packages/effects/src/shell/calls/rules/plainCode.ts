import { absolutePath } from '../../../places/lexical.ts';
import { isSecretPath } from '../../../places/secrets.ts';
import { literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { emitFile } from '../emitFile.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** A language in which code is only clear where every one of its words is on a list: what computes, what prints, what reads data. */
interface Plain {
  readonly words: ReadonlySet<string>;
  /** Texts, which are no words. One that may hold code is not taken away. */
  readonly texts: RegExp;
  /** What is taken away before the words are looked at. */
  readonly harmless?: RegExp;
  /** A name that is bound before it is used. */
  readonly binds: RegExp;
  readonly never?: RegExp;
}

const MATH =
  'abs sqrt exp log sin cos tan asin acos atan sinh cosh tanh floor round min max sum mod rem div pi true false and or not length';

const plain: Readonly<Record<string, Plain>> = {
  octave: {
    words: wordsOf(
      `${MATH} disp display printf fprintf sprintf num2str mat2str eig inv det rank trace norm svd qr lu chol expm prod cumsum mean median std var log2 log10 ceil fix linspace logspace zeros ones eye rand randn randi diag size numel ndims reshape repmat sort unique find any all isempty isnan polyfit polyval roots conv fft ifft interp1 trapz cross dot kron real imag conj angle e Inf NaN ans version upper lower strcat strsplit strjoin strrep strtrim csvread dlmread format long short tic toc`,
    ),
    // After a name or a bracket the sign means something else.
    texts: /"(?:[^"\\\n]|\\.)*"|(?<![\w)\]}'.])'[^'\n]*'/g,
    binds: /(?<![\w.])([A-Za-z]\w*)\s*=(?!=)/g,
    never: /[!@{}`]|\.\s*\(|\.[A-Za-z]/,
  },
  haskell: {
    words: wordsOf(
      `${MATH} print putStrLn putStr show map filter zip zipWith foldr foldl product reverse take drop takeWhile dropWhile head tail last init concat concatMap replicate words unwords lines unlines even odd fst snd fromIntegral quot gcd lcm maximum minimum elem lookup span iterate repeat cycle Just Nothing Int Integer Double String Bool let in where x y n`,
    ),
    texts: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'/g,
    binds: /\blet\s+([a-z]\w*)\s*=(?!=)/g,
    never: /[`#:]\s*[a-z!]|\{-/,
  },
  elixir: {
    words: wordsOf(
      `${MATH} fn end do if else for case cond when inspect to_string hd tl elem is_nil is_list is_map is_binary is_integer nil in div_rem x y n k v`,
    ),
    texts: /"(?:[^"\\#\n]|\\.)*"/g,
    harmless:
      /\bIO\.(?:puts|inspect)\b|\b(?:Enum|Integer|Float|List|Map|Keyword|Range|Date|Time|DateTime|NaiveDateTime|Tuple|MapSet|Bitwise|Base)\.[a-z]\w*[?!]?|\bString\.(?!to_)[a-z]\w*[?!]?|\bSystem\.version\b|\d\.\.\d|\d\.\d|&\d/g,
    binds: /(?<![\w.:])([a-z]\w*)\s*=(?![=~>])/g,
    never: /:[a-z"']|\.|`|~[a-zA-Z]/,
  },
};

/** Whether source text in the language does nothing but compute and print, since it has no word for anything else. */
function computesOnly(language: string, source: string): boolean {
  const rules = Object.hasOwn(plain, language) ? plain[language] : undefined;
  if (rules === undefined || source.length > 4096) return false;
  const bare = source.replace(rules.texts, ' 0 ').replace(rules.harmless ?? /(?!)/g, ' ');
  if (rules.never?.test(bare) === true || /["]/.test(bare)) return false;
  const bound = new Map([...bare.matchAll(rules.binds)].reverse().map(found => [found[1] ?? '', found.index]));
  return [...bare.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].every(
    ({ 0: word, index }) => rules.words.has(word) || index >= (bound.get(word) ?? Infinity),
  );
}

const QUOTED = /"([^"\\\n]*)"|'([^'\n]*)'/g;

/** Calls by which code draws into a file. */
const DRAWS_INTO =
  /\b(?:png|pdf|svg|jpeg|tiff|bmp|postscript|cairo_pdf|ggsave|savefig)\(\s*(?:file(?:name)?\s*=\s*)?(?:"([^"\\\n]*)"|'([^'\\\n]*)')/g;

/** Records the files that code which only computes and prints draws into, and the secrets that it names in its texts. */
export function emitNamedFiles(source: string, program: string, frame: Frame): void {
  for (const [, double, single] of source.matchAll(DRAWS_INTO))
    emitFile(literal(double ?? single ?? ''), { kind: 'write', program, replaces: true }, frame);
  for (const [, double, single] of source.slice(0, 4096).matchAll(QUOTED)) {
    const path = absolutePath(double ?? single ?? '', frame.state.cwd);
    if (path !== undefined && isSecretPath(path, undefined, frame.run.options.home))
      emitFile(literal(path), { kind: 'read', program, possible: true }, frame);
  }
}

/** What a gnuplot script may set without naming a file, and what else it may do. Source: its manual. */
const SETTINGS =
  /^set\s+(?:term(?:inal)?|title|[xyz]2?label|[xyzc]b?2?range|[xyz]2?tics|[xyz]2?data|key|grid|style|datafile\s+(?:separator|missing|commentschars)|timefmt|format|multiplot|logscale|size|border|boxwidth|palette|label|arrow|[lrtb]margin|samples|isosamples|hidden3d|view|pm3d|parametric|autoscale|encoding|offsets?)\b/;
const DRAWING =
  /^(?:unset|plot|splot|replot|stats|fit|print|reset|exit|quit)\b|^[A-Za-z]\w*(?:\([a-z](?:,\s*[a-z])*\))?\s*=(?!=)/;
const REACHES = /`|@|%c|\b(?:system|load|call|eval\w*|shell|save|import|exists|sprintf|gprintf)\b|(?:^|[\s;])!|\$\{?[A-Za-z(]/;

/** Records what a gnuplot script reads and draws into; false for one that may do more. */
export function draws(source: string, program: string, frame: Frame): boolean {
  const texts = [...source.matchAll(QUOTED)].map(([, double, single]) => double ?? single ?? '');
  if (source.length > 4096 || REACHES.test(source) || texts.some(text => /^\s*[<|]/.test(text))) return false;
  const statements = source
    .replace(/\\\n/g, ' ')
    .replace(/^\s*#.*$/gm, '')
    .split(/;(?=(?:[^'"]|'[^']*'|"[^"]*")*$)|\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
  const outputs: string[] = [];
  for (const line of statements) {
    const output = /^set\s+out(?:put)?(?:\s+(?:"([^"\\]+)"|'([^']+)'))?$/.exec(line);
    if (output === null && !SETTINGS.test(line) && !DRAWING.test(line)) return false;
    if (output !== null) outputs.push(...[output[1] ?? output[2] ?? []].flat());
  }
  for (const output of outputs) emitFile(literal(output), { kind: 'write', program, replaces: true }, frame);
  for (const line of statements.filter(one => /^(?:s?plot|replot|stats|fit)\b/.test(one)))
    for (const [, double, single] of line.matchAll(QUOTED)) {
      const name = double ?? single ?? '';
      if (/[./]/.test(name)) emitFile(literal(name), { kind: 'read', program }, frame);
    }
  return true;
}

/** Words that let a program in the language touch anything but its own output. */
const REACH: Readonly<Record<string, RegExp>> = {
  perl: /`|\b(?:system|exec|fork|kill|unlink|rmdir|rename|open|opendir|sysopen|eval|require|do|socket|connect|chmod|chown|link|symlink|truncate|qx|syscall|ioctl|utime|mkdir|glob|readpipe|dump)\b|\buse\s+(?!strict|warnings|utf8|feature|v?5|List::Util|Data::Dumper|POSIX|JSON::PP|Time::|Math::|constant|integer|bytes|open\b)|<(?!STDIN>|>)[^>=\s(]*>|\be\b[a-z]*\s*[;}]|\/[a-z]*e[a-z]*(?=[\s;'"]|$)|\bs([#|!%,:])(?:(?!\1).)*\1(?:(?!\1).)*\1[a-z]*e[a-z]*(?=[\s;'"}]|$)/,
  ed: /!|^[^A-Za-z\n]*\s*[EefrwW][ \t]+\S/m,
  ruby: /`|%x|\b(?:system|exec|spawn|fork|popen|open|File|FileUtils|Dir|IO|Pathname|Net|Socket|TCPSocket|URI|eval|instance_eval|class_eval|send|__send__|public_send|method|\w+_method|to_proc|binding|require|require_relative|load|Kernel|Process|ObjectSpace|const_get|syscall|trap|at_exit|ioctl|Open3|Marshal|update_all|\w*(?:delete|destroy|drop|truncate|purge|execute)\w*)\b/,
  php: /`|\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec|unlink|rmdir|rename|copy|fopen|file|file_get_contents|file_put_contents|readfile|eval|assert|include|require|include_once|require_once|mail|fsockopen|curl_\w+|chmod|chown|symlink|link|move_uploaded_file|array_(?:map|walk\w*|filter|reduce|u\w+)|u[ak]?sort|iterator_apply|ob_start|register_\w+|forward_\w+|\w+_callback\w*|Reflection\w*|glob|opendir|scandir|call_user_func\w*|create_function|base64_decode|ini_set|putenv|dl)\b|\$\w+\s*\(|[)\]}'"]\s*\(/,
  lua: /\b(?:os|io|_ENV|getfenv|setfenv|require|load|loadstring|loadfile|dofile|package|debug|_G|ffi)\b/,
  r: /\b(?:system2?|shell|unlink|file|writeLines|write|readLines|source|eval|parse|download|url|Sys|install|library|require|save|load|sink|do\.call|get0?|mget|match\.fun|getFromNamespace|as\.name|call)\b/i,
  compiled:
    /\b(?:system|popen|exec[lv]?[pe]*|fork|spawn\w*|unlink\w*|remove\w*|rmdir|rename\w*|f?re?open|fopen|open\w*|creat|ofstream|i?fstream|socket|connect|bind|listen|dlopen|syscalls?|asm|__asm__|kill|mmap|getenv|setenv|chmod|chown|symlink|link|truncate|filesystem|os|ioutil|net|http\w*|unsafe|plugin|exec|fs|process|env|libc|nix|tokio|reqwest|File\w*|Files|Paths?|Runtime|ProcessBuilder|Process\w*|Command|URL\w*|URI|Socket\w*|HttpClient|reflect|Reflect\w*|Class|getenv|loadLibrary|Diagnostics|IO|Directory|Sys\w*|require|eval|include_str|include_bytes|include|extern|native|posix|Foundation|Network)\b|`|#\s*include\b|#\s*(?:define|pragma)\b.*(?:##|system)/,
  julia:
    /`|\b(?:run|rm|open|write|read|include|eval|ccall|download|using(?!\s+(?:(?:CSV|DataFrames|Statistics), )*(?:CSV|Statistics|Random|LinearAlgebra|Dates|Printf|Test|SparseArrays|BenchmarkTools|DataFrames|Distributions|StatsBase|UnicodePlots)\b)|import|mv|cp|mkdir|ENV|Pkg|getfield|getproperty|invoke(?:latest)?|Base|Core|Main)\b/,
  javascript:
    /\b(?:require|import|export|eval|Function|process|globalThis|global|Deno|Bun|fetch|WebSocket|constructor|Reflect|Proxy|WebAssembly|fs|child_process|module)\b|\[|\\u|\\x/,
  python:
    /\b(?:open|exec|eval|compile|__(?!version__|name__|doc__)\w+__|getattr|setattr|globals|locals|vars|breakpoint|input|os|subprocess|shutil|pathlib|socket|urllib|requests|httpx|ctypes|pickle|marshal|importlib|builtins|pty|tempfile|glob|codeop|runpy|signal|multiprocessing|asyncio|http|ftplib|smtplib|sqlite3|(?:to|write|sink)_(?:csv|parquet|n?json|excel|feather|orc|xml|ipc|avro|delta)|base64|zlib|codecs|io|fileinput|platform|webbrowser|antigravity)\b|\bimport\b(?!\s+(?:sys|json|math|re|time|datetime|random|itertools|functools|collections|string|decimal|fractions|statistics|textwrap|pprint|uuid|hashlib|calendar|typing|dataclasses|enum|numbers|operator|struct|zlib|struct|ast|difflib|locale|numpy|pandas|torch|sysconfig|site)\b)/,
};

/** Modules that a harmless probe may import. */
const HARMLESS_NODE =
  /\b(?:process\.(?:version|versions|platform|arch|stdout\.write|argv|memoryUsage|uptime|cwd|exit|hrtime|env\.\w+)|require\(\s*["'](?:\.{1,2}\/[\w./-]*\.json|\.\/package(?:\.json)?|(?:[\w@-]+\/)*package\.json|os|path|util|url|crypto|assert)["']\s*\))|\[\d+\]/g;

/** Ends, arguments and standard streams, and headers of the standard library that compute and print. */
const HARMLESS_COMPILED =
  /#\s*include\s*<(?:std\w+|string|math|limits|assert|ctype|errno|time|float|inttypes|c(?:std\w+|math|string|ctype|limits|time|assert)|iostream|iomanip|sstream|vector|map|set|unordered_\w+|algorithm|numeric|utility|tuple|optional|variant|memory|functional|array|deque|queue|stack|list|chrono|random|regex|type_traits|concepts|ranges|span|bitset|complex|format|print)(?:\.h)?>|"os"|\bos\.(?:Exit|Args|Stdout|Stderr|Stdin)\b|\b(?:std::)?process::exit\b|\bstd::env::args\b|\bSystem\.(?:out|err)\b|\bexit\(\w*\)/g;

/** What builds and tests the project, as `npm test` does, and readers of data. */
const HARMLESS_JULIA =
  /\busing\s+Pkg\b|\bPkg\.(?:test|instantiate|status|precompile|resolve)\(\s*\)|\bCSV\.read(?=\s*\(\s*"[^"$`]*"\s*,\s*DataFrame\b)/g;

/** A word that is the value of a named argument: `where(state: :open)`. */
const RUBY_VALUE = /(?<=\b\w+: ):\w+\b/g;

/** Libraries of Ruby that compute, and addresses that are only taken apart. What is read from an address is asked for by other words. */
const HARMLESS_RUBY =
  /\brequire\s*\(?\s*["'](?:json|set|date|time|bigdecimal|securerandom|digest|base64|csv|yaml|ostruct|prime|matrix|benchmark|pp|uri|cgi|erb|rational|English|abbrev|shellwords|strscan|stringio)["']\s*\)?|\bURI\.(?:parse|join|split|encode_www_form\w*|decode_www_form\w*|regexp)\b(?!.*\.read\b)/gs;

const PHP_CALLBACK =
  /\b(?:array_map\s*\(|(?:array_(?:filter|reduce|walk)|u[ak]?sort)\s*\([^()'"]*,)\s*(?:static\s+)?(?:fn|function)\s*&?\s*(?=\()/g;

/** Only literals, arithmetic and the usual names of functions that print. */
const printsLiterals = (source: string): boolean =>
  /^(?:[\s\d()+\-*/%.,;<>=!]|IO\.(?:puts|inspect)|print(?:ln|f)?|puts|say|echo|display|disp|putStrLn|true|false|nil)*$/.test(
    source.replace(/"(?:[^"\\#$`]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ' '),
  );

/** One substitution of Perl, of plain text and without code: neither the flag `e`, nor subscripts and blocks that are code in its words. */
const PLAIN_SUBSTITUTION =
  /\s*(?:s|tr|y)([/#|,!:%])(?:(?!\1)[^\\[{]|\\.|(?<![$@\w>?])[[{])*\1(?:(?!\1)[^\\[{]|\\.)*\1[a-df-z]*\s*(?:;|$)/y;

/** Whether a program of Perl is nothing but such substitutions. */
function onlySubstitutes(source: string): boolean {
  PLAIN_SUBSTITUTION.lastIndex = 0;
  while (PLAIN_SUBSTITUTION.lastIndex < source.length) if (!PLAIN_SUBSTITUTION.test(source)) return false;
  return source !== '';
}

/**
 * Whether source text in the language clearly does nothing but compute and print. A list of words that reach further, not a
 * parser: any of them, even inside a string, makes the answer no. In a language that is not listed only printed literals are clear.
 */
export function onlyPrints(language: string, source: string): boolean {
  const words = REACH[language === 'java' ? 'compiled' : language];
  if (source.length > 4096) return false;
  if (language === 'perl' && onlySubstitutes(source.trim())) return true;
  if (words === undefined) return printsLiterals(source) || computesOnly(language, source);
  if (language === 'javascript') return !words.test(source.replace(/\[(["'])([\w-]+)\1\]/g, '.$2').replace(HARMLESS_NODE, '0'));
  if (language === 'julia') return !words.test(source.replace(HARMLESS_JULIA, '0'));
  if (language === 'ruby') return !words.test(source.replace(RUBY_VALUE, ' 0').replace(HARMLESS_RUBY, '0'));
  if (language === 'php') return !words.test(source.replace(PHP_CALLBACK, 'fn'));
  if (language === 'compiled' || language === 'java') return !words.test(source.replace(HARMLESS_COMPILED, ' '));
  return !words.test(source);
}
