import { isOneOf } from '../programs/callPatterns.ts';
import type { CodePlace } from './codePlace.ts';

const KEYWORDS =
  'and as assert break continue def del elif else except finally for from if in is lambda not or pass raise return try while with yield None True False _';

/** Functions and types that compute and print. */
const BUILTINS =
  'abs all any ascii bin bool bytearray bytes chr complex dict divmod enumerate filter float format frozenset hex int isinstance issubclass iter len list map max min next oct ord pow print range repr reversed round set slice sorted str sum tuple zip Exception ValueError KeyError IndexError TypeError StopIteration FileNotFoundError OSError AttributeError ZeroDivisionError SystemExit UnicodeDecodeError ImportError __name__ __file__ exit';

/** Functions that read a file: the analyser sees which. They may be called, and not handed on. */
const READERS = 'open read_text read_bytes iterdir glob rglob exists is_file is_dir stat load';

/** Names that reach further, whatever else the code binds to them. */
const REACHES =
  'eval exec compile getattr setattr delattr globals locals vars input breakpoint help memoryview type object super classmethod staticmethod property dir id hash callable copyright credits license quit';

/** Modules of the standard library that compute, with the names in them that do so. */
const MODULES: Readonly<Record<string, string>> = {
  json: 'dumps loads load JSONDecodeError',
  math: 'sqrt floor ceil log log2 log10 exp pow sin cos tan asin acos atan atan2 pi e tau inf nan isnan isinf gcd lcm factorial comb perm hypot degrees radians fabs fsum prod dist isclose trunc',
  cmath: 'sqrt exp pi phase polar rect',
  re: 'findall finditer search match fullmatch sub subn split compile escape I IGNORECASE M MULTILINE S DOTALL X VERBOSE',
  sys: 'argv version version_info maxsize platform byteorder stdin stdout stderr exit getsizeof float_info int_info implementation getdefaultencoding',
  collections: 'Counter defaultdict OrderedDict deque namedtuple ChainMap',
  itertools:
    'chain combinations permutations product count cycle repeat islice groupby accumulate zip_longest takewhile dropwhile starmap tee pairwise combinations_with_replacement batched compress filterfalse',
  functools: 'reduce lru_cache cache cmp_to_key partial',
  statistics: 'mean median mode stdev pstdev variance quantiles fmean harmonic_mean geometric_mean correlation linear_regression',
  datetime: 'datetime date time timedelta timezone UTC',
  time: 'time strftime gmtime localtime strptime perf_counter monotonic mktime time_ns',
  calendar: 'monthrange month isleap day_name month_name timegm',
  string: 'ascii_letters ascii_lowercase ascii_uppercase digits punctuation whitespace hexdigits',
  textwrap: 'dedent indent fill wrap shorten',
  decimal: 'Decimal getcontext ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN',
  fractions: 'Fraction',
  random: 'random randint choice choices shuffle sample seed uniform gauss randrange',
  hashlib: 'sha256 sha1 md5 sha512 sha384 sha224 blake2b',
  base64: 'b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode',
  binascii: 'hexlify unhexlify crc32',
  uuid: 'uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL',
  pprint: 'pprint pformat',
  csv: 'reader DictReader QUOTE_ALL QUOTE_MINIMAL',
  io: 'StringIO BytesIO',
  ast: 'parse literal_eval walk dump FunctionDef ClassDef Import ImportFrom Call Name Attribute Constant AsyncFunctionDef Assign get_docstring',
  difflib: 'unified_diff SequenceMatcher get_close_matches ndiff',
  struct: 'unpack pack calcsize',
  unicodedata: 'name category normalize',
  bisect: 'bisect bisect_left bisect_right insort',
  heapq: 'heappush heappop heapify nlargest nsmallest',
  html: 'unescape escape',
  'urllib.parse': 'urlparse urlsplit quote unquote urlencode parse_qs parse_qsl urljoin quote_plus unquote_plus',
  ipaddress: 'ip_address ip_network IPv4Address IPv4Network IPv6Address',
  zoneinfo: 'ZoneInfo',
  tomllib: 'load loads',
  'xml.dom.minidom': 'parseString',
  pathlib: 'Path PurePath PurePosixPath',
  'os.path': 'join basename dirname splitext exists isfile isdir getsize normpath relpath',
};

