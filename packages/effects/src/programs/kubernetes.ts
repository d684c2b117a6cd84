import { broughtOut } from './containerRuns.ts';
import type { CommandDescriptor, Condition, Family, Keyword } from './descriptor.ts';
import { destroys, does, effect, loses, option, sends, sets, sharing, shows } from './shapes.ts';
import { cluster, everywhere, change, helm, OWN_SETTINGS } from './clusters.ts';
const read = (): CommandDescriptor => ({
  options: { '-f --filename -k': 'read', '--tail --since --sort-by --show-labels': 'text' },
});

/** `--from-file=key=path`: the file goes into what is made, also when that is only printed. */
const creating = (): CommandDescriptor => ({
  ...change(),
  options: { ...change().options, '--from-env-file': 'read', '--from-file': 'text' },
  optionValue: [{ of: '--from-file', take: ['^[\\w.-]+=', ''], use: 'read' }],
});

const execution = (): CommandDescriptor => ({
  style: 'gnu',
  options: { '-i -t --stdin --tty -it': 'flag' },
  operands: { first: ['text', { as: 'command', tags: ['container', 'remote_execution'] }] },
});

/** What follows goes to another cluster: to one in production only a human may turn. */
const turnsToProduction: Keyword = {
  when: { operand: '(?i)(?:^|[-_./@:])(?:prod(?:uction)?|prd|live)(?:$|[-_./@:\\d])' },
  effects: [sets('setting:kubeconfig', 'remote_change')],
};

/** One cluster of this machine is made again by one command. All of them, with what lies beside, are not. */
const ALL_CLUSTERS: CommandDescriptor['cases'] = [
  { when: { any: ['--all'] }, effects: [loses('resource:cluster')] },
  { when: { none: ['--all'] }, effects: [effect('delete', 'resource:cluster', 'regenerable')] },
];

/** `kind`, `k3d`, `minikube`. */
const clusterTool = (): CommandDescriptor => ({
  prints: [
    { when: { program: '^kind$', line: '^get kubeconfig\\b' }, prints: { text: OWN_SETTINGS } },
    { when: { program: '^k3d$', line: '^kubeconfig get\\b' }, prints: { text: OWN_SETTINGS } },
    { when: { program: '^minikube$', line: '^docker-env\\b' }, prints: 'setup' },
  ],
  ownClusters: {
    either: [
      { program: '^kind$', line: '^(?:create cluster|export kubeconfig)\\b' },
      { program: '^k3d$', line: '^kubeconfig (?:write|merge)\\b' },
      { program: '^minikube$', line: '^start\\b' },
    ],
  },
  options: { '-p --profile -n --name --config': 'text', '--kubeconfig': 'text', '-o --output': 'text', '--all --purge': 'flag' },
  subcommands: {
    'delete del rm': () => ({ cases: ALL_CLUSTERS }),
    'get token ssh-key': () => ({
      // A temporary file keeps it to itself.
      keyword: [{ when: { first: '^kubeconfig$', not: { printsInto: 'temporary' } }, effects: [shows('kubeconfig')] }],
    }),
    cluster: () => ({ subcommands: { 'delete rm': () => ({ options: { '-a --all': 'flag' }, cases: ALL_CLUSTERS }) } }),
  },
});

/** Calls that start an agent, or build images: nothing is lost by their verbs. */
const OF_AGENT: Condition = { either: [{ program: '^packer$' }, { first: '^(?:agent|dev)$' }] };

/** Kubernetes and other clusters. */
export const kubernetes: Family = {
  ...sharing('kubectl oc k3s-kubectl microk8s.kubectl', () => ({
    options: everywhere,
    subcommands: {
      get: () => ({
        ...read(),
        options: { ...read().options, '--template': 'text', '--raw': 'text' },
        keyword: [
          {
            when: {
              either: [
                { value: { '--raw': '/secrets(?:/|$)|^[?]$' } },
                { word: '(?:^|,)secrets?(?:/|,|$)', value: { '-o --template': '^(?!(?:name|wide)$)' } },
              ],
            },
            effects: [shows('cluster')],
          },
        ],
      }),
      'describe logs top explain api-resources api-versions version cluster-info diff wait events options completion kustomize plugin help':
        read,
      config: () => ({
        subcommands: {
          'view get-contexts current-context get-clusters get-users': () => ({
            options: { '--raw': option(shows('kubeconfig')) },
          }),
          'use-context': () => ({ effects: [sets('setting:kubeconfig')], keyword: [turnsToProduction] }),
          'set-cluster set-credentials': cluster,
          'set-context rename-context unset set delete-context delete-cluster delete-user': does(sets('setting:kubeconfig')),
        },
      }),
      auth: () => ({ subcommands: { 'can-i whoami': () => ({}), reconcile: change } }),
      create: creating,
      'apply replace patch edit scale set label annotate expose autoscale run taint certificate debug': change,
      rollout: () => ({ subcommands: { 'status history': () => ({}), 'restart undo pause resume': change } }),
      'delete drain': () => ({
        options: { '-f --filename -k --kustomize': 'read', '--grace-period --timeout --cascade': 'text' },
        keyword: [{ when: { none: ['--dry-run'] }, effects: [loses('resource:cluster', 'remote_change')] }],
      }),
      'cordon uncordon': change,
      exec: execution,
      rsh: () => ({ ...execution(), style: 'posix' }),
      attach: does(effect('execute', 'process:attached', 'remote_execution')),
      cp: () => ({
        inspect: ({ operands: [from, to] }) => [
          ...(from?.text !== undefined && !from.text.includes(':')
            ? [{ use: 'read' as const, value: from }, sends('uploads' as const)]
            : []),
          ...(to?.text !== undefined && !to.text.includes(':') ? [{ use: 'write' as const, value: to }] : []),
          ...broughtOut(from, to, true),
        ],
      }),
      'port-forward proxy': () => ({
        options: { '--address': 'text', '-n --namespace -p --port': 'text' },
        effects: [{ kind: 'network', target: 'network:both' }],
        keyword: [
          {
            when: { value: { '--address': '^(?!localhost$|127[.])' } },
            effects: [effect('network', 'network:listen', 'shares', 'weakens')],
          },
        ],
      }),
    },
    otherwise: 'unknown',
  })),
  helm,
  ...sharing('minikube kind k3d', clusterTool),
  kubectx: () => ({ keyword: [turnsToProduction] }),
  ...sharing('kustomize kubens stern k9s kubeval kubeconform', () => ({})),
  ...sharing('nomad consul packer', () => ({
    verbClass: [
      { of: 'credentials', when: OF_AGENT },
      { of: 'losses', when: { not: OF_AGENT } },
    ],
    subcommands: {
      'job system node kv volume namespace deployment operator acl': () => ({
        subcommands: {
          'stop delete purge drain deregister gc detach remove destroy': destroys('job', 'remote_change'),
          'status inspect list validate plan history allocs get info': () => ({}),
          'run put scale promote fail revert dispatch eligibility create apply': does(sets('resource:cluster', 'remote_change')),
        },
      }),
      'destroy stop delete purge': destroys('job', 'remote_change'),
      'run deploy': does(sets('resource:cluster', 'remote_change')),
    },
  })),
};
