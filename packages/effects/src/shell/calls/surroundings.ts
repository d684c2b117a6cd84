import { holds } from '../../programs/rules/condition.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { resolvePath } from '../../places/resolve.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import type { Call } from '../../programs/call.ts';
import { OWN_SETTINGS } from '../../programs/clusters.ts';
import { remotesGiven } from '../../programs/gitConfig.ts';
import { isFresh, isTestDatabase, isOnRemoteServer, madeDatabases } from '../../programs/testDatabases.ts';
import { opensTunnel } from '../../programs/tunnels.ts';
import { knownText, isKnown, literal } from '../words/field.ts';
import type { Frame, Run } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { ResolvedCall, UsedWord } from './call.ts';
import { descriptorOf } from './resolve.ts';

/** Ways in which settings of clusters start a program, go through another machine or take a credential from elsewhere. */
const LEADS_AWAY = /\b(?:exec|auth-provider|command|cmd-path|tokenFile|proxy-url|insecure-skip-tls-verify|as)["']?\s*:|[{\\!&*]/;

const SERVER = /^[ \t]*server:[ \t]*["']?([^\s"']*)/gm;
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1\])(?::\d+)?\/?$/;

function isOwnText(text: string | undefined): boolean {
  const servers = [...(text ?? '').matchAll(SERVER)].map(([, address = '']) => address);
  return servers.length > 0 && servers.every(address => LOOPBACK.test(address)) && !LEADS_AWAY.test(text ?? '');
}

/** Whether a file, as it is or as the command has made it, holds settings that lead to clusters on this machine and start nothing. */
export function isOwnClusterFile(given: string, { run, state, place }: Frame): boolean {
  const path = place === 'here' && !run.tunnels ? absolutePath(given, state.cwd) : undefined;
  if (path === undefined || run.links.has(path) || run.copies.has(path)) return false;
  const written = run.files.get(path);
  const isChanged = [...run.effects.values()].some(
    ({ kind, target, program = 'kind' }) =>
      kind !== 'read' &&
      target?.type === 'file' &&
      isWithin(path, target.lexical) &&
      descriptorOf(program, run)?.ownClusters === undefined,
  );
  if (isChanged) return false;
  return isOwnText(written === undefined ? run.options.files?.text?.(path) : written.text);
}

/** Whether a call of a client works on a cluster on this machine, by the settings that it is given. */
function isOwnCluster(call: ResolvedCall, frame: Frame): boolean {
  const given = call.line.given
    .filter(({ option }) => option.spelling === '--kubeconfig')
    .flatMap(({ values }) => values.map(({ field }) => knownText(field) ?? '?'));
  const files = given.length > 0 ? given : (variableIn(frame)('KUBECONFIG') ?? '').split(':');
  return files.every(file => file !== '' && isOwnClusterFile(file, frame));
}

/** What a description may ask about the surroundings of a call: its variables, its cluster, and where its output goes. */
export function surroundingsOf(call: ResolvedCall, frame: Frame): Pick<Call, 'variable' | 'isOwnCluster' | 'printsInto'> {
  return { variable: variableIn(frame), isOwnCluster: () => isOwnCluster(call, frame), printsInto: frame.printsInto };
}

/** Keeps what a tool puts into the file for settings of the clusters that it creates: into a new one, among temporary files. */
export function keepClusterFile({ call, frame }: { readonly call: ResolvedCall; readonly frame: Frame }): void {
  const makes = call.descriptors[0]?.ownClusters;
  if (makes === undefined || !holds(makes, call)) return;
  const into = [...call.values('--kubeconfig'), ...call.values('-o')].map(({ text }) => text);
  for (const name of into.length > 0 ? into : [variableIn(frame)('KUBECONFIG')]) {
    const file = name === undefined ? undefined : absolutePath(name, frame.state.cwd);
    const { root, files } = frame.run.options;
    const isNew = file !== undefined && !frame.run.files.has(file) && files?.identity(file) === undefined;
    if (isNew && isTemporaryFor(root, file)) frame.run.files.set(file, { text: OWN_SETTINGS, origins: [] });
  }
}

/** The values of variables of the shell and of the environment; `?` for one that is set to what is not known. */
export const variableIn =
  ({ state, run }: Frame) =>
  (name: string): string | undefined => {
    const own = state.variables.get(name)?.fields[0];
    return own === undefined ? run.options.env?.[name] : (knownText(own) ?? '?');
  };

/** The frame for what a call starts: in the folder, the environment and the database that the call names. */
export function innerFrame(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Frame {
  return { ...loading(words, startingFrom(words, frame)), database: databaseOf(call, frame) };
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

/** Where a client works: on a database that only tests or this command use, or on a server on another machine; undefined for any other. */
function databaseOf(call: ResolvedCall, frame: Frame): Frame['database'] {
  const isHere = frame.place !== 'remote' && !frame.tags.includes('remote_execution');
  if (/^(?:sqlite3?|litecli|duckdb)$/.test(call.path[0] ?? '')) return isHere && isOwnFile(call, frame) ? 'own' : undefined;
  const client = { ...call, ...databasesIn(frame) };
  if (isHere && isTestDatabase(client)) return 'own';
  return isOnRemoteServer(client) ? 'remote' : undefined;
}

/** Whether a database is in memory, in a temporary folder, or a file that this command has copied. */
function isOwnFile(call: ResolvedCall, { run, place, state }: Frame): boolean {
  const [file = literal(':memory:')] = call.operandFields;
  if (file.text === ':memory:') return true;
  const path = place === 'here' && isKnown(file) ? absolutePath(file.text, state.cwd) : undefined;
  if (path === undefined || run.links.has(path)) return false;
  const { root, files } = run.options;
  const real = files === undefined ? path : resolvePath(path, files);
  return isTemporaryFor(root, real) || (run.copies.has(path) && real === path);
}
