import { absolutePath, isWithin } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import type { Call } from '../../programs/call.ts';
import { knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { variableIn } from './innerFrame.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** What stands for the settings of a cluster that a tool has made on this machine. */
const ownSettings: Stream = { text: 'apiVersion: v1\nclusters:\n- cluster:\n    server: https://127.0.0.1:6443\n', origins: [] };

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
      kind !== 'read' && target?.type === 'file' && isWithin(path, target.lexical) && !/^(?:kind|k3d|minikube)$/.test(program),
  );
  if (isChanged) return false;
  return isOwnText(written === undefined ? run.options.files?.text?.(path) : written.text);
}

/** Programs that take their cluster from such a file. */
const CLIENTS = /^(?:kubectl|oc|helm|helmfile|kustomize|istioctl|argocd|flux|skaffold|tilt|velero|linkerd|cilium)$/;

/** Whether a call of a client works on a cluster on this machine, by the settings that it is given. */
function isOwnCluster(call: ResolvedCall, frame: Frame): boolean {
  if (!CLIENTS.test(call.path[0] ?? '')) return false;
  const given = call.line.given
    .filter(({ option }) => option.spelling === '--kubeconfig')
    .flatMap(({ values }) => values.map(({ field }) => knownText(field) ?? '?'));
  const files = given.length > 0 ? given : (variableIn(frame)('KUBECONFIG') ?? '').split(':');
  return files.every(file => file !== '' && isOwnClusterFile(file, frame));
}

/** What a description may ask of where a call stands: its variables, its cluster, and where its output goes. */
export function surroundingsOf(call: ResolvedCall, frame: Frame): Pick<Call, 'variable' | 'isOwnCluster' | 'printsInto'> {
  return { variable: variableIn(frame), isOwnCluster: isOwnCluster(call, frame), printsInto: frame.printsInto };
}

/** What a tool for clusters on this machine prints, and keeps in a file for temporary ones: the settings of its own. */
export function printSettings(call: ResolvedCall, frame: Frame): Stream | undefined {
  if (!/^(?:kind|k3d|minikube)$/.test(call.path[0] ?? '')) return undefined;
  const path = call.path.concat(call.operands.map(({ text }) => text ?? '?')).join(' ');
  const into = [...call.values('--kubeconfig'), ...call.values('-o')].map(({ text }) => text);
  const made = into.length > 0 ? into : [variableIn(frame)('KUBECONFIG')];
  const isKept = /^(?:kind (?:create cluster|export kubeconfig)|k3d kubeconfig (?:write|merge)|minikube start)\b/.test(path);
  for (const name of isKept ? made : []) {
    const file = name === undefined ? undefined : absolutePath(name, frame.state.cwd);
    const { root, cwd, files } = frame.run.options;
    const isNew = file !== undefined && !frame.run.files.has(file) && files?.identity(file) === undefined;
    if (isNew && isTemporaryFor(root ?? cwd, file)) frame.run.files.set(file, ownSettings);
  }
  return /^(?:kind get kubeconfig|k3d kubeconfig get)\b/.test(path) ? ownSettings : undefined;
}
