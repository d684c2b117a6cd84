import type { Call, CommandDescriptor, OptionTable } from './descriptor.ts';
import { sets } from './shapes.ts';

/** Options of every command for a cluster. */
export const everywhere: OptionTable = {
  '-n --namespace -l --selector --field-selector --as --request-timeout -c --container': 'text',
  '--context --kube-context': 'text',
  '-s --server --kube-apiserver --cluster --user --token': 'text',
  '--kubeconfig': 'text',
  '-o --output': 'text',
  '-A --all-namespaces -w --watch --all --force --wait --now': 'flag',
  '--dry-run': { value: 'text', attachedOnly: true },
};

const changed = sets('resource:cluster', 'remote_change');

/** Names that the tools for clusters on one's own machine give to their contexts. */
const OWN_CONTEXT =
  /^(?:(?:kind|k3d)-[\w.-]+|minikube|docker-(?:desktop|for-desktop)|rancher-desktop|orbstack|colima(?:-[\w-]+)?|microk8s)$/;

/** Whether a call says that it means a cluster on this machine, and nothing else leads it elsewhere. */
export const isOwnCluster = (call: Call): boolean =>
  call.isOwnCluster === true
    ? ['-s', '--context'].every(option => call.values(option).length === 0)
    : call.values('--context').length > 0 &&
      call.values('--context').every(({ text }) => OWN_CONTEXT.test(text ?? '')) &&
      ['--kubeconfig', '-s'].every(option => call.values(option).length === 0);

/** Changes the cluster, unless it is only tried out or one of this machine. */
export const change = (): CommandDescriptor => ({
  options: {
    '-f --filename -k --kustomize': 'read',
    '-p --patch --type --replicas --image --port --target-port --patch-file --record --overwrite --timeout --grace-period --field-manager':
      'text',
  },
  inspect: call => (call.has('--dry-run') || isOwnCluster(call) ? [] : [changed]),
});
