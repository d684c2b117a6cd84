import type { CommandDescriptor, Family, Keyword, ProgramDescriptor } from './descriptor.ts';
import { pruned, removal, volume } from './containerRemoval.ts';
import { build } from './images.ts';
import { changes, destroys, does, downloads, effect, sets, sharing, shows } from './shapes.ts';
import { context } from './clusters.ts';
import { run, exec, shared, copy } from './containerRuns.ts';
import { PRINTS_VARIABLES, compose } from './compose.ts';

const image = (): CommandDescriptor => ({
  subcommands: {
    'rm remove': removal('image'),
    prune: () => ({}),
    push: shared,
    build,
    'ls inspect history pull tag load import': () => ({}),
    save: () => ({ options: { '-o --output': 'write' } }),
  },
});

/** What is known of a container has its variables in it, unless a template picks other things. */
const inspection = (): CommandDescriptor => ({
  options: { '-f --format': 'text', '--type': 'text', '-s --size': 'flag' },
  keyword: [
    { when: { value: { '-f': '(?i)[.]env\\b' } }, effects: [effect('read', 'variable:*', 'secret')], ends: true },
    {
      when: { either: [{ not: { value: { '-f': '' } } }, { value: { '-f': '(?i)config\\s*[}]|json [.]\\s*[}]' } }] },
      effects: PRINTS_VARIABLES,
    },
  ],
});

/** What a daemon elsewhere is told changes what runs there. Sources of the contexts of this machine: the manuals of the programs that make them. */
const atOtherDaemon: Keyword = {
  when: {
    value: { '--context': '^(?!(?:default|desktop-linux|colima\\S*|orbstack|rootless|rancher-desktop|podman\\S*|lima\\S*)$)' },
    not: { line: '^(?:compose )?(?:ps|images|logs|inspect|info|version|stats|top|events|ls|port|history|context|config)(?: |$)' },
  },
  effects: [sets('resource:containers', 'remote_change')],
};

const docker = (): ProgramDescriptor => ({
  summary: 'runs containers',
  style: 'posix',
  options: { '-H --host -c --config -l --log-level': 'text', '--context': 'text', '-D --tls --tlsverify': 'flag' },
  keyword: [atOtherDaemon],
  subcommands: {
    'run create': run,
    exec,
    build,
    buildx: () => ({
      subcommands: { 'build bake': build, prune: () => ({}), 'ls inspect create use version du': () => ({}), rm: () => ({}) },
    }),
    'rm container-rm': removal('container'),
    rmi: removal('image'),
    push: shared,
    pull: does(downloads),
    cp: copy,
    volume,
    image,
    container: () => ({
      subcommands: {
        run,
        exec,
        'rm remove': removal('container'),
        prune: pruned,
        cp: copy,
        inspect: inspection,
        create: run,
        'ls ps list logs start stop restart top stats port diff wait kill': () => ({}),
      },
    }),
    network: () => ({
      subcommands: { 'rm remove': changes('network'), prune: () => ({}), 'ls inspect create connect disconnect': () => ({}) },
    }),
    system: () => ({ subcommands: { 'prune reset': pruned, 'df info events': () => ({}) } }),
    manifest: () => ({ subcommands: { push: shared, 'create add annotate inspect rm exists': () => ({}) } }),
    plugin: () => ({
      subcommands: { 'install upgrade': does(effect('privilege', 'container:plugin', 'privilege')), 'ls inspect': () => ({}) },
    }),
    machine: () => ({ subcommands: { 'rm reset': pruned, 'ls list info inspect start stop init ssh': () => ({}) } }),
    'builder trust': () => ({}),
    context,
    compose,
    save: () => ({ options: { '-o --output': 'write' } }),
    export: () => ({ options: { '-o --output': 'write' } }),
    'load import': () => ({ options: { '-i --input': 'read' }, operands: { first: ['read'] } }),
    commit: () => ({}),
    unshare: () => ({ style: 'posix', operands: { first: ['command'] } }),
    login: () => ({ options: { '-u --username -p --password': 'text', '--password-stdin': 'flag' } }),
    logout: () => ({}),
    secret: () => ({
      subcommands: {
        rm: destroys('secret'),
        create: () => ({ operands: { first: ['text', 'read'] } }),
        'ls inspect': () => ({}),
      },
    }),
    'swarm node service stack config': () => ({
      subcommands: {
        'join-token unlock-key': does(shows('swarm')),
        'rm remove': destroys('service', 'disrupts'),
        leave: does(sets('service:swarm', 'disrupts')),
        'ls ps inspect logs': () => ({}),
        config: () => ({ effects: PRINTS_VARIABLES }),
        'create update scale deploy init join rollback': does(sets('service:swarm', 'remote_change')),
      },
    }),
    'kill stop restart pause': () => ({
      options: { '-s --signal -t --time': 'text' },
      keyword: [{ when: { origin: 'listed' }, effects: [effect('delete', 'process:containers', 'disrupts')] }],
    }),
    ps: () => ({ options: { '-f --filter': 'text', '-q --quiet -a --all': 'flag', '--format -n --last': 'text' } }),
    inspect: inspection,
    'images logs start unpause rename tag attach update top stats port diff wait info version events history search df': () => ({
      options: { '-f --filter --format -n --tail --since --until -s --signal -t --time': 'text' },
    }),
  },
});

/** Containers. */
export const containers: Family = {
  ...sharing('docker podman nerdctl', docker),
  ...sharing('docker-compose podman-compose', () => ({
    summary: 'runs several containers',
    ...compose(),
  })),
  buildah: () => ({
    summary: 'builds container images',
    subcommands: { 'bud build': build, push: shared, 'rm rmi': removal('image'), run },
  }),
  skopeo: () => ({
    summary: 'copies container images',
    subcommands: {
      'copy sync': shared,
      delete: destroys('image', 'remote_change'),
      'inspect list-tags login logout': () => ({}),
    },
  }),
};
