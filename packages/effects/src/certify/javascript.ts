import { isOneOf } from '../programs/callPatterns.ts';
import type { CodePlace } from './codePlace.ts';

/** Keywords, and values of the language that compute. */
const NAMES =
  'const let var function return if else for of in while do break continue switch case default new typeof instanceof void throw try catch finally true false null undefined NaN Infinity async await console JSON Math Object Array String Number Boolean Date Map Set RegExp Error TypeError RangeError BigInt Intl URL URLSearchParams parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone Buffer performance';

/** What may be called by its bare name, and keywords in front of a bracket. */
const FUNCTIONS =
  'String Number Boolean BigInt Array Date Object parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone Error RegExp Map Set if for while switch catch return of in typeof await throw case function async';

/** What `new` may make. */
const MADE = 'Date Map Set RegExp Array Error URL URLSearchParams TypeError RangeError';

/** Words that lead to other code, the process, its variables or the network, wherever they are. */
const REACHES =
  /\b(?:eval|Function|module|exports|globalThis|global|fetch|WebSocket|EventSource|WebAssembly|Reflect|Proxy|constructor|prototype|__\w+|Deno|Bun|Worker|caller|callee|arguments|this|self|class|super|extends|with|yield|Symbol|localStorage|sessionStorage|storage|navigator|crypto|setTimeout|setInterval|setImmediate|queueMicrotask|child_process|cluster|http|https|http2|net|dgram|dns|tls|vm|v8|repl|inspector|worker_threads|trace_events|wasi|sqlite|sea|env|binding|dlopen|mainModule|kill|chdir|stdin|process|require|import|export)\b/;

