import type { Effect } from '@licet/core';

import type { Mark } from '../../marks.ts';
import { CLIENT_LANGUAGES, readClientScript } from '../../programs/clientScripts.ts';
import { staysInDatabase } from '../../programs/testDatabases.ts';
import { COMPUTED_FILE, sqlEffects, sqlFiles } from '../../programs/statements.ts';
import { emitFixed } from '../calls/applyCall.ts';
import { applyAlone } from '../calls/applyUse.ts';
import { handsOver, loadedByCode, takesAllVariables } from '../calls/allVariables.ts';
import { emitFile } from '../calls/emitFile.ts';
import { emitPrinted } from '../calls/innerFrame.ts';
import { HOLE, isKnown, literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { descend, emit, emitEnvironment, emitUnknown, INSTALLED } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { absolutePath } from '../../places/lexical.ts';
import { isSecretPath, isSecretVariable } from '../../places/secrets.ts';
import { runAwk } from './awk.ts';
import { computesOnly, draws, emitNamedFiles } from './plainCode.ts';
import { printEnvironment } from './printing.ts';

/** Most lines of an input that are taken for names of files. */
const MOST_LINES = 200;

/** Records what source text does when a program in another language runs it. */
export function runCode(language: string, source: Field, program: string, frame: Frame): void {
  // Names of files stand where the pattern stands.
  if (source.glob && CLIENT_LANGUAGES.has(language) && !source.text.includes(HOLE))
    return runCode(language, literal(source.text.replace(/\\(.)/g, '$1'), source.source), program, frame);
  if (!isKnown(source)) {
    const computed = source.text.replaceAll(HOLE, '').trim() === '';
    if (source.text !== '' && (computed || !onlyPrints(language, source.text)))
      emitUnknown(
        frame,
        `${language} code known only at run time`,
        ['dynamic', 'inline_code', ...comingFrom(source)],
        undefined,
        program,
      );
    return;
  }
  printVariables(language, source.text, program, frame);
  if (!CLIENT_LANGUAGES.has(language) && LOSES_ROWS.test(source.text)) {
    const target = { type: 'named', category: 'database', name: 'data' } as const;
    emit(frame, { kind: 'delete', target, program, possible: true, tags: ['destructive'] });
  }
  if (language === 'awk') return runAwk(source.text, program, frame);
  if (language !== 'javascript' && language !== 'python' && loadsFetched(source.text))
    emitUnknown(frame, `${language} code that loads what it fetches`, ['downloaded_code', 'inline_code'], undefined, program);
  if (language === 'gnuplot' && draws(source.text, program, frame)) return;
  if (!CLIENT_LANGUAGES.has(language) && onlyPrints(language, source.text)) return emitNamedFiles(source.text, program, frame);
  const { scanCode } = frame.run.options;
  if (CLIENT_LANGUAGES.has(language)) return runStatements(language, source.text, program, frame);
  const effects = scanCode?.(language, source.text, frame.run.work, frame.state.cwd);
  if (effects === undefined)
    return emitUnknown(frame, `${language || 'inline'} code that cannot be seen through`, ['inline_code'], undefined, program);
  const inner = descend(frame, `${program} ${language}`);
  if (inner !== undefined) emitScanned(effects, source.text, program, inner);
}

/** Records what a scan of code has found. */
function emitScanned(effects: readonly Effect[], source: string, program: string, frame: Frame): void {
  if (effects.some(({ target }) => target?.type === 'named' && target.category === 'path')) readHanded(source, program, frame);
  rememberCopied(effects, frame);
  for (const { kind, target, program: by, certainty, tags = [], note, via } of effects) {
    const possible = certainty === 'possible';
    emit(
      { ...frame, via: [...frame.via, ...via] },
      { kind, target, program: by ?? program, possible, tags: tags as never[], note },
    );
  }
}

/** Code that reads an installed program and writes files makes copies of it, or links to it. */
function rememberCopied(effects: readonly Effect[], { run }: Frame): void {
  const pathsOf = (wanted: string): readonly string[] =>
    effects.flatMap(({ kind, target }) =>
      kind === wanted && target?.type === 'file' && target.glob === undefined ? target.lexical : [],
    );
  const source = pathsOf('read').find(path => INSTALLED.test(path));
  if (source !== undefined) for (const path of pathsOf('write')) run.copies.set(path, source);
}

/** Words by which code gets at the variables of the environment, and at its input. */
const TAKES_VARIABLES = /\benviron|\bgetenv|\bprocess\.env|\bDeno\.env|\bBun\.env/;
const TAKES_INPUT = /\bstdin\b|\binput\s*\(|\bfileinput\b|\breadFileSync\s*\(\s*0|\/dev\/(?:stdin|fd)/;

/** Code that reads a file by a name which is not its own may read each one that the command hands to it. */
function readHanded(source: string, program: string, frame: Frame): void {
  const { state, stdin } = frame;
  const values = TAKES_VARIABLES.test(source) ? [...state.variables.values()].flatMap(({ fields }) => fields) : [];
  for (const value of values) emitFile(value, { kind: 'read', program, possible: true }, frame);
  if (stdin === undefined || stdin.text === source || !TAKES_INPUT.test(source)) return;
  if (stdin.text === undefined)
    return emitUnknown(frame, 'code that reads files by names which come through the pipe', ['dynamic'], undefined, program);
  for (const line of stdin.text.split('\n').slice(0, MOST_LINES))
    if (line.trim() !== '') emitFile(literal(line.trim()), { kind: 'read', program, possible: true }, frame);
}

/** Records what a text does that the shell of a database is given: its client's own commands, the files and the statements. */
function runStatements(language: string, text: string, program: string, frame: Frame): void {
  const { findings, statements } = readClientScript(language, text);
  const comesBack = frame.isOwnDatabase === true && staysInDatabase(program, text);
  const marksOf = (kind: string, tags: readonly Mark[] = []): readonly Mark[] =>
    comesBack && kind === 'delete' ? ['regenerable'] : tags;
  for (const finding of findings) {
    if ('kind' in finding) emitFixed({ ...finding, tags: marksOf(finding.kind, finding.tags) }, program, [], frame);
    if ('use' in finding)
      applyAlone(finding.use, typeof finding.value === 'string' ? finding.value : (finding.value.text ?? ''), program, frame);
  }
  if (statements.trim() === '') return;
  const inner = descend(frame, `${program} sql`);
  if (inner === undefined) return;
  for (const { use, path: written } of sqlFiles(statements, language)) {
    if (written === undefined) {
      emitUnknown(inner, COMPUTED_FILE, ['dynamic'], undefined, program);
      continue;
    }
    const path = written.startsWith('~/') ? `${frame.run.options.home ?? '~'}${written.slice(1)}` : written;
    const read = use === 'read' && /[*?[]/.test(path) ? patternField(path) : literal(path);
    if (use !== 'write') emitFile(read, { kind: 'read', program }, inner);
    if (use !== 'read') emitFile(literal(path), { kind: 'write', program, replaces: use === 'write' }, inner);
  }
  for (const { kind, target, tags = [], note } of sqlEffects(statements, program, language))
    emit(inner, { kind, target, program, tags: marksOf(kind, tags as readonly Mark[]), note });
}

/** Calls by which clients and mappers of databases lose every row or the whole store, whatever the object is called. */
const LOSES_ROWS =
  /(?:\.|::|->)(?:flushall|flushdb|flush_all|flushAll|flushDb|dropDatabase|drop_database|dropCollection|drop_collection|drop_table|dropTable|drop_all|dropAllTables|deleteMany|delete_many|destroy_all|delete_all|deleteAll|destroyAll|truncate_all|dropSchema|drop_keyspace|delete_index|deleteIndex|delete_collection|deleteCollection|purge_queue|delete_topics|reset_db)!?\s*(?:\(|$|;|'|")|\.objects\.(?:all|filter)\([^)]*\)\.delete\(|\w+::truncate\(|\bindices\.delete\(/;

const PRINTED_VARIABLE =
  /(?:console\.\w+|process\.stdout\.write|print|puts|echo|\bp)\s*\(?\s*(?:process\.env(?:\.|\[\s*['"])|os\.environ(?:\.get\(|\[)\s*['"]|os\.getenv\(\s*['"]|ENV(?:\.fetch\(|\[)\s*['"]|\$ENV\{['"]?|Deno\.env\.get\(\s*['"]|(?:Bun|import\.meta)\.env\.|\bENVIRON\[\s*"|getenv\(\s*['"])(\w+)/g;

/** Code that prints a credential by the name of its variable, or every variable. */
function printVariables(language: string, text: string, program: string, frame: Frame): void {
  const names = [...text.matchAll(PRINTED_VARIABLE)].flatMap(([, name]) => name ?? []);
  const alone = /^\s*process\.env\.(\w+)\s*;?\s*$/.exec(text)?.[1];
  for (const name of alone === undefined ? names : [alone]) {
    if (!isSecretVariable(name)) continue;
    emit(frame, { kind: 'read', target: { type: 'named', category: 'variable', name }, program, tags: ['secret'] });
  }
  const loaded = loadedByCode(text)
    .map(name => absolutePath(name, frame.state.cwd ?? ''))
    .filter(path => path !== undefined);
  if (handsOver(text)) for (const path of loaded) emitFile(literal(path), { kind: 'read', program }, frame);
  if (!takesAllVariables(language, text)) return;
  for (const path of loaded) if (isSecretPath(path, undefined, frame.run.options.home)) emitPrinted(path, program, frame);
  if (/base64|btoa|\bhex|charCodeAt|\bord\(|encode|zlib|writeFile|open\(/i.test(text)) emitEnvironment(frame, program);
  else printEnvironment(program, frame);
}

/** Marks for code that is computed from what came over the network or out of an encoding. */
function comingFrom({ origins }: Field): readonly Mark[] {
  return [
    ...(origins.includes('network') ? (['downloaded_code'] as const) : []),
    ...(origins.includes('decoded') ? (['obfuscated'] as const) : []),
  ];
}

/** Words that let a program in the language touch anything but its own output. */
const REACH: Readonly<Record<string, RegExp>> = {
  perl: /`|\b(?:system|exec|fork|kill|unlink|rmdir|rename|open|opendir|sysopen|eval|require|do|socket|connect|chmod|chown|link|symlink|truncate|qx|syscall|utime|mkdir|glob|readpipe|dump)\b|\buse\s+(?!strict|warnings|utf8|feature|v?5|List::Util|Data::Dumper|POSIX|JSON::PP|Time::|Math::|constant|integer|bytes|open\b)|<(?!STDIN>|>)[^>=\s(]*>|\be\b[a-z]*\s*[;}]|\/[a-z]*e[a-z]*(?=[\s;'"]|$)|\bs([#|!%,:])(?:(?!\1).)*\1(?:(?!\1).)*\1[a-z]*e[a-z]*(?=[\s;'"}]|$)/,
  ed: /!|^[^A-Za-z\n]*\s*[EefrwW][ \t]+\S/m,
  ruby: /`|%x|\b(?:system|exec|spawn|fork|popen|open|File|FileUtils|Dir|IO|Pathname|Net|Socket|TCPSocket|URI|eval|instance_eval|class_eval|send|__send__|public_send|method|\w+_method|to_proc|binding|require|require_relative|load|Kernel|Process|ObjectSpace|const_get|syscall|trap|at_exit|Open3|Marshal|update_all|\w*(?:delete|destroy|drop|truncate|purge|execute)\w*)\b/,
  php: /`|\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec|unlink|rmdir|rename|copy|fopen|file|file_get_contents|file_put_contents|readfile|eval|assert|include|require|include_once|require_once|mail|fsockopen|curl_\w+|chmod|chown|symlink|link|move_uploaded_file|array_(?:map|walk\w*|filter|reduce|u\w+)|u[ak]?sort|iterator_apply|ob_start|register_\w+|forward_\w+|\w+_callback\w*|Reflection\w*|glob|opendir|scandir|call_user_func\w*|create_function|base64_decode|ini_set|putenv|dl)\b|\$\w+\s*\(|[)\]}'"]\s*\(/,
  lua: /\b(?:os|io|_ENV|getfenv|setfenv|require|load|loadstring|loadfile|dofile|package|debug|_G|ffi)\b/,
  r: /\b(?:system2?|shell|unlink|file|writeLines|write|readLines|source|eval|parse|download|url|Sys|install|library|require|save|load|sink|do\.call|get0?|mget|match\.fun|getFromNamespace|as\.name|call)\b/i,
  compiled:
    /\b(?:system|popen|exec[lv]?[pe]*|fork|spawn\w*|unlink\w*|remove\w*|rmdir|rename\w*|f?re?open|fopen|open\w*|creat|ofstream|i?fstream|socket|connect|bind|listen|dlopen|syscalls?|asm|__asm__|kill|mmap|getenv|setenv|chmod|chown|symlink|link|truncate|filesystem|os|ioutil|net|http\w*|unsafe|plugin|exec|fs|process|env|libc|nix|tokio|reqwest|File\w*|Files|Paths?|Runtime|ProcessBuilder|Process\w*|URL\w*|URI|Socket\w*|HttpClient|reflect|Reflect\w*|Class|getenv|loadLibrary|Diagnostics|IO|Directory|Sys\w*|require|eval|include_str|include_bytes|include|extern|native|posix|Foundation|Network)\b|`|#\s*include\b|#\s*(?:define|pragma)\b.*(?:##|system)/,
  julia:
    /`|\b(?:run|rm|open|write|read|include|eval|ccall|download|using(?!\s+(?:(?:CSV|DataFrames|Statistics), )*(?:CSV|Statistics|Random|LinearAlgebra|Dates|Printf|Test|SparseArrays|BenchmarkTools|DataFrames|Distributions|StatsBase|UnicodePlots)\b)|import|mv|cp|mkdir|ENV|Pkg|getfield|getproperty|invoke(?:latest)?|Base|Core|Main)\b/,
  javascript:
    /\b(?:require|import|eval|Function|process|globalThis|global|Deno|Bun|fetch|WebSocket|constructor|Reflect|Proxy|WebAssembly|fs|child_process|module)\b|\[|\\u|\\x/,
  python:
    /\b(?:open|exec|eval|compile|__(?!version__|name__|doc__)\w+__|getattr|setattr|globals|locals|vars|breakpoint|input|os|subprocess|shutil|pathlib|socket|urllib|requests|httpx|ctypes|pickle|marshal|importlib|builtins|pty|tempfile|glob|codeop|runpy|signal|multiprocessing|asyncio|http|ftplib|smtplib|sqlite3|(?:to|write|sink)_(?:csv|parquet|n?json|excel|feather|orc|xml|ipc|avro|delta)|base64|zlib|codecs|io|fileinput|platform|webbrowser|antigravity)\b|\bimport\b(?!\s+(?:sys|json|math|re|time|datetime|random|itertools|functools|collections|string|decimal|fractions|statistics|textwrap|pprint|uuid|hashlib|calendar|typing|dataclasses|enum|numbers|operator|struct|zlib|struct|ast|difflib|locale|numpy|pandas|torch|sysconfig|site)\b)/,
};

/** Modules that a harmless probe may import. */
const HARMLESS_NODE =
  /\b(?:process\.(?:version|versions|platform|arch|stdout\.write|argv|memoryUsage|uptime|cwd|exit|hrtime|env\.\w+)|require\(\s*["'](?:\.{1,2}\/[\w./-]*\.json|\.\/package(?:\.json)?|(?:[\w@-]+\/)*package\.json|os|path|util|url|crypto|assert|v8)["']\s*\))|\[\d+\]|\[["'][\w-]+["']\]/g;

/** Ends, arguments and standard streams, and headers of the standard library that compute and print. */
const HARMLESS_COMPILED =
  /#\s*include\s*<(?:std\w+|string|math|limits|assert|ctype|errno|time|float|inttypes|c(?:std\w+|math|string|ctype|limits|time|assert)|iostream|iomanip|sstream|vector|map|set|unordered_\w+|algorithm|numeric|utility|tuple|optional|variant|memory|functional|array|deque|queue|stack|list|chrono|random|regex|type_traits|concepts|ranges|span|bitset|complex|format|print)(?:\.h)?>|"os"|\bos\.(?:Exit|Args|Stdout|Stderr|Stdin)\b|\b(?:std::)?process::exit\b|\bstd::env::args\b|\bSystem\.(?:out|err)\b|\bexit\(\w*\)/g;

/** What builds and tests the project, as `npm test` does, and readers of data. */
const HARMLESS_JULIA =
  /\busing\s+Pkg\b|\bPkg\.(?:test|instantiate|status|precompile|resolve)\(\s*\)|\bCSV\.read(?=\s*\(\s*"[^"$`]*"\s*,\s*DataFrame\b)/g;

/** A word that is the value of a named argument: `where(state: :open)`. */
const RUBY_VALUE = /(?<=\b\w+: ):\w+\b/g;

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
function onlyPrints(language: string, source: string): boolean {
  const words = REACH[language === 'java' ? 'compiled' : language];
  if (source.length > 4096) return false;
  if (language === 'perl' && onlySubstitutes(source.trim())) return true;
  if (words === undefined) return printsLiterals(source) || computesOnly(language, source);
  if (language === 'javascript') return !words.test(source.replace(HARMLESS_NODE, '0'));
  if (language === 'julia') return !words.test(source.replace(HARMLESS_JULIA, '0'));
  if (language === 'ruby') return !words.test(source.replace(RUBY_VALUE, ' 0'));
  if (language === 'compiled' || language === 'java') return !words.test(source.replace(HARMLESS_COMPILED, ' '));
  return !words.test(source);
}

/** Code that fetches what it then loads, in a language that nobody scans. */
const loadsFetched = (source: string): boolean =>
  /\b(?:source|render|load\w*|eval\w*|dofile|require|include\w*|import|install\w*|exec\w*|system|runUrl|invoke)\b[^\n]{0,80}?\bhttps?:\/\//i.test(
    source,
  );
