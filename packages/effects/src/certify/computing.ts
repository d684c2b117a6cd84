import { isOneOf } from '../programs/callPatterns.ts';
import { readJavaScript } from './javascript.ts';
import type { CodePlace } from './codePlace.ts';
import { readPython } from './python.ts';

const LONGEST = 8_192;

/** Options of interpreters that change nothing but how they print and what they leave behind. */
const PYTHON = /^python(?:3(?:\.\d+)?)?$/;
const PYTHON_FLAGS = /^-[BEISPsuqX]*$/;

/** A script of Perl that prints, counts and substitutes plain text, line by line. Its words name no other function, and no variable of the environment. */
const PERL_STATEMENT =
  /^\s*(?:s([/|#,!])(?:(?!\1)[^\\[{(@$]|\\[^EQULN])*\1(?:(?!\1)[^\\[{(@$]|\\[\dntr/.|-]|\$\d)*\1[gimsx]*|print(?:\s+(?:"(?:[^"\\@$]|\\[nt\\"]|\$[_.\d](?!\w)|\$F\[-?\d+\])*"|\$[_.\d]|\$F\[-?\d+\]))?)(?:\s+(?:if|unless)\s+(?:\/(?:[^/\\@$({]|\\[\w.\\/()[\]{}+*?|^$-]|[$](?=\/))*\/i?|\$\.\s*[=<>!]=?=?\s*\d+|\d+\s*\.\.\s*\d+))?\s*$/;

function readsPerl(source: string): boolean {
  return source.split(';').every(statement => statement.trim() === '' || PERL_STATEMENT.test(statement));
}

/** Code of Ruby and PHP that prints texts, numbers and versions. */
const printsValues = (source: string): boolean =>
  /^(?:[\s\d()+\-*/%.,;<>=!]|\b(?:puts|p|print|echo|RUBY_VERSION|RUBY_PLATFORM|RUBY_ENGINE|PHP_VERSION|PHP_OS|PHP_EOL|phpversion\(\)|true|false|nil)\b)*$/.test(
    source.replace(/"(?:[^"\\#$`{]|\\[nt"\\])*"|'[^'\\]*'/g, ' '),
  );

/** How code is handed to an interpreter as a word, by the program: what may be in front of it, and what says what the code does. */
interface Language {
  readonly program: RegExp;
  /** Options in front of the code. */
  readonly flags: RegExp;
  /** The option behind which the code is, or that ends with it. */
  readonly code: RegExp;
  computes(source: string, place: CodePlace): boolean;
}

const LANGUAGES: readonly Language[] = [
  { program: PYTHON, flags: PYTHON_FLAGS, code: /^-[BEISPsuq]*c$/, computes: readPython },
  {
    program: /^node(?:js)?$/,
    flags: /^(?:--no-warnings|--input-type=(?:module|commonjs)|-i?)$/,
    code: /^(?:-e|-p|-pe|--eval|--print)$/,
    computes: readJavaScript,
  },
  { program: /^perl$/, flags: /^-(?:[nplaw]*|F\S{1,3}|0\d*|CSD?A?)$/, code: /^-[nplaw]*[eE]$/, computes: readsPerl },
  { program: /^ruby$/, flags: /^-[w]?$/, code: /^-e$/, computes: printsValues },
  { program: /^php$/, flags: /^-n$/, code: /^-r$/, computes: printsValues },
];

/** Certifies that code in the words of a call only computes, prints, and reads files that are separate effects; undefined where that is not certain. */
export function vouchForCode(argv: readonly (string | undefined)[], place: CodePlace): string | undefined {
  const [program = '', ...rest] = argv;
  const language = LANGUAGES.find(each => each.program.test(program));
  const at = language === undefined ? -1 : rest.findIndex(word => word !== undefined && language.code.test(word));
  const source = rest[at + 1];
  if (language === undefined || at < 0 || source === undefined || source.length > LONGEST) return undefined;
  if (!rest.slice(0, at).every(word => word !== undefined && language.flags.test(word))) return undefined;
  // Perl goes on to read options behind its code, and edits in place with one of them.
  if (rest.slice(at + 2).some(word => word === undefined || word.startsWith('-'))) return undefined;
  return language.computes(source, place) ? `code of ${program}` : undefined;
}

/** Whether a call reads its code from its input, as `python3 -` does. */
export function readsItsCode(argv: readonly (string | undefined)[]): boolean {
  const [program = '', ...rest] = argv;
  const isInterpreter = PYTHON.test(program) || isOneOf('node nodejs', program);
  return (
    isInterpreter && rest.every(word => word !== undefined && /^(?:-|-[BEISPsuq]+|--input-type=\w+|--no-warnings)$/.test(word))
  );
}

/** Whether code that a call gets on its input only computes: see {@link vouchForCode}. */
export function computesFromInput(program: string, source: string, place: CodePlace): boolean {
  if (source.length > LONGEST) return false;
  return PYTHON.test(program) ? readPython(source, place) : readJavaScript(source, place);
}