/** Methods and attributes of what these make. */
const MEMBERS =
  'append extend insert pop remove sort reverse index count copy clear get keys values items update setdefault add discard union intersection difference symmetric_difference issubset issuperset join split rsplit splitlines strip lstrip rstrip replace startswith endswith lower upper title capitalize casefold swapcase center ljust rjust zfill find rfind partition rpartition encode decode isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal isidentifier format translate maketrans expandtabs removeprefix removesuffix read readline readlines write writelines flush close group groups groupdict start end span most_common elements total appendleft popleft rotate isoformat strftime strptime fromtimestamp utcfromtimestamp now utcnow today timestamp date weekday isoweekday year month day hour minute second microsecond days seconds total_seconds astimezone fromisoformat utc tzinfo utcoffset tzname combine hexdigest digest hex fromhex bit_length to_bytes from_bytes real imag numerator denominator is_integer as_integer_ratio quantize normalize name suffix suffixes stem parent parents parts relative_to with_suffix with_name joinpath is_absolute as_posix st_size st_mtime fieldnames line_num body id attr func value lineno col_offset args names module level targets scheme netloc path query fragment hostname port ratio network_address num_addresses hosts is_private version major minor micro releaselevel int node getvalue tell seek toprettyxml exit buffer maketrans __version__ msg pos';

const NAMES = `${KEYWORDS} ${BUILTINS} open`;
const ATTRIBUTES = `${MEMBERS} ${READERS} ${Object.values(MODULES).join(' ')}`;

/**
 * Modules that a module of the list may load, by the manual of Python 3.13. With `-c` and for code on its input, Python looks in the current folder
 * first, so a file with such a name there would run.
 */
const STANDARD =
  'abc argparse array ast asyncio atexit base64 bdb binascii bisect bz2 calendar cmath cmd code codecs codeop collections colorsys compression concurrent configparser contextlib contextvars copy copyreg csv ctypes dataclasses datetime decimal difflib dis email encodings enum errno fcntl fnmatch fractions functools gc genericpath getopt gettext glob grp gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword linecache locale logging lzma math mimetypes numbers opcode operator os pathlib pickle pkgutil platform posixpath ntpath pprint pwd queue quopri random re reprlib runpy select selectors shutil signal site socket sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sys sysconfig tempfile textwrap threading time token tokenize tomllib traceback types typing unicodedata urllib uuid warnings weakref xml zipfile zipimport zlib zoneinfo sitecustomize usercustomize tzdata';

/** Comments and texts. The parts of a text with braces are kept as code where it is formatted. */
const TEXTS = /#[^\n]*|([rRbBuUfF]{0,2})("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')/g;

