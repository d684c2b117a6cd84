import type { Effect } from '@licet/core';
import type { Mark } from '../../marks.ts';
import { marks, NO_PARSER } from '../../marks.ts';
import { governedPartsOf } from '../../places/governed.ts';
import { absolutePath } from '../../places/lexical.ts';
import { runsAgain } from '../../places/persistence.ts';
import { isSecretPath, isSecretVariable } from '../../places/secrets.ts';
import { CLIENT_LANGUAGES, readClientScript } from '../../programs/clientScripts.ts';
import type { ForeignActs } from '../../programs/foreignText.ts';
import { foreignActs } from '../../programs/foreignText.ts';
import { COMPUTED_FILE, sqlFiles } from '../../programs/sqlFiles.ts';
import { sqlEffects } from '../../programs/statements.ts';
import { typesElsewhere } from '../../programs/typing.ts';
import { staysInDatabase } from '../../programs/testDatabases.ts';
import { applyAlone } from '../calls/applyUse.ts';
import { emitFile } from '../calls/emitFile.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { handsOver, loadedByCode, takesAllVariables, emitPrinted, printEnvironment } from '../calls/rules/allVariables.ts';
import { emitGoverned } from '../calls/rules/governedWords.ts';
import { draws, emitNamedFiles, onlyPrints } from '../calls/rules/plainCode.ts';
import { descend, emit, emitEnvironment, emitUnknown, INSTALLED } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, literal, patternField } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { runAwk } from './awk.ts';
import { runShadowing } from './shadowedModules.ts';

/** Most lines of an input that are taken for names of files. */
const MOST_LINES = 200;

/** Most files that code in one line loads. */
const MOST_LOADED = 16;

/** Records what source text does when a program in another language runs it. */
export function runCode(language: string, source: Field, program: string, frame: Frame): void {
  // Names of files take the place of the pattern.
  if (source.glob && CLIENT_LANGUAGES.has(language) && !source.text.includes(HOLE))
    return runCode(language, literal(source.text.replace(/\\(.)/g, '$1'), source.source), program, frame);
  if (language === 'python') runShadowing(frame);
  if (!isKnown(source)) return runComputed(language, source, program, frame);
  const own = runLoaded(language, source.text, program, frame);
  printVariables(language, source.text, program, frame);
  if (!CLIENT_LANGUAGES.has(language) && LOSES_ROWS.test(source.text)) {
    const target = { type: 'named', category: 'database', name: 'data' } as const;
    emit(frame, { kind: 'delete', target, program, possible: true, tags: ['destructive'] });
  }
  if (language === 'tmux') return runCommands(source.text, frame);
  if (language === 'awk') return runAwk(source.text, program, frame);
  if (language !== 'javascript' && language !== 'python' && loadsFetched(source.text))
    emitUnknown(frame, `${language} code that loads what it fetches`, ['downloaded_code', 'inline_code'], undefined, program);
  if (language === 'gnuplot' && draws(source.text, program, frame)) return;
  const isNamed = READ.test(language) && governedPartsOf(source.text).length > 0;
  if (!CLIENT_LANGUAGES.has(language) && !isNamed && onlyPrints(language, own)) {
    if (!READ.test(language)) emitNamed(foreignActs(source.text), program, frame);
    return emitNamedFiles(source.text, program, frame);
  }
  const { scanCode } = frame.run.options;
  if (CLIENT_LANGUAGES.has(language)) return runStatements(language, source.text, program, frame);
  const effects = scanCode?.(language, source.text, frame.run.work, frame.state.cwd, frame.calls.at(-1));
  if (!READ.test(language)) runHanded(language, source.text, program, frame);
  if (effects === undefined)
    return emitUnknown(frame, `${language || 'inline'} code that cannot be seen through`, ['inline_code'], undefined, program);
  const inner = descend(frame, `${program} ${language}`);
  if (inner !== undefined) emitScanned(effects, source.text, program, inner);
}

/** Statements of PHP and Ruby that load a file of the project by a constant name. */
const LOADS: Readonly<Record<string, RegExp>> = {
  php: /\b(?:require|include)(?:_once)?\s*\(?\s*(?:"((?:\.{0,2}\/)?[\w@./-]+\.php)"|'((?:\.{0,2}\/)?[\w@./-]+\.php)')\s*\)?/g,
  ruby: /\b(?:require|require_relative|load)\s*\(?\s*(?:"(\.{1,2}\/[\w./-]+)"|'(\.{1,2}\/[\w./-]+)')\s*\)?/g,
};

/** Runs the files that code loads as scripts; returns the code without the statements that load them. */
function runLoaded(language: string, source: string, program: string, frame: Frame): string {
  const loads = LOADS[language];
  if (loads === undefined) return source;
  for (const [, one, two] of [...source.matchAll(loads)].slice(0, MOST_LOADED)) {
    const named = one ?? two ?? '';
    const file = literal(language === 'ruby' ? named.replace(/(?<!\.rb)$/, '.rb') : named);
    start({ type: 'file', file, program, args: [], use: { as: 'execute', language } }, frame);
  }
  return source.replace(loads, ' ');
}

