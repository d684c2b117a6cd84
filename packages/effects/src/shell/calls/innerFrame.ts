import { absolutePath } from '../../places/lexical.ts';
import { resolvePath } from '../../places/resolve.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import type { Call } from '../../programs/call.ts';
import { remotesGiven } from '../../programs/gitConfig.ts';
import { isFresh, isTestDatabase, madeDatabases } from '../../programs/testDatabases.ts';
import { opensTunnel } from '../../programs/tunnels.ts';
import { isKnown, knownText, literal } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame, Run } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/** The values of variables of the shell and of the environment; `?` for one that is set to what is not known. */
export const variableIn =
  ({ state, run }: Frame) =>
  (name: string): string | undefined => {
    const own = state.variables.get(name)?.fields[0];
    return own === undefined ? run.options.env?.[name] : (knownText(own) ?? '?');
  };

/** The frame for what a call starts: in the folder, the environment and the database that the call names. */
export function innerFrame(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Frame {
  return { ...loading(words, startingFrom(words, frame)), isOwnDatabase: isOwnDatabase(call, frame) };
}

/** The frame with the folder that `-C folder` options change to. */
export function startingFrom(words: readonly UsedWord[], frame: Frame): Frame {
  const folders = words.filter(({ use }) => use.as === 'chdir');
  if (folders.length === 0) return frame;
  const state = forkState(frame.state);
  for (const { field } of folders) state.cwd = isKnown(field) ? absolutePath(field.text, state.cwd) : undefined;
  return { ...frame, state };
}

/** The frame for what a call runs that reads a file of secrets into its environment: `dotenv -e .env -- printenv`. */
function loading(words: readonly UsedWord[], frame: Frame): Frame {
  if (!words.some(({ use }) => /^(?:command|shell|code)$/.test(use.as))) return frame;
  const { cwd } = frame.state;
  const files = words.flatMap(({ use, field }) =>
    use.as === 'read' && isKnown(field) ? (absolutePath(field.text, cwd) ?? []) : [],
  );
  const loaded = files.find(path => isSecretPath(path, undefined, frame.run.options.home));
  return loaded === undefined ? frame : { ...frame, state: { ...forkState(frame.state), loaded } };
}

/** What tells a client's description where a database is, and who has made it. */
const databasesIn = (frame: Frame): Pick<Call, 'variable' | 'isTunnelled' | 'made'> => ({
  variable: variableIn(frame),
  isTunnelled: frame.run.tunnels,
  ...(frame.place === 'here' && { made: frame.run.databases }),
});

/** Remembers what a call changes that later calls of the command are judged by: tunnels, databases that it makes, and where remotes lead. */
export function rememberChanges(call: ResolvedCall, frame: Frame): void {
  const { remotes } = frame.run;
  frame.run.tunnels ||= opensTunnel(call);
  for (const [name, address] of remotesGiven(call)) remotes.set(name, [...(remotes.get(name) ?? []), address]);
  rememberDatabases(call, frame);
}

/** Remembers the databases that a call makes on this machine: one that may have been there before, only while the call is known to have succeeded. */
function rememberDatabases(call: ResolvedCall, frame: Frame): void {
  if (frame.place !== 'here' || frame.tags.includes('remote_execution')) return;
  for (const made of madeDatabases({ ...call, ...databasesIn(frame) }))
    if (isFresh(made) || frame.via.length === 0) frame.run.databases.add(made);
}

/** Whether the calls so far have succeeded is not known any more. */
export function forgetDatabases({ databases }: Run): void {
  for (const made of databases) if (!isFresh(made)) databases.delete(made);
}

/** A database of tests on this machine, or the file of one in a temporary folder or that this command has copied. */
function isOwnDatabase(call: ResolvedCall, frame: Frame): boolean {
  const { run, place, state, tags } = frame;
  if (place === 'remote' || tags.includes('remote_execution')) return false;
  if (!/^(?:sqlite3?|litecli|duckdb)$/.test(call.path[0] ?? '')) return isTestDatabase({ ...call, ...databasesIn(frame) });
  const [file = literal(':memory:')] = call.operandFields;
  if (file.text === ':memory:') return true;
  const path = place === 'here' && isKnown(file) ? absolutePath(file.text, state.cwd) : undefined;
  if (path === undefined || run.links.has(path)) return false;
  const { root, cwd, files } = run.options;
  const real = files === undefined ? path : resolvePath(path, files);
  return isTemporaryFor(root ?? cwd, real) || (run.copies.has(path) && real === path);
}

/** Records that a file of secrets is printed by what has read it into the environment. */
export function emitPrinted(path: string, program: string, frame: Frame): void {
  const target = { type: 'file', lexical: path, resolved: path } as const;
  emit(frame, { kind: 'read', target, program, tags: ['secret'], isAlwaysSaid: true });
}

/** Files in which Compose looks for services when none is named. Source: its documentation. */
const COMPOSE_FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** Where a file of Compose takes values from: `env_file` with a name, a list in one line or on lines of their own. */
const VALUE_FILES = /^[ \t]*env_file:[ \t]*(?:\[([^\]\n]*)\]|([^\s#[]\S*)|((?:[ \t]*\n[ \t]*- [^\n]*)+))/gm;

/** Compose prints its services with the values filled in from files of secrets. */
export function emitComposed(call: ResolvedCall, frame: Frame): void {
  const { files, home } = frame.run.options;
  const { cwd } = frame.state;
  const isConfig = /^(?:(?:docker|podman) compose|docker-compose|podman-compose) (?:config|convert)$/.test(call.path.join(' '));
  if (!isConfig || call.has('-q') || frame.place !== 'here' || files?.text === undefined || cwd === undefined) return;
  const named = call.values('-f').flatMap(({ text }) => text ?? []);
  for (const name of named.length > 0 ? named : COMPOSE_FILES) {
    const text = files.text(absolutePath(name, cwd) ?? '')?.slice(0, 65_536) ?? '';
    const listed = [...text.matchAll(VALUE_FILES)].flatMap(([, line, one, lines = '']) =>
      (line?.split(',') ?? one?.split('\n') ?? lines.split(/\n[ \t]*- (?:path:)?/)).map(word =>
        word.trim().replace(/^(['"])(.*)\1$/, '$2'),
      ),
    );
    for (const file of new Set([...listed, ...(/\$\{?\w/.test(text) ? ['.env'] : [])])) {
      const path = file === '' ? undefined : absolutePath(file, cwd);
      if (path === undefined || !isSecretPath(path, undefined, home) || files.identity(path) === undefined) continue;
      emitPrinted(path, call.path[0] ?? '', frame);
    }
  }
}
