import type { Mark } from '../../marks.ts';
import { isWithin } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { CLIENT_LANGUAGES } from '../../programs/clientScripts.ts';
import { printedByCode } from '../calls/rules/allVariables.ts';
import { isMadeHere } from '../calls/emitFile.ts';
import { descend, emit, emitUnknown } from '../words/emit.ts';
import { literal } from '../words/field.ts';
import type { Frame, Inner } from '../words/frame.ts';
import { start, frameChange } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { opaque } from '../words/stream.ts';
import { runCode } from './runCode.ts';

/** What is to be interpreted, of one type. */
export type InnerOf<T extends Inner['type']> = Extract<Inner, { type: T }>;

/** The statements in a file that exists, for the client of a database. */
function statementsIn(path: string | undefined, language: string | undefined, frame: Frame): string | undefined {
  if (path === undefined || language === undefined || !CLIENT_LANGUAGES.has(language)) return undefined;
  return frame.run.options.files?.text?.(path);
}

/** Whether the agent wrote a file, as far as is known: in the session, or git does not hold it as it is. */
const isUnreviewed = (path: string | undefined, { run: { options } }: Frame): boolean =>
  path !== undefined && (options.untrusted?.has(path) === true || options.files?.isHeldByGit?.([path]) === false);

/** Programs beside which no file of statements comes into being. */
const MAKES_NO_FILE =
  /^(?:psql|createdb|createuser|pg_isready|mysql|mysqladmin|mariadb|mariadb-admin|sqlite3|mongosh|cd|echo|printf|sleep|export|set|test)$/;

/** Whether a file of the project is not there, and nothing in front of it in the command makes it: its client fails, and does nothing. */
function isMissing(path: string | undefined, frame: Frame): boolean {
  const { options, effects } = frame.run;
  const { files, root } = options;
  if (path === undefined || files === undefined || frame.place !== 'here' || !isWithin(path, root)) return false;
  const leads = ['PGHOST', 'PGSERVICE', 'MYSQL_HOST'].some(
    name => frame.state.variables.has(name) || options.env?.[name] !== undefined,
  );
  if (leads || isTemporaryFor(root, path) || files.identity(path) !== undefined || isMadeHere(path, frame)) return false;
  return [...effects.values()].every(
    ({ kind, program = '', target }) =>
      kind !== 'execute' || (MAKES_NO_FILE.test(program) && target?.type === 'program' && staysHere(target.argv)),
  );
}

/** Words and options of a client that lead it to another machine, or to one that is not known. */
const ELSEWHERE = /:\/\/|\b(?:host(?:addr)?|service)=|^(?:-h|--host)(?!$|=?(?:localhost|127\.0\.0\.1|\/))/;

/** An address of this machine, with a user and a password in it or without. */
const LOCAL_ADDRESS = /^\w+:\/\/(?:[^@/?#]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/;

/** Whether a client works on this machine by all of its words. */
const staysHere = (argv: readonly (string | undefined)[]): boolean =>
  argv.every((word, at) => {
    if (word === undefined || ELSEWHERE.test(word.replace(LOCAL_ADDRESS, ''))) return false;
    return !/^(?:-h|--host)$/.test(argv[at - 1] ?? '') || /^(?:localhost|127\.0\.0\.1|::1|\/.*)$/.test(word);
  });

/** Lines of a Dockerfile that run nothing; one that ends with a backslash goes on. */
const NO_RUN = /^\s*(?!(?:ONBUILD\s+)?RUN\b)[A-Z]+\b(?:.*\\\r?\n)*.*$/gim;

/** A file of statements is judged as the statements that it holds. */
export function runStatementFile(
  path: string | undefined,
  written: Stream | undefined,
  language: string,
  program: string,
  frame: Frame,
): void {
  const said = written === undefined ? statementsIn(path, language, frame) : written.text;
  // What the project puts into its images is its own matter, except what it sends away while they are built.
  const isOwn = language === 'dockerfile' && written === undefined && !isUnreviewed(path, frame);
  const text = isOwn ? said?.replace(NO_RUN, '') : said;
  if (language === 'dockerfile' && written === undefined && text === undefined) return;
  const inner = descend(frame, program);
  if (inner === undefined || (text === undefined && written === undefined && isMissing(path, frame))) return;
  if (text === undefined)
    emitUnknown(frame, 'statements in a file that cannot be read', ['inline_code', ...streamTags(written)], path, program);
  else runCode(language, literal(text, 'script'), program, inner);
}

/** Marks for code by where it came from. */
export function streamTags(stream: Stream | undefined): readonly Mark[] {
  const tags: Mark[] = [];
  if (stream?.origins.includes('network') === true) tags.push('downloaded_code');
  if (stream?.origins.includes('decoded') === true) tags.push('obfuscated');
  return tags;
}

/** Records what a program does with code on its standard input: looks through it when it is known, says where it came from otherwise. Returns what it prints. */
export function feedProgram(given: InnerOf<'input'>, frame: Frame): Stream {
  const { use, program } = given;
  const { stdin } = frame;
  if (stdin === undefined || stdin.text === '') return opaque();
  const tags = streamTags(stdin);
  if (tags.length > 0) {
    const target = { type: 'program', argv: [program, undefined], untrusted: true } as const;
    emit(frame, { kind: 'execute', target, program, tags: [...tags, 'inline_code'], note: 'runs what comes through the pipe' });
  }
  const text = stdin.text ?? statementsIn(stdin.file, use.language, frame);
  if (text === undefined && stdin.oneOf !== undefined && CLIENT_LANGUAGES.has(use.language ?? '')) {
    for (const path of stdin.oneOf)
      feedProgram(given, { ...frame, stdin: { origins: stdin.origins, file: path }, possible: true });
    return opaque();
  }
  if (text === undefined && CLIENT_LANGUAGES.has(use.language ?? '') && isMissing(stdin.file, frame)) return opaque();
  if (text === undefined) {
    emitUnknown(frame, 'runs what comes through the pipe', ['inline_code', ...tags, ...(use.tags ?? [])], undefined, program);
    return opaque();
  }
  const source = literal(text, 'standard input');
  if (use.as === 'code') {
    runCode(use.language ?? '', source, program, frame);
    return printedByCode(use.language ?? '', source);
  }
  const inner = descend(frame, program, { ...frameChange(use, { frame, tags: given.tags ?? [] }), stdin: undefined });
  return inner === undefined ? opaque() : start({ type: 'text', text: source }, inner);
}