/** What of the process is only read, and how it prints and ends. */
const PROCESS =
  /\bprocess\.(?:argv|versions?|platform|arch|pid|uptime\(\)|cwd\(\)|memoryUsage\(\)|hrtime(?:\.bigint)?\(\)|exit(?=\()|stdout\.(?:write(?=\()|columns))/g;

/** Modules of Node that compute or read, and what may be called in each. */
const MODULES: Readonly<Record<string, string>> = {
  fs: 'readFileSync readdirSync existsSync statSync lstatSync realpathSync',
  path: 'join resolve relative basename dirname extname normalize parse isAbsolute format',
  os: 'platform arch cpus totalmem freemem release type endianness uptime loadavg',
  util: 'inspect format isDeepStrictEqual stripVTControlCharacters',
  url: 'parse format fileURLToPath pathToFileURL resolve',
  assert: 'ok equal deepEqual strictEqual deepStrictEqual notEqual match',
  querystring: 'parse stringify escape unescape',
};

/** Methods that compute, whatever they are called on. */
const METHODS =
  'log error warn info table dir stringify parse keys values entries assign fromEntries is isArray from of map filter forEach reduce reduceRight find findIndex findLast findLastIndex some every includes indexOf lastIndexOf join split slice splice concat push pop shift unshift sort reverse flat flatMap fill at toSorted toReversed toSpliced trim trimStart trimEnd padStart padEnd repeat replace replaceAll startsWith endsWith charAt charCodeAt codePointAt fromCharCode fromCodePoint substring substr toUpperCase toLowerCase localeCompare normalize match matchAll search test exec toFixed toPrecision toString toLocaleString toLocaleDateString toLocaleTimeString toISOString toJSON getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getTimezoneOffset now UTC has add get set delete abs ceil floor round trunc max min pow sqrt cbrt log2 log10 log1p exp sin cos tan asin acos atan atan2 hypot sign random isInteger isSafeInteger isFinite isNaN byteLength format formatToParts hasOwn getOwnPropertyNames groupBy isDirectory isFile isSymbolicLink';

/** Comments, texts, and patterns where no value is in front of them. */
const TEXTS =
  /\/\/[^\n]*|\/\*[^]*?\*\/|("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')|(`(?:[^`\\]|\\[^])*`)|(?<=(?:^|[(,=:[!&|?;{+]|\breturn)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;

/** Takes away patterns, comments and what is in texts, but for single words, and keeps what templates compute; undefined where that cannot be read. */
function withoutTexts(source: string, depth: number = 0): string | undefined {
  let isClear = depth < 3;
  const bare = source.replace(TEXTS, (_whole: string, text: string | undefined, template: string | undefined) => {
    if (text !== undefined) return ` '${/^.(?:node:)?[\w$-]*.$/.test(text) ? text.slice(1, -1) : ''}' `;
    if (template === undefined) return ' 0 ';
    const inner = template.slice(1, -1);
    const codes = [...inner.matchAll(/(?<!\\)\$\{([^{}`]*)\}/g)].map(([, code = '']) => withoutTexts(code, depth + 1));
    if (/(?<!\\)\$\{/.test(inner.replaceAll(/(?<!\\)\$\{[^{}`]*\}/g, '')) || codes.includes(undefined)) isClear = false;
    return ` (${['0', ...codes].join(')+(')}) `;
  });
  return isClear && !/[`"\\]/.test(bare) ? bare : undefined;
}

/** The data of a project that code requires: a folder of such a name would be code. */
const DATA = /\brequire\(\s*["'](\.{1,2}\/[\w./-]+\.json)["']\s*\)/g;

const NAMED = String.raw`'(?:node:)?(\w+)' `;
/** Modules that get a name, parts of modules that do, and functions that are called in place. */
const REQUIRED = new RegExp(
  String.raw`\b(?:const|let|var)\s+(?:(\w+)|\{([\w\s,:]*)\})\s*=\s*require\(\s*${NAMED}\)|\bimport\s+(?:(?:\*\s*as\s+)?(\w+)|\{([\w\s,]*)\})\s*from\s*${NAMED}|\brequire\(\s*${NAMED}\)\s*\.\s*(\w+)(?=\()`,
  'g',
);

/** The names that code gives to modules and functions, and every other name that it binds. */
interface Names {
  readonly modules: Map<string, string>;
  readonly functions: Set<string>;
  readonly bound: Set<string>;
}

/** Whether JavaScript code only computes, prints, and reads files by calls that the analyser follows. */
export function readJavaScript(source: string, { isFile }: CodePlace): boolean {
  if (![...source.matchAll(DATA)].every(([, path = '']) => isFile(path))) return false;
  const bare = withoutTexts(source.replaceAll(DATA, ' (0) '));
  if (bare === undefined || /[^\t\n\x20-\x7e]/.test(bare)) return false;
  const names: Names = { modules: new Map(), functions: new Set(), bound: new Set() };
  let isKnown = true;
  const code = bare
    .replace(REQUIRED, (_all, ...found: readonly (string | undefined)[]) => {
      const [whole, parts, module, other, others, from, direct, method] = found;
      isKnown &&= takeModule(module ?? from ?? direct ?? '', { whole: whole ?? other, parts: parts ?? others, method }, names);
      return method === undefined ? ' ' : ' Number';
    })
    .replace(PROCESS, 'Number')
    // A text in brackets names a member.
    .replaceAll(/\[\s*'([\w-]+)'\s*\]/g, '.$1 ')
    .replaceAll(/'[^']*'/g, ' 0 ');
  if (!isKnown || REACHES.test(code)) return false;
  // Any other value in brackets may name any member, and what a call or a list gives may be any function.
  if (
    /[\w)\]}]\s*\[(?!\s*-?\d+\s*\])/.test(code.replaceAll(/\b(?:return|of|in|case|typeof|const|let|var)\s*\[/g, '([')) ||
    /[)\]]\s*\(/.test(code)
  )
    return false;
  bindNames(code, names);
  return areKnown(code, names);
}

interface Taken {
  readonly whole: string | undefined;
  readonly parts: string | undefined;
  readonly method: string | undefined;
}

function takeModule(module: string, { whole, parts = '', method }: Taken, { modules, functions }: Names): boolean {
  const known = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
  if (known === undefined || (method !== undefined && !isOneOf(known, method))) return false;
  if (whole !== undefined) modules.set(whole, known);
  const named = parts
    .split(',')
    .map(part => part.trim().split(/\s*:\s*|\s+as\s+/))
    .filter(([name]) => name !== '');
  for (const [name = '', as = name] of named) functions.add(as);
  return named.every(([name = '']) => isOneOf(known, name));
}

/** Functions that get a name, and every other name: constants, parameters, loops. */
const FUNCTION_NAMES = /\bfunction\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([\w\s,{}[\]=.:]*\)|\w+)\s*=>/g;
const OTHER_NAMES =
  /\b(?:const|let|var)\s+(\w+|[{[][\w\s,:=.{}[\]]*[}\]])(?=\s*(?:=|of\b|in\b|;|,|$))|,\s*(\w+)\s*=(?!=)|\(([\w\s,{}[\]:=.]*)\)\s*(?:=>|\{)|(?<![\w.])(\w+)\s*=>/g;

function bindNames(code: string, { bound, functions }: Names): void {
  for (const [, name, arrow] of code.matchAll(FUNCTION_NAMES)) functions.add(name ?? arrow ?? '');
  for (const [, ...found] of code.matchAll(OTHER_NAMES))
    for (const text of found) for (const name of text?.match(/[A-Za-z_$][\w$]*/g) ?? []) bound.add(name);
}

function areKnown(code: string, { bound, functions, modules }: Names): boolean {
  for (const { 1: dot = '', 2: name = '', 3: next, index } of code.matchAll(
    /(\??\.\s*)?(?<![\w$])([A-Za-z_$][\w$]*)\s*(\(|:(?!:))?/g,
  )) {
    const before = code.slice(0, index);
    const isMember = dot !== '' && !before.endsWith('..');
    if (isMember) {
      const owner = modules.get(/([A-Za-z_$][\w$]*)\s*$/.exec(before)?.[1] ?? '');
      if (owner !== undefined ? next !== '(' || !isOneOf(owner, name) : next === '(' && !isOneOf(METHODS, name)) return false;
    } else if (modules.has(name)) {
      if (!/^\s*\.\s*\w/.test(code.slice(index + dot.length + name.length))) return false;
    } else if (next !== ':' || !/[{,]\s*$/.test(before)) {
      if (next === '(' && !isOneOf(FUNCTIONS, name) && !functions.has(name)) return false;
      if (!isOneOf(NAMES, name) && !bound.has(name) && !functions.has(name)) return false;
    }
  }
  return [...code.matchAll(/\bnew\s+(\w+)?/g)].every(([, name = '']) => isOneOf(MADE, name));
}
