import { isOneOf } from '../../programs/callPatterns.ts';
import type { Mark } from '../../marks.ts';
import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { isForeignTerminal } from '../../places/terminals.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { sourceLanguage } from '../../programs/sourceLanguage.ts';
import { isAddress } from '../../programs/shapes.ts';
import { isQuery, isStatement, sqlEffects } from '../../programs/statements.ts';
import { COMPUTED_FILE, sqlFiles } from '../../programs/sqlFiles.ts';
import { typesElsewhere } from '../../programs/typing.ts';
import { saysCredentials } from '../../programs/credentialWords.ts';
import { knownText, literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { descend, emitUnknown, emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { applyAlone } from './applyUse.ts';
import { emitFile } from './emitFile.ts';
import { emitGoverned } from './governedWords.ts';
import { emitFixed } from './fixedEffects.ts';
import { judgeInnerPrograms, SPEAKING } from './innerPrograms.ts';
import type { ResolvedCall } from './resolveCall.ts';
import { emitSettingWords } from './namedSettings.ts';
import { emitDeployment, emitLosingVerb } from './losingVerbs.ts';

/** A path among the words; programs with keys of their own, `path=/a/*.json`, often expand patterns themselves. */
const pathField = (arg: Field, value: string | undefined, key: string | undefined): Field => {
  const isPattern = arg.glob || (key?.startsWith('-') === false && /[*?[]/.test(value ?? ''));
  return { ...arg, text: value ?? arg.text, glob: isPattern };
};

/** Keys by which a program gets a folder of this machine, to show it to a guest or to put files there. */
const GIVES_FOLDER = /(?:^|,)(?:path|source|src|dir|device|hostpath|host_path|root|rootdir)=([^,]+)/g;

/** A guest or an undescribed program that gets the home folder by a key, or one around it, may write what governs the agent. */
function emitHomeGiven(text: string, program: string, frame: Frame): void {
  const { home } = frame.run.options;
  const folders = [...text.matchAll(GIVES_FOLDER)].map(([, folder = '']) => folder);
  for (const folder of folders)
    if (home !== undefined && folder.startsWith('/') && isWithin(home, folder.replace(/(?<=.)\/+$/, '')))
      emitFile(literal(folder), { kind: 'write', program, recursive: true, possible: true, tags: ['unseen'] }, frame);
}

/** Verbs by which an undescribed program puts files into the folder that its last word names. */
const UNPACKS = /^(?:x|e|extract|unpack|unzip|decompress|restore|checkout|expand|render|generate)$/;

/** Files that the call does not show come into the home folder, or into one around it. */
function emitUnpacked(name: string, args: readonly Field[], frame: Frame): void {
  const last = absolutePath(knownText(args.at(-1)) ?? '', frame.state.cwd);
  const { home } = frame.run.options;
  const verbs = /^(?:degit|tiged|giget)$/.test(name) || args.slice(0, 3).some(({ text }) => UNPACKS.test(text));
  if (!verbs || args.length < 2 || home === undefined || last === undefined || !isWithin(home, last)) return;
  emitFile(literal(last), { kind: 'write', program: name, recursive: true, possible: true, tags: ['unseen'] }, frame);
}

/** Cmdlets of PowerShell, which are all named so, and commands of Windows that change things. */
const FOREIGN =
  /^(?:[A-Z][a-z]+(?:-[A-Z]\w+)+|del|erase|rd|rmdir\.exe|format|reg|regedit|diskpart|vssadmin|wmic|schtasks|cipher|takeown|icacls|bcdedit|sc|net|taskkill|wevtutil|certutil|bitsadmin|mshta|rundll32|regsvr32|iex|iwr|irm)(?:\.exe)?$/;

/**
 * A program that no descriptor knows: words that look like paths may be read, the value of an output option is written, a subcommand
 * that says so destroys something, and words or text that are a command are judged as one.
 */
export function runUnlisted(name: string, args: readonly Field[], frame: Frame): Stream {
  if (/^licet(?:@[\w.^~-]+)?$/.test(name) && isAskedAbout(args)) return askAbout(args, frame);
  const contained = /^licet(?:@[\w.^~-]+)?$/.test(name) ? containedWords(args) : [];
  if (contained.length > 0) return runContained(contained, frame);
  if (FOREIGN.test(name)) emitUnknown(frame, 'a command of another system', [], name, name);
  const output = args.findIndex(({ text }) =>
    /^(?:-o|--out|--output|--outfile|--output-file|--output-dir|--out-dir)$/.test(text),
  );
  args.forEach((arg, i) => {
    const text = knownText(arg) ?? (arg.glob ? arg.text : undefined);
    const [, option, value] = /^(--?[\w-]+|[a-z][\w.-]*(?==[^=]*\/))=(.*)$/is.exec(text ?? '') ?? [];
    if (text !== undefined && !isProse(args, i) && emitGoverned({ ...arg, text: value ?? text }, name, frame)) return;
    if (i === output + 1 && output >= 0 && text !== undefined) emitFile(arg, { kind: 'write', program: name }, frame);
    else if (option !== undefined && /out/.test(option))
      emitFile({ ...arg, text: value ?? '' }, { kind: 'write', program: name, possible: true }, frame);
    else if (i === 0 && text !== undefined && isSubcommand(text, frame)) return;
    else if (text !== undefined && (looksLikePath(value ?? text) || (arg.glob && IN_PACKAGES.test(text))))
      emitFile(pathField(arg, value, option), { kind: 'read', program: name, possible: true }, frame);
    if (text !== undefined) emitHomeGiven(text, name, frame);
    if (text !== undefined && isForeignTerminal(value ?? text)) emitFixed(typesElsewhere, name, [], frame);
    if (text !== undefined) emitJoined(arg, text, name, frame);
  });
  if (frame.stdin?.text !== undefined) emitGoverned(literal(frame.stdin.text), name, frame);
  runScratch(name, args, frame);
  emitUnpacked(name, args, frame);
  judgeInnerPrograms(name, args, frame);
  emitLosingVerb(name, args, frame);
  emitCredentials(name, args, frame);
  emitStatements(name, args, frame);
  emitDeployment(name, args, frame);
  emitSettingWords(
    name,
    args.map(({ text }) => text),
    frame,
  );
  runInside(name, args, frame);
  return { origins: frame.stdin?.origins ?? [] };
}

/** Whether a call of Licet only asks how a command would be judged: that command, among its words, is data. */
const isAskedAbout = ([verb]: readonly Field[]): boolean => /^(?:check|explain|effects)$/.test(verb?.text ?? '');

/** Of such a question only the policy is a file that is read. */
function askAbout(args: readonly Field[], frame: Frame): Stream {
  args.forEach((arg, at) => {
    const [, attached] = /^--policy=(.*)$/s.exec(arg.text) ?? [];
    if (attached !== undefined || args[at - 1]?.text === '--policy')
      emitFile({ ...arg, text: attached ?? arg.text }, { kind: 'read', program: 'licet', possible: true }, frame);
  });
  return { origins: frame.stdin?.origins ?? [] };
}

/** The command that `licet run` puts into a sandbox: what is behind `--`. */
const containedWords = ([verb, ...rest]: readonly Field[]): readonly Field[] => {
  const at = rest.findIndex(({ text }) => text === '--');
  return verb?.text === 'run' && at >= 0 ? rest.slice(at + 1) : [];
};

/** A sandbox changes nothing about what a command is meant to do: it is judged as if it ran alone. */
function runContained(words: readonly Field[], frame: Frame): Stream {
  const inner = descend(frame, 'licet run');
  return inner === undefined ? { origins: [] } : start({ type: 'words', words }, inner);
}

/** Whether a query does more than read: it sends rows, runs a program or loads code. */
const reachesOut = (text: string, name: string): boolean => sqlEffects(text, name).some(({ kind }) => kind !== 'read');

/** Statements of a database among the words, or on the input, of a program that nobody describes. */
function emitStatements(name: string, args: readonly Field[], frame: Frame): void {
  const texts = [...args.flatMap(arg => knownText(arg) ?? []), frame.stdin?.text ?? ''];
  for (const text of texts) {
    if (!/\s/.test(text.trim())) continue;
    for (const { use, path } of isQuery(text) ? sqlFiles(text) : []) {
      const read = { kind: use === 'write' ? 'write' : 'read', program: name, possible: true } as const;
      if (use === 'url') applyAlone({ as: 'url', direction: 'download', method: 'GET' }, path ?? '', name, frame);
      else if (path !== undefined)
        emitFile(use === 'read' && /[*?[]/.test(path) ? patternField(path) : literal(path), read, frame);
      else emit(frame, { kind: 'unknown', program: name, possible: true, tags: ['dynamic'], note: COMPUTED_FILE });
    }
    if (isQuery(text) ? !reachesOut(text, name) && !isStatement(text) : !isStatement(text)) continue;
    for (const { kind, target, tags = [], note } of sqlEffects(text, name))
      emit(frame, { kind, target, program: name, possible: true, tags: tags as readonly Mark[], note });
  }
}

/** Most parts of a word that are looked at as paths. */
const MOST_PARTS = 8;

/** A source in a folder for temporary files behind a word that says that it runs: `v run /tmp/x.v`. */
function runScratch(name: string, [verb, file]: readonly Field[], frame: Frame): void {
  const { root, cwd } = frame.run.options;
  const path = file === undefined ? undefined : absolutePath(knownText(file) ?? '', frame.state.cwd);
  const language = path === undefined ? undefined : sourceLanguage(path);
  if (file === undefined || path === undefined || language === undefined || !isTemporaryFor(root ?? cwd, path)) return;
  if (/^(?:run|exec|script|x|r)$/.test(verb?.text ?? ''))
    start({ type: 'file', file, program: name, args: [], use: { as: 'execute', language } }, frame);
}

/** Programs that destroy or run something wherever they stand: behind a program that nobody describes they are taken to run. */
const RUNNERS = /^(?:rm|rmdir|unlink|shred|dd|mkfs(?:\.\w+)?|truncate|wipefs|(?:ba|z|da|k)?sh|sudo|doas|xargs|eval)$/;

/** Options whose value is a command for a shell, or a program, in the programs that have them. */
const RUNNING_OPTION = /^(?:-[cex]|--(?:eval|exec|execute|command|cmd|run|preview|shell))$/;

/** What a program that no descriptor knows may run: a known program among its words, or code that runs a command. Quoted code is not read as a shell line here. */
function runInside(name: string, args: readonly Field[], frame: Frame): void {
  const at = args.findIndex(arg => RUNNERS.test(baseName(knownText(arg) ?? '')));
  const inner = (): Frame | undefined =>
    descend(frame, name, { possible: true, stdin: undefined, state: forkState(frame.state) });
  const words = at < 0 ? undefined : inner();
  if (words !== undefined) start({ type: 'words', words: args.slice(at) }, words);
  args.forEach((arg, i) => {
    const [, option = arg.text, attached] = /^(--[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    const text = !RUNNING_OPTION.test(option) ? undefined : attached === undefined ? args[i + 1] : { ...arg, text: attached };
    if (text === undefined || !/\s|\(/.test(text.text)) return;
    for (const part of secretsNamedIn(text.text))
      emitFile({ ...text, text: part }, { kind: 'read', program: name, possible: true }, frame);
    if (/\b(?:system|exec|popen|spawn)\s*\(/.test(text.text)) {
      emitUnknown(frame, 'code that runs a command', ['inline_code'], text.source, name);
      return;
    }
  });
}

/** Words of code, in quotes or not, that are paths of secrets. */
const secretsNamedIn = (code: string): readonly string[] =>
  code
    .split(/[\s'"`(),;=]+/)
    .filter(part => /^(?:\.{0,2}\/|~|\.\w)|\//.test(part) && isSecretPath(part, undefined, undefined))
    .slice(0, MOST_PARTS);

/** Text for people, in the value of an option that says so. */
const isProse = (args: readonly Field[], at: number): boolean =>
  /\s/.test(args[at]?.text ?? '') && SPEAKING.test(args[at - 1]?.text ?? '');

/** Secrets in a word that joins a path with something else: `config/a.json:type`, `file=@.env`. */
function emitJoined(arg: Field, text: string, program: string, frame: Frame): void {
  if (isAddress(text) || /\s/.test(text)) return;
  const parts = text.split(/[:=,@;]+/).filter(part => part !== '' && part !== text);
  for (const part of parts.slice(0, MOST_PARTS)) {
    const field = { ...arg, text: part };
    if (!/[./]/.test(part) || !isSecretPath(part, undefined, undefined)) continue;
    emitFile(field, { kind: 'read', program, possible: true }, frame);
  }
}

/** A first word that names no file here, such as `secrets` in `replit secrets list`, says what to do. */
const isSubcommand = (text: string, { state, run }: Frame): boolean =>
  /^[a-z][a-z-]*$/.test(text) &&
  run.options.files?.identity(absolutePath(text, state.cwd) ?? text) === undefined &&
  run.options.files !== undefined;

/** A path into the packages that are installed. */
const IN_PACKAGES = /(?:^|\/)node_modules\//;

function looksLikePath(text: string): boolean {
  if (isAddress(text)) return false;
  return /^(?:\.{0,2}\/|~|[\w.-]+\/[\w./@-]+$)/.test(text) || isSecretPath(text, undefined, undefined);
}

/** Records that a program, or a subcommand, that nobody describes prints credentials, when its words say so. */
export function emitCredentials(name: string, args: readonly Field[], frame: Frame): void {
  if (!saysCredentials(args.map(({ text }) => text))) return;
  emit(frame, { kind: 'read', target: { type: 'named', category: 'secret', name }, program: name, tags: ['secret', 'unlisted'] });
}

/** Described programs some of whose words or input are statements of a database. */
const RUNS_QUERIES =
  'typeorm prisma sequelize sequelize-cli knex drizzle-kit mikro-orm rails rake mix django-admin php snow cockroach surreal edgedb gel db2 isql tidb athena dolt sqlite-utils datasette steampipe csvsql q textql arangosh influx wp drush heroku supabase wrangler turso neonctl pscale firebase hasura fly flyctl railway docker podman kubectl';

/** Clients of databases, whose statements are judged as theirs when a container starts them: `docker compose exec db psql …`. */
const CLIENTS = /^(?:psql|mysql|mariadb|sqlite3|duckdb|mongosh|mongo|redis-cli|cypher-shell)$/;
const STARTS_INSIDE = /^(?:docker|podman|kubectl)$/;

/** Records what the words or the input of a program that queries databases say. */
export function emitQueries({ path: [program = ''], operands }: ResolvedCall, words: readonly Field[], frame: Frame): void {
  const isClient = STARTS_INSIDE.test(program) && operands.slice(0, 2).some(({ text = '' }) => CLIENTS.test(text));
  if (isOneOf(RUNS_QUERIES, program) && !isClient) emitStatements(program, words, frame);
}
