import { context } from './clusters.ts';
import { copy, exec, run, runOptions, shared } from './containerRuns.ts';
import type { CommandDescriptor, Family, FixedEffect, Keyword, OptionValue, Runs, Use } from './descriptor.ts';
import { build } from './images.ts';
import { changes, destroys, does, downloads, effect, loses, option, sets, sharing, shows } from './shapes.ts';

/** What containers keep is gone. */
const losesData: FixedEffect = loses('container:data');

/** Everything that is not in use goes. */
const pruned = (): CommandDescriptor => ({
  options: { '--filter': 'text', '-a --all -f --force': 'flag' },
  effects: [losesData],
});

/** Removing containers or images by name; all of them is more than that. */
const removal =
  (category: string): (() => CommandDescriptor) =>
  () => ({
    options: { '-v --volumes': 'flag', '--all -a': 'flag', '-f --force -l --link': 'flag' },
    operands: { rest: { as: 'named', effect: 'delete', category, tags: ['regenerable'] } },
    keyword: [
      { when: { any: ['-v'], not: { ownNames: '' } }, effects: [losesData] },
      { when: { either: [{ any: ['--all'] }, { origin: 'listed' }] }, effects: [loses(`${category}:every one`)] },
    ],
  });

const destroyed: Use = { as: 'named', effect: 'delete', category: 'volume', tags: ['destructive'] };

/** The folder that a volume of the local driver shows: `device=/home/u`. */
const device: OptionValue = { of: '-o', fits: '(?:^|[,"=])device=[/~]', take: ['^[^]*?(?:^|[,"=])device=([^,"]*)[^]*$', '$1'] };

/** `docker volume`: what a volume holds is lost with it. */
const volume = (): CommandDescriptor => ({
  subcommands: {
    'rm remove': () => ({ options: { '-f --force': 'flag' }, optionValue: [{ isOwnName: false, use: destroyed }] }),
    prune: pruned,
    create: () => ({
      options: { '-o --opt -d --driver --label --scope --group': 'text' },
      optionValue: [
        { ...device, use: { as: 'write', recursive: true, certainty: 'possible', tags: ['unlisted'] } },
        { ...device, isHostFolder: true, effects: [effect('privilege', 'container:host', 'privilege')] },
      ],
    }),
  },
});

/** What prints the variables of a container may print a secret. */
const PRINTS_VARIABLES: readonly FixedEffect[] = [
  { kind: 'read', target: 'variable:*', certainty: 'possible', tags: ['secret', 'among'] },
];

/** What the services of the project's file reach and run, when a call starts them. */
const services = (verb: string): Runs => ({ tasks: 'compose.yaml', from: '-f', before: [verb] });

const compose = (): CommandDescriptor => ({
  options: {
    '-f --file': 'text',
    '--env-file': 'text',
    '-p --project-name --profile --project-directory --progress --ansi --parallel': 'text',
  },
  subcommands: {
    down: () => ({
      options: { '-v --volumes': 'flag', '--rmi -t --timeout': 'text', '--remove-orphans': 'flag' },
      keyword: [{ when: { any: ['-v'], not: { ownNames: '-p' } }, effects: [losesData] }],
    }),
    rm: () => ({ options: { '-v': option(losesData), '-f -s': 'flag' } }),
    exec,
    run: () => ({ ...run(), options: { ...runOptions, '--service-ports --no-deps --build': 'flag' }, runs: [services('run')] }),
    'up start restart create': () => ({
      options: { '-d --build --wait -t --tail -n --scale --timeout': 'text' },
      runs: [services('up')],
    }),
    push: shared,
    cp: copy,
    'config convert': () => ({
      options: {
        '-q --quiet --services --images --volumes --profiles --hash --networks': 'flag',
        '--format -o --output': 'text',
      },
      cases: [{ when: { none: ['-q'] }, effects: PRINTS_VARIABLES }],
      // It fills the values in.
      optionValue: [{ of: '--env-file', when: { none: ['-q'] }, use: 'read' }],
    }),
    'stop pause unpause kill logs watch ps scale port images top events pull build ls version attach': () => ({
      options: { '-d --build --wait -t --tail -n --scale --timeout': 'text' },
    }),
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
    either: [
      {
        value: {
          '--context': '^(?!(?:default|desktop-linux|colima\\S*|orbstack|rootless|rancher-desktop|podman\\S*|lima\\S*)$)',
        },
      },
      { value: { '-H': '^(?!unix:|fd:|npipe:|(?:tcp://)?(?:localhost|127\\.|\\[::1\\]))' } },
    ],
    not: { line: '^(?:compose )?(?:ps|images|logs|inspect|info|version|stats|top|events|ls|port|history|context|config)(?: |$)' },
  },
  effects: [sets('resource:containers', 'remote_change')],
};

/** Containers. */
export const containers: Family = {
  ...sharing('docker podman nerdctl', () => ({
    style: 'posix',
    options: { '-H --host': 'text', '-c --config -l --log-level': 'text', '--context': 'text', '-D --tls --tlsverify': 'flag' },
    keyword: [atOtherDaemon],
    subcommands: {
      'run create': run,
      exec,
      build,
      buildx: () => ({ subcommands: { 'build bake': build, prune: () => ({}), rm: () => ({}) } }),
      'rm container-rm': removal('container'),
      rmi: removal('image'),
      push: shared,
      pull: does(downloads),
      cp: copy,
      volume,
      image: () => ({
        subcommands: {
          'rm remove': removal('image'),
          prune: () => ({}),
          push: shared,
          build,
          'ls inspect history pull tag load import': () => ({}),
          save: () => ({ options: { '-o --output': 'write' } }),
        },
      }),
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
      network: () => ({ subcommands: { 'rm remove': changes('network'), prune: () => ({}) } }),
      system: () => ({ subcommands: { 'prune reset': pruned } }),
      manifest: () => ({ subcommands: { push: shared, 'create add annotate inspect rm exists': () => ({}) } }),
      plugin: () => ({ subcommands: { 'install upgrade': does(effect('privilege', 'container:plugin', 'privilege')) } }),
      machine: () => ({ subcommands: { 'rm reset': pruned, 'ls list info inspect start stop init ssh': () => ({}) } }),
      'builder trust': () => ({}),
      context,
      compose,
      save: () => ({ options: { '-o --output': 'write' } }),
      export: () => ({ options: { '-o --output': 'write' } }),
      'load import': () => ({ options: { '-i --input': 'read' }, operands: { first: ['read'] } }),
      unshare: () => ({ style: 'posix', operands: { first: ['command'] } }),
      login: () => ({ options: { '-u --username -p --password': 'text', '--password-stdin': 'flag' } }),
      secret: () => ({
        subcommands: {
          rm: destroys('secret'),
          create: () => ({ operands: { first: ['text', 'read'] } }),
        },
      }),
      'swarm node service stack config': () => ({
        subcommands: {
          'join-token unlock-key': does(shows('swarm')),
          'rm remove': destroys('service', 'disrupts'),
          leave: does(sets('service:swarm', 'disrupts')),
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
      'images logs start unpause rename tag attach update top stats port diff wait info version events history search df':
        () => ({ options: { '-f --filter --format -n --tail --since --until -s --signal -t --time': 'text' } }),
    },
  })),
  ...sharing('docker-compose podman-compose', () => ({ ...compose() })),
  buildah: () => ({ subcommands: { 'bud build': build, push: shared, 'rm rmi': removal('image'), run } }),
  skopeo: () => ({
    subcommands: {
      'copy sync': shared,
      delete: destroys('image', 'remote_change'),
    },
  }),
};
