import type { CommandDescriptor, Family, OperandSpec, OptionValue, Use } from './descriptor.ts';
import { disruptsOthers } from './processes.ts';
import { setsUp } from './output.ts';
import { projectCode, sets, sharing } from './shapes.ts';
import { processLimits, shellInstead, wrapper } from './processLimits.ts';

const nested: OperandSpec = { first: ['command'] };

/** Properties of a service that is started: where its output goes, what runs around it, its variables. Source: systemd.exec(5). */
const properties: readonly OptionValue[] = [
  { of: '-p', fits: '^Standard(?:Output|Error|Input)=(?:file|append|truncate):', take: ['^\\w+=\\w+:', ''], use: 'write' },
  { of: '-p', fits: '^Exec\\w*=', take: ['^\\w+=[-@:+!|]*', ''], use: 'shell' },
  { of: '-p', fits: '^Environment=', take: ['^Environment=(["\']?)([^]*)\\1$', '$2'], use: 'environment' },
  { of: '-p', fits: '^EnvironmentFile=', take: ['^\\w+=-?', ''], use: 'read' },
  {
    of: '-p',
    fits: '^\\w+=',
    unless: '^(?:Standard(?:Output|Error|Input)=(?:file|append|truncate):|Exec|Environment(?:File)?=)',
    take: ['^\\w+=', ''],
    governedParts: true,
    use: { as: 'write', recursive: true, certainty: 'possible', tags: ['unlisted'] },
  },
];

/** From now on the shell runs what the file says, each time that it comes into the folder. */
const allowed = (): CommandDescriptor => ({
  operands: { first: ['text'] },
  optionValue: [
    { to: 1, fits: '^[?]$|[.]envrc$', use: 'execute' },
    { to: 1, unless: '^[?]$|[.]envrc$', take: ['$', '/.envrc'], isPattern: false, use: 'execute' },
    { value: './.envrc', when: { atMost: 0 }, use: 'execute' },
  ],
});

/** A tool that runs a command inside an environment: `volta run`, `direnv exec dir`. */
const runner =
  (verb: string, setUp: string, before: readonly Use[] = [], more: CommandDescriptor['subcommands'] = {}) =>
  (): CommandDescriptor => ({
    prints: setsUp(setUp),
    options: { '--env-file -f --config -p --project --profile': 'text' },
    subcommands: { [verb]: () => ({ style: 'posix', operands: { first: [...before, 'command'] } }), ...more },
  });

/** The name of a machine's architecture, which comes before the command of `setarch`. */
const ARCHITECTURE = String.raw`^(?:x86_64|amd64|i[3-6]86|linux(?:32|64)|uname26|aarch64|arm\w*|ppc\w*|s390x?|riscv\w*)$`;

/** Programs that run another command and change little about it. The engine itself knows env, sudo, xargs, find, ssh and the shells. */
export const wrappers: Family = {
  ...processLimits,
  flock: () => ({
    style: 'posix',
    options: { '-w --wait --timeout -E --conflict-exit-code': 'text' },
    operands: { first: [{ as: 'write', tags: ['regenerable'] }, 'command'] },
    optionValue: [{ after: '^(?:-c|--command)$', to: 1, use: 'shell' }],
  }),
  script: () => ({
    hides: true,
    options: {
      '-c --command': 'shell',
      '-O --log-out -I --log-in -B --log-io -T --log-timing': 'write',
      '-E --echo -m --logging-format -o --output-limit': 'text',
    },
    operands: { first: ['write'] },
    cases: [{ when: { none: ['-c'], atMost: 1 }, stdin: 'shell' }],
  }),
  chroot: () => ({
    style: 'posix',
    options: {},
    operands: { first: ['text', { as: 'command', tags: ['privilege'] }] },
    cases: [shellInstead(1)],
  }),
  unshare: () => ({
    ...wrapper({ '-R --root -w --wd -S --setuid -G --setgid --map-user --map-group --propagation': 'text' }),
    cases: [shellInstead()],
  }),
  nsenter: () => ({
    ...wrapper({ '-t --target -S --setuid -G --setgid': 'text' }),
    tags: ['privilege'],
    effects: [{ kind: 'privilege', target: 'process:namespaces' }],
    cases: [shellInstead()],
  }),
  ...sharing('strace ltrace dtruss', () => ({
    ...wrapper({
      '-o --output': 'write',
      '-e -s -u -E -a -O -S -b -I -P -X --trace': 'text',
      '-p --attach': 'text',
    }),
    optionValue: [
      disruptsOthers('-p'),
      // What `-o` gets behind a bar is a command that reads the report.
      { of: '-o', fits: '^[|!]', take: ['^[|!]', ''], use: { as: 'shell', tags: ['runs_code'] } },
    ],
  })),
  entr: () => ({
    style: 'posix',
    operands: nested,
    optionValue: [{ to: 1, when: { any: ['-s'] }, use: 'shell' }],
  }),
  watchexec: () =>
    wrapper({
      '-e --exts -w --watch -i --ignore -f --filter -s --signal -d --debounce --shell --workdir -o --on-busy-update': 'text',
    }),
  'systemd-run': () => ({
    ...wrapper({
      '-p --property -u --unit --slice --description --uid --gid --nice -H --host -M --machine --working-directory': 'text',
      '-E --setenv': 'environment',
      '--on-calendar --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --path-property --timer-property': {
        value: 'text',
        effects: [sets('schedule:timer', 'persistence')],
      },
    }),
    operands: { first: [{ as: 'command', tags: ['detached'] }] },
    optionValue: properties,
  }),
  dotenv: () => wrapper({ '-f -e -c --env-file': 'read', '-v -p': 'text' }),
  direnv: runner('exec', String.raw`hook|export \w+$`, ['text'], { 'allow permit grant': allowed }),
  ...sharing('rbenv pyenv nodenv', runner('exec', String.raw`(?:init|virtualenv-init|sh-\w+)`)),
  asdf: runner('exec', '.'),
  fnm: runner('exec', 'env'),
  mise: runner('exec x', 'activate|env', [], {
    'run r': () => ({ style: 'posix', effects: [projectCode], runs: [{ tasks: 'mise.toml' }] }),
  }),
  volta: runner('run', 'setup$'),
  unbuffer: () => ({ ...wrapper(), prints: 'lines' }),
  ...sharing(
    'rlwrap catchsegv setarch linux64 linux32 eatmydata proxychains proxychains4 torsocks torify dbus-run-session ' +
      'dbus-launch xvfb-run caffeinate fakeroot proot numactl cgexec choom tini dumb-init',
    () => ({
      ...wrapper(),
      cases: [shellInstead(), { when: { atMost: 1, operand: ARCHITECTURE }, stdin: 'shell' }],
    }),
  ),
};