/** Runs the lines of a file of tmux: each is its own command, inside and outside of braces. */
function runCommands(text: string, frame: Frame): void {
  for (const line of text.replace(/\\\n/g, ' ').split(/\n|[{}]\s/)) {
    const command = line.trim().replace(/(?:^if-shell\s+)?\{$/, '');
    if (/^[a-z]/.test(command)) start({ type: 'text', text: literal(`tmux ${command}`, 'script') }, frame);
  }
}

/** Code of which a part is only known at run time. */
function runComputed(language: string, source: Field, program: string, frame: Frame): void {
  const computed = source.text.replaceAll(HOLE, '').trim() === '';
  if (source.text === '' || (!computed && onlyPrints(language, source.text))) return;
  const tags = ['dynamic', 'inline_code', ...comingFrom(source)] as const;
  emitUnknown(frame, `${language} code known only at run time`, tags, undefined, program);
}

/** Languages whose code is read as such. */
const READ = /^(?:javascript|python|shell)$/;

/** Runs the commands that code in a language which is not read hands to others, and records what it deletes, what it leaves to run again, and which governing files it names. */
function runHanded(language: string, source: string, program: string, frame: Frame): void {
  const acts = foreignActs(source);
  const { commands, calls, deleted, written } = acts;
  emitNamed(acts, program, frame);
  const { home } = frame.run.options;
  const atHome = (text: string): Field => literal(text.startsWith('/') ? text : text.replace(/~(?=\/)/, () => home ?? '~'), text);
  const inner = (): Frame | undefined =>
    descend(frame, `${program} ${language}`, { possible: true, stdin: undefined, state: forkState(frame.state) });
  for (const command of commands) {
    const shell = inner();
    if (shell !== undefined) start({ type: 'text', text: literal(command, program) }, shell);
  }
  for (const words of calls) {
    const called = inner();
    if (called !== undefined) start({ type: 'words', words: words.map(atHome) }, called);
  }
  for (const path of deleted.filter(each => home !== undefined || !each.startsWith('~')))
    emitFile(atHome(path), { kind: 'delete', program, recursive: true, possible: true, tags: ['destructive'] }, frame);
  // Code of a project writes its own files; what it says here is that it leaves something which runs again.
  for (const path of written.map(atHome).filter(({ text }) => runsAgain(text, home)))
    emitFile(path, { kind: 'write', program, possible: true }, frame);
}

/** Records the files that govern the agent which such code names, and a terminal that it makes. */
function emitNamed({ governed, makesTerminal }: ForeignActs, program: string, frame: Frame): void {
  if (makesTerminal) emitFixed(typesElsewhere, program, [], frame);
  for (const path of governed) emitGoverned(literal(path), program, frame);
}

const MARKS: ReadonlySet<string> = new Set(marks);

const isMark = (tag: string): tag is Mark => MARKS.has(tag);

/** Records what a scan of code has found. */
function emitScanned(effects: readonly Effect[], source: string, program: string, frame: Frame): void {
  if (effects.some(({ target }) => target?.type === 'named' && target.category === 'path')) readHanded(source, program, frame);
  rememberCopied(effects, frame);
  for (const { kind, target, program: by, certainty, tags = [], note, via } of effects) {
    const possible = certainty === 'possible';
    emit(
      { ...frame, via: [...frame.via, ...via] },
      {
        kind,
        target,
        program: by ?? program,
        possible,
        tags: tags.filter(isMark),
        note,
        ...(note === NO_PARSER && { isAlwaysSaid: true }),
      },
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
  const comesBack = frame.database === 'own' && staysInDatabase(program, text);
  const marksOf = (kind: string, tags: readonly Mark[] = []): readonly Mark[] =>
    kind !== 'delete' ? tags : comesBack ? ['regenerable'] : frame.database === 'remote' ? [...tags, 'remote_change'] : tags;
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
    if (use === 'url') {
      applyAlone({ as: 'url', direction: 'download', method: 'GET' }, written, program, inner);
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
export const comingFrom = ({ origins }: Field): readonly Mark[] => [
  ...(origins.includes('network') ? (['downloaded_code'] as const) : []),
  ...(origins.includes('decoded') ? (['obfuscated'] as const) : []),
];

/** Code that fetches what it then loads, in a language that is not scanned. */
const loadsFetched = (source: string): boolean =>
  /\b(?:source|render|load\w*|eval\w*|dofile|require|include\w*|import|install\w*|exec\w*|system|runUrl|invoke)\b[^\n]{0,80}?\bhttps?:\/\//i.test(
    source,
  );
