import { absolutePath, baseName, isWithin } from '../../../places/lexical.ts';
import { isSecretPath } from '../../../places/secrets.ts';
import { isTemporaryFor } from '../../../places/temporary.ts';
import { isForeignTerminal } from '../../../places/terminals.ts';
import { saysCredentials } from '../../../programs/credentialWords.ts';
import { sourceLanguage } from '../../../programs/sourceLanguage.ts';
import { isAddress } from '../../../programs/shapes.ts';
import { typesElsewhere } from '../../../programs/typing.ts';
import { emit, descend, emitUnknown } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { knownText, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { start } from '../../words/frame.ts';
import { forkState } from '../../words/shellState.ts';
import type { Called } from '../call.ts';
import { emitFile } from '../emitFile.ts';
import { emitFixed } from '../fixedEffects.ts';
import { emitGoverned } from './governedWords.ts';
import { SPEAKING } from './innerPrograms.ts';

/** Words of an undescribed program that say that it pays. Sources: manuals of wallets, exchanges and payment services. */
const PAYING =
  /^(?:pay|pay-?(?:to|many|invoice|req|out|outs)|payments?|payouts?|send-?(?:payment|coins|tx|transaction|all|many|money|to-?address|raw-?transaction)|withdraw(?:al|als)?|(?:wire-?)?transfers?|transfer-?funds|charges?|refunds?|broadcast-?(?:tx|transaction)|place-?order|buy|sell|trade|sweep)$/i;

/** Verbs before or behind such a word with which nothing is paid. */
const LOOKS_AT_PAYMENTS =
  /^(?:ls|list|get|show|view|describe|info|status|decode\w*|help|search|history|estimate\w*|simulate|quote|fees?|retrieve|config|test|validate|export|report|count|schema)$/i;

/** A program without a description that says that it deploys, or by its name that it removes something. */
export function emitDeployment({ name, args, frame }: Called): void {
  const words = args.filter(({ text }) => !text.startsWith('-')).slice(0, 3);
  const removes = /(?:^|[-_.])(?:uninstall|destroy|wipe|purge|teardown|factory-?reset)(?:[-_.]|$)/i.test(name);
  const deploys = words.some(({ text }) => /^(?:deploy|ship|promote|rollout|release)$/.test(text));
  if (asksForHelp(args) || args.some(({ text }) => /^--?dry-?run/.test(text)) || (!removes && !deploys)) return;
  const target = { type: 'named', category: 'resource', name: `${name} ${words.map(({ text }) => text).join(' ')}` } as const;
  if (removes) emit(frame, { kind: 'delete', target, program: name, possible: true, tags: ['destructive', 'unlisted'] });
  else emit(frame, { kind: 'configure', target, program: name, possible: true, tags: ['remote_change', 'unlisted'] });
}

/** A program without a description whose first words say that it pays, and not that it shows payments. */
export function emitPayment({ name, args, frame }: Called): void {
  const words = args.filter(({ text }) => !text.startsWith('-')).slice(0, 3);
  const pays = words.findIndex(({ text }) => PAYING.test(text));
  if (pays < 0 || pays > 1 || asksForHelp(args) || words.some(({ text }) => LOOKS_AT_PAYMENTS.test(text))) return;
  if (args.some(({ text }) => /^--?(?:dry-?run|test|sandbox|testnet|regtest)/.test(text))) return;
  const target = { type: 'named', category: 'payment', name: `${name} ${words.map(({ text }) => text).join(' ')}` } as const;
  emit(frame, { kind: 'configure', target, program: name, possible: true, tags: ['remote_change', 'unlisted'] });
}

const LOSING =
  /^(?:delete|destroy|drop|purge|wipe|erase|nuke|truncate|terminate|teardown|flush|rm|del|deprovision|decommission|deregister|undeploy|unpublish|yank|revoke|obliterate|expunge|undefine|unregister\w*|factory-?reset|hard-?reset|(?:delete|destroy|drop|purge|wipe|erase|nuke|force-?(?:delete|remove|reset))[-_:]?(?:all|[-_:]\w+)?|(?:delete|terminate|destroy)[-_:]?\w+|rm(?:r|pool|dir)|(?:db|database|migrate|migration|migrations|schema|cache)[-_:](?:drop|reset|wipe|fresh|refresh|rollback|clean|clear)|\w+[-_:](?:delete|destroy|purge|wipe|erase)|[\w-]+:(?:remove|reset|drop|destroy-all|rollback))$/i;

/** Words that turn these into a loss: `migrate reset --force`. */
const RESETTING =
  /^(?:reset|fresh|refresh|prune|restore|rollback|revert|downgrade|overwrite|replace|rebuild|reinit|reinitialize|stop|disable|detach|cancel|evict|drain|kill|failover|gc|leave|push|apply|sync|deploy|update|zap|remove|uninstall|archive|migrate|import|clear)$/i;

/** Databases and their schema, and what undoes them. */
const DATA =
  /^(?:db|database|databases|migrat\w*|schema|dag|queue|tables?|index|indices|collections?|buckets?|topics?|keyspace|volumes?|snapshots?|backups?|dataset|osd|pool)$/i;

const UNDOING =
  /^(?:reset|fresh|refresh|rollback|downgrade|undo|revert|zero|clean|clear|remove|down|down-to|redo|restore|prune|rm|empty)$/i;

/** Options with which the program asks no question. */
const FORCING =
  /^(?:--force\w*|-f|--yes\w*|-y|--noinput|--no-input|--auto-approve|--no-prompt|--non-?interactive|--skip-?confirm\w*|--confirm|--assume-?yes|--really\w*|-skipTrash|--prod|--production|--live|--allow-live|--purge|--cascade)$/i;

/** Asks an unlisted program for its help, and nothing else: all other words are subcommands. */
function asksForHelp(args: readonly Field[]): boolean {
  const options = args.filter(({ text }) => text.startsWith('-'));
  return args.length <= 4 && options.length === 1 && /^--(?:help|version)$/.test(args.at(-1)?.text ?? '');
}

/** Records that a program without a description destroys something, when one of its first words names that. */
export function emitLosingVerb({ name, args, frame }: Called): void {
  if (asksForHelp(args)) return;
  const words = args
    .slice(0, 3)
    .map(arg => (/^--?[a-z]{2}/.test(arg.text) ? { ...arg, text: arg.text.replace(/^-+/, '') } : arg));
  // Django asks nothing before it migrates.
  const isQuiet = name.endsWith('manage.py') && args[0]?.text === 'migrate' && !args.some(({ text }) => text === 'zero');
  const forced = args.some(({ text }) => FORCING.test(text) && !(isQuiet && /^--no-?input$/.test(text)));
  const undoes = words.some(({ text }, i) => UNDOING.test(text) && words.slice(0, i).some(word => DATA.test(word.text)));
  if (!undoes && !words.some(({ text }) => LOSING.test(text) || (forced && RESETTING.test(text)))) return;
  const said = [name, ...args.map(({ source }) => source)].join(' ').slice(0, 200);
  const target = { type: 'named', category: 'resource', name: said } as const;
  emit(frame, { kind: 'delete', target, program: name, possible: true, tags: ['destructive', 'unlisted'] });
}

/** A path among the words; programs with their own keys, `path=/a/*.json`, often expand patterns themselves. */
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
export function emitUnpacked({ name, args, frame }: Called): void {
  const last = absolutePath(knownText(args.at(-1)) ?? '', frame.state.cwd);
  const { home } = frame.run.options;
  const verbs = /^(?:degit|tiged|giget)$/.test(name) || args.slice(0, 3).some(({ text }) => UNPACKS.test(text));
  if (!verbs || args.length < 2 || home === undefined || last === undefined || !isWithin(home, last)) return;
  emitFile(literal(last), { kind: 'write', program: name, recursive: true, possible: true, tags: ['unseen'] }, frame);
}

/** Cmdlets of PowerShell, which are all named so, and commands of Windows that change things. */
const FOREIGN =
  /^(?:[A-Z][a-z]+(?:-[A-Z]\w+)+|del|erase|rd|rmdir\.exe|format|reg|regedit|diskpart|vssadmin|wmic|schtasks|cipher|takeown|icacls|bcdedit|sc|net|taskkill|wevtutil|certutil|bitsadmin|mshta|rundll32|regsvr32|iex|iwr|irm)(?:\.exe)?$/;

/** Records a command of another system. */
export function emitForeignCommand({ name, frame }: Called): void {
  if (FOREIGN.test(name)) emitUnknown(frame, 'a command of another system', [], name, name);
}

/** Options whose value is a file that the program makes. */
const OUTPUT = /^(?:-o|--out|--output|--outfile|--output-file|--output-dir|--out-dir)$/;

/** Records the files that words look like: they may be read, the value of an output option is written, and what governs the agent may be too. */
export function emitLikelyFiles({ name, args, frame }: Called): void {
  const output = args.findIndex(({ text }) => OUTPUT.test(text));
  for (const [i, arg] of args.entries()) {
    const text = knownText(arg) ?? (arg.glob ? arg.text : undefined);
    if (text === undefined) continue;
    const [, option, value] = /^(--?[\w-]+|[a-z][\w.-]*(?==[^=]*\/))=(.*)$/is.exec(text) ?? [];
    if (!isProse(args, i) && emitGoverned({ ...arg, text: value ?? text }, name, frame)) continue;
    if (i === output + 1 && output >= 0) emitFile(arg, { kind: 'write', program: name }, frame);
    else if (option !== undefined && /out/.test(option))
      emitFile({ ...arg, text: value ?? '' }, { kind: 'write', program: name, possible: true }, frame);
    else if (i === 0 && isSubcommand(text, frame)) continue;
    else if (looksLikePath(value ?? text) || (arg.glob && IN_PACKAGES.test(text)))
      emitFile(pathField(arg, value, option), { kind: 'read', program: name, possible: true }, frame);
    emitHomeGiven(text, name, frame);
    if (isForeignTerminal(value ?? text)) emitFixed(typesElsewhere, name, [], frame);
    emitJoined(arg, text, name, frame);
  }
  if (frame.stdin?.text !== undefined) emitGoverned(literal(frame.stdin.text), name, frame);
}

/** Whether a call of Licet only asks how a command would be judged: that command, among its words, is data. */
export const asksLicet = ({ name, args: [verb] }: Called): boolean =>
  /^licet(?:@[\w.^~-]+)?$/.test(name) && /^(?:check|explain|effects)$/.test(verb?.text ?? '');

/** Records the policy that such a question reads. */
export function emitAskedPolicy({ args, frame }: Called): void {
  args.forEach((arg, at) => {
    const [, attached] = /^--policy=(.*)$/s.exec(arg.text) ?? [];
    if (attached !== undefined || args[at - 1]?.text === '--policy')
      emitFile({ ...arg, text: attached ?? arg.text }, { kind: 'read', program: 'licet', possible: true }, frame);
  });
}

/** The command that `licet run` puts into a sandbox: what is behind `--`. */
export function containedWords({ name, args: [verb, ...rest] }: Called): readonly Field[] {
  const at = rest.findIndex(({ text }) => text === '--');
  return /^licet(?:@[\w.^~-]+)?$/.test(name) && verb?.text === 'run' && at >= 0 ? rest.slice(at + 1) : [];
}

/** Most parts of a word that are looked at as paths. */
const MOST_PARTS = 8;

/** A source in a folder for temporary files behind a word that says that it runs: `v run /tmp/x.v`. */
export function runScratchSource({ name, args: [verb, file], frame }: Called): void {
  const { root } = frame.run.options;
  const path = file === undefined ? undefined : absolutePath(knownText(file) ?? '', frame.state.cwd);
  const language = path === undefined ? undefined : sourceLanguage(path);
  if (file === undefined || path === undefined || language === undefined || !isTemporaryFor(root, path)) return;
  if (/^(?:run|exec|script|x|r)$/.test(verb?.text ?? ''))
    start({ type: 'file', file, program: name, args: [], use: { as: 'execute', language } }, frame);
}

/** Programs that destroy or run something wherever they are: behind a program without a description they are taken to run. */
const RUNNERS = /^(?:rm|rmdir|unlink|shred|dd|mkfs(?:\.\w+)?|truncate|wipefs|(?:ba|z|da|k)?sh|sudo|doas|xargs|eval)$/;

/** Options whose value is a command for a shell, or a program, in the programs that have them. */
const RUNNING_OPTION = /^(?:-[cex]|--(?:eval|exec|execute|command|cmd|run|preview|shell))$/;

/** What a program that no descriptor knows may run: a known program among its words, or code that runs a command. Quoted code is not read as a shell line here. */
export function runNamedPrograms({ name, args, frame }: Called): void {
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

/** Text for people, in the value of an option for such text. */
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

/** Records that a program, or a subcommand, without a description prints credentials, when its words name them. */
export function emitPrintedCredentials({ name, args, frame }: Called): void {
  if (!saysCredentials(args.map(({ text }) => text))) return;
  emit(frame, { kind: 'read', target: { type: 'named', category: 'secret', name }, program: name, tags: ['secret', 'unlisted'] });
}