/** Takes away texts and comments; undefined where a formatted text cannot be read. */
function withoutTexts(source: string, depth: number = 0): string | undefined {
  let isClear = depth < 3;
  const bare = source.replace(TEXTS, (whole: string, prefix: string | undefined, text: string | undefined) => {
    if (text === undefined || whole.startsWith('#')) return ' ';
    // A text that is formatted later may name attributes: `'{0._os.environ}'.format(random)`.
    if (/\{[^{}]*[.[]|__/.test(text) && (/\.\s*format\b/.test(source) || /__/.test(text)) && !/^["']__main__["']$/.test(text))
      isClear = false;
    if (!/f/i.test(prefix ?? '')) return ' 0 ';
    const inner = text.replaceAll(/\{\{|\}\}/g, '');
    const codes = [...inner.matchAll(/\{([^{}]*)\}/g)].map(([, code = '']) =>
      code.replace(/(?:!\w)?(?::[\w.<>^=+,%# -]*)?$/, ''),
    );
    if (/[{}]/.test(inner.replaceAll(/\{[^{}]*\}/g, ''))) isClear = false;
    const read = codes.map(code => withoutTexts(code, depth + 1));
    if (read.includes(undefined)) isClear = false;
    return ` (${read.join(')+(')}) `;
  });
  return isClear && !/["'\\]/.test(bare) ? bare : undefined;
}

const IMPORT = /(^|[\n;:])[ \t]*import[ \t]+([\w. ,\t]+?)(?=[\n;]|$)/g;
const FROM = /(^|[\n;:])[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([\w, \t\n]+)\)|([\w, \t]+?))(?=[\n;]|$)/g;

/** Names after `as`, and otherwise the name itself. */
const partsOf = (list: string): readonly (readonly [name: string, bound: string])[] =>
  list
    .split(',')
    .map(part => part.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '')
    .map(([name = '', as]) => [name, as ?? name]);

/** Whether Python code only computes, prints, and reads files by calls that the analyser follows. */
export function readPython(source: string, { names }: CodePlace): boolean {
  const bare = withoutTexts(source);
  if (bare === undefined || /[^\t\n\x20-\x7e]/.test(bare)) return false;
  const bound = new Set<string>();
  let isKnown = true;
  const take = (module: string, parts: readonly (readonly [string, string])[]): string => {
    const known = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
    if (known === undefined || !parts.every(([name]) => isOneOf(known, name))) isKnown = false;
    for (const [, as] of parts) bound.add(as);
    return '\n';
  };
  const rest = bare
    .replace(
      FROM,
      (_whole, lead: string, module: string, inBrackets?: string, plain?: string) =>
        lead.replace('\n', '') + take(module, partsOf(inBrackets ?? plain ?? '')),
    )
    .replace(IMPORT, (_whole, lead: string, list: string) => {
      for (const [module, as] of partsOf(list)) {
        // `os.path` brings all of `os` along.
        take(module === 'os.path' ? '' : module, []);
        bound.add(as.split('.')[0] ?? '');
      }
      return `${lead.replace('\n', '')}\n`;
    });
  if (!isKnown || names().some(name => isOneOf(STANDARD, name))) return false;
  for (const [, ...found] of rest.matchAll(BINDS))
    for (const text of found) for (const name of text?.match(/[A-Za-z_]\w*/g) ?? []) bound.add(name);
  return areKnown(rest, bound);
}

/** What binds names: assignments, loops, parameters, `as`, and values by name. */
const BINDS =
  /(?<![\w.])([A-Za-z_]\w*(?:\s*,\s*\*?[A-Za-z_]\w*)*)\s*(?::\s*\w+\s*)?(?:[-+*/|&%]|\/\/|\*\*)?=(?!=)|\bfor\s+([\w\s,()*]+?)\s+in\b|\blambda\s*([\w\s,*=]*):|\bdef\s+(\w+\s*\([\w\s,*=:]*\))|\bas\s+(\w+)|([A-Za-z_]\w*)\s*:=/g;

/** Whether every name is known and every attribute is one of those that compute. */
function areKnown(code: string, bound: ReadonlySet<string>): boolean {
  for (const found of code.matchAll(/(\.\s*)?(?<![\w])([A-Za-z_]\w*)\s*(\()?/g)) {
    const [, dot, name = '', call] = found;
    if (/^\d/.test(name)) continue;
    if (call === undefined && (name === 'open' || (dot !== undefined && isOneOf(READERS, name)))) return false;
    if (dot !== undefined ? !isOneOf(ATTRIBUTES, name) : isOneOf(REACHES, name) || !(isOneOf(NAMES, name) || bound.has(name)))
      return false;
  }
  return !/\b(?:import|class|global|nonlocal|async|await|__\w+__)\b/.test(code.replaceAll(/\b__(?:name|version|file)__\b/g, ''));
}
