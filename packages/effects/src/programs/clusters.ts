import type { Call, CommandDescriptor, OptionTable } from './descriptor.ts';
import { destroys, does, downloads, ifGiven, onWord, sends, sets } from './shapes.ts';
import { NOT_LOCAL } from './requests.ts';

/** Options of every command for a cluster. */
export const everywhere: OptionTable = {
  '-n --namespace -l --selector --field-selector --as --request-timeout -c --container': 'text',
  '--context --kube-context': 'text',
  '-s --server --kube-apiserver --cluster --user --token': 'text',
  '--kubeconfig': 'text',
  '-o --output': 'text',
  '--dry-run': { value: 'text', attachedOnly: true },
};

const changed = sets('resource:cluster', 'remote_change');

/** The settings of a cluster, in short, that a tool has made on this machine. */
export const OWN_SETTINGS: string = 'apiVersion: v1\nclusters:\n- cluster:\n    server: https://127.0.0.1:6443\n';

/** Names that the tools for clusters on one's own machine give to their contexts. */
const OWN_CONTEXT =
  /^(?:(?:kind|k3d)-[\w.-]+|minikube|docker-(?:desktop|for-desktop)|rancher-desktop|orbstack|colima(?:-[\w-]+)?|microk8s)$/;

/** Whether a call says that it means a cluster on this machine, and nothing else leads it elsewhere. */
export const isOwnCluster = (call: Call): boolean =>
  call.isOwnCluster?.() === true
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
  keyword: [{ when: { none: ['--dry-run'], not: { reaches: 'own cluster' } }, effects: [changed] }],
});

/** `kubectl config set-cluster` and `set-credentials`: a program that makes credentials runs at every call. */
export const cluster = (): CommandDescriptor => ({
  options: { '--exec-command --exec-arg --exec-env --server --auth-provider --token --username --password': 'text' },
  effects: [sets('setting:kubeconfig')],
  keyword: [
    ifGiven('--exec-command', sets('setting:kubeconfig', 'tampered_environment')),
    {
      when: {
        either: [
          { value: { '--server': NOT_LOCAL } },
          { any: ['--insecure-skip-tls-verify'], not: { value: { '--insecure-skip-tls-verify': '^false$' } } },
        ],
      },
      effects: [sets('setting:kubeconfig', 'weakens')],
    },
  ],
});

/** Contexts of the engines that run on this machine. */
const LOCAL_CONTEXT =
  '^(?:default|desktop-(?:linux|windows)|colima\\S*|orbstack|rancher-desktop|rootless|lima\\S*|minikube|podman\\S*)$';

const elsewhere = sets('setting:docker context', 'weakens');

const LOCAL_ENGINE = 'host=(?:unix|npipe|fd):|^key=|host=tcp://(?:localhost|127[.])';

/** `docker context`: later calls work on another machine, with all that they are given. */
export const context = (): CommandDescriptor => ({
  subcommands: {
    'create update': () => ({
      options: { '--docker --description --from': 'text' },
      keyword: [{ when: { value: { '--docker': `^(?!.*(?:${LOCAL_ENGINE}))` } }, effects: [elsewhere] }],
    }),
    use: () => ({ keyword: [{ when: { not: { first: LOCAL_CONTEXT } }, effects: [elsewhere] }] }),
    'ls list show inspect export import rm': () => ({}),
  },
});

/** `helm`: charts of a cluster. */
export const helm = (): CommandDescriptor => ({
  options: { ...everywhere, '-f --values': 'read', '--set --set-string --version --repo --timeout --description': 'text' },
  subcommands: {
    'uninstall delete un': destroys('release', 'remote_change'),
    'install upgrade rollback test': () => ({
      ...change(),
      optionValue: [{ fits: '^https?:', use: { as: 'url', tags: ['untrusted_code'] } }],
    }),
    plugin: () => ({
      subcommands: {
        // A plugin runs its install hook at once, and is a program from then on.
        'install add': () => ({ operands: { first: [{ as: 'url', tags: ['untrusted_code'] }] } }),
      },
    }),
    push: does(sends('shares', 'uploads')),
    get: () => ({
      effects: [downloads],
      cases: [
        onWord('^(?:values|all|manifest|hooks)$', {
          kind: 'read',
          target: 'variable:*',
          certainty: 'possible',
          tags: ['secret', 'among'],
        }),
      ],
    }),
    'list ls status history show template lint search version env dependency repo verify package pull create completion': () => ({
      options: { '-d --destination': 'text' },
      effects: [downloads],
    }),
  },
});
