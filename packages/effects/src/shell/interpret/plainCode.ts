import { emitFile } from '../calls/emitFile.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { absolutePath } from '../../places/lexical.ts';
import { literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';

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
export function computesOnly(language: string, source: string): boolean {
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

/** What a gnuplot script may set without naming a file, and what it may do besides. Source: its manual. */
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
