import { holds } from '../../programs/rules/condition.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import type { Call } from '../../programs/call.ts';
import { OWN_SETTINGS } from '../../programs/clusters.ts';
import { knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { descriptorOf } from './described.ts';
import { variableIn } from './innerFrame.ts';
import type { ResolvedCall } from './resolveCall.ts';

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

/** What a description may ask of where a call stands: its variables, its cluster, and where its output goes. */
export function surroundingsOf(call: ResolvedCall, frame: Frame): Pick<Call, 'variable' | 'isOwnCluster' | 'printsInto'> {
  return { variable: variableIn(frame), isOwnCluster: () => isOwnCluster(call, frame), printsInto: frame.printsInto };
}

/** Keeps what a tool puts into the file for settings of its own clusters: into a new one, among temporary files. */
export function keepClusterFile(call: ResolvedCall, frame: Frame): void {
  const makes = call.descriptors[0]?.ownClusters;
  if (makes === undefined || !holds(makes, call)) return;
  const into = [...call.values('--kubeconfig'), ...call.values('-o')].map(({ text }) => text);
  for (const name of into.length > 0 ? into : [variableIn(frame)('KUBECONFIG')]) {
    const file = name === undefined ? undefined : absolutePath(name, frame.state.cwd);
    const { root, cwd, files } = frame.run.options;
    const isNew = file !== undefined && !frame.run.files.has(file) && files?.identity(file) === undefined;
    if (isNew && isTemporaryFor(root ?? cwd, file)) frame.run.files.set(file, { text: OWN_SETTINGS, origins: [] });
  }
}
