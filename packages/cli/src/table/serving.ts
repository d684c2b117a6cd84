import { JSON_OUTPUT, POLICY, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

const USERS = [
  ['--for <user>', 'a user whose agents are governed; by default the one who called `sudo`', { repeats: true }],
  ['--approver <user>', 'a user who answers, in addition to root', { repeats: true }],
  ['--managed', 'also write settings of runtimes that their users cannot change'],
] as const;

const commands = () => import('../commands/service.ts');

const service: CommandSpec = {
  name: 'service',
  group: 'Serve other programs',
  summary: 'let a separate user decide, whose files the agent cannot change (Linux)',
  notes:
    'After the installation, the state, the pins and the keys of the governed users belong to the user `licet`. Their agents can ask,\nand can neither read nor write any of it. An approver answers with `sudo licet approve CODE`.',
  commands: [
    command({
      name: 'install',
      summary: 'install the service, as root; it keeps what an earlier call has named',
      prints: 'each file that it writes, and the hook of the agents',
      forHumans: true,
      options: [...USERS, ['--no-start', 'write everything and start nothing'], ['--yes', 'do without a terminal']],
      examples: ['service install --for ann --approver bob --managed'],
      run: async ({ options, terminal }) => (await commands()).install(options, terminal),
    }),
    command({
      name: 'print',
      summary: 'show every file that `install` would write',
      prints: 'the files, each after its name',
      options: USERS,
      examples: ['service print --for ann'],
      run: async ({ options, terminal }) => (await commands()).print(options, terminal),
    }),
    command({
      name: 'uninstall',
      summary: 'remove the service, and leave what it has kept',
      prints: 'each file that it removes',
      forHumans: true,
      options: [['--yes', 'do without a terminal']],
      examples: ['service uninstall --yes'],
      run: async ({ options, terminal }) => (await commands()).uninstall(options, terminal),
    }),
    command({
      name: 'status',
      summary: 'check everything that the service relies on; returns 2 when something is wrong',
      prints: 'one line for each check: ok, warn or FAILED',
      options: [JSON_OUTPUT],
      examples: ['service status --json'],
      run: async ({ options, terminal }) => (await commands()).status(options, terminal),
    }),
    command({
      name: 'run',
      summary: 'run the service; systemd starts it',
      prints: 'nothing',
      options: [['--config <file>', 'the file that says for whom; by default /etc/licet/service.json']],
      examples: ['service run --config /etc/licet/service.json'],
      run: async ({ options: { config } }) => (await commands()).serviceRun(config),
    }),
  ],
};

const SERVER_NAME = ['--name <name>', 'the name of the server in the policy: its tools are `mcp__NAME__tool`'] as const;

const gateway = command({
  name: 'mcp',
  group: 'Serve other programs',
  summary: 'put the policy in front of a server of the Model Context Protocol, for any client',
  prints: 'the messages of the protocol, and nothing else',
  usage: '[options] -- COMMAND…  |  [options] --url URL',
  args: [['[command...]', 'the program that is the server, with its arguments, after `--`']],
  options: [
    ['--url <url>', 'the server, where it is reached over HTTP'],
    ['--header <name=variable...>', 'headers for it, each with the environment variable that holds its value'],
    SERVER_NAME,
    POLICY,
  ],
  examples: ['mcp --name files -- npx -y @modelcontextprotocol/server-filesystem .'],
  run: async ({ args: [words], options, terminal }) => (await import('../mcp/gateway.ts')).runGateway(words, options, terminal),
});

const mcp: CommandSpec = {
  ...gateway,
  commands: [
    command({
      name: 'tools',
      summary: 'show what the tools of the servers are pinned to, and what has changed since',
      prints: 'one line for each tool, with what differs from its pin; returns 2 when something differs',
      args: [['[name]', 'the server, as `--name` has it']],
      options: [['--accept', 'pin them to what they are now; only a person can'], ['--yes', 'do not ask'], POLICY, JSON_OUTPUT],
      examples: ['mcp tools files --accept'],
      run: async ({ args: [name], options, terminal }) => (await import('../mcp/tools.ts')).showTools(name, options, terminal),
    }),
    command({
      name: 'import',
      summary: 'make a catalog of capabilities from the tools that a server lists',
      prints: 'the catalog as YAML, or the declarations for `flow`',
      args: [['<file>', 'its answer to `tools/list`, as JSON; `-` reads standard input']],
      options: [
        SERVER_NAME,
        ['--trusted', 'believe what it says about tools that only read'],
        ['--flow', 'print declarations for `flow` instead: what it says makes calls stricter, and with `--trusted` also freer'],
        JSON_OUTPUT,
      ],
      examples: ['mcp import tools.json --name crm', 'mcp import tools.json --name crm --flow'],
      run: async ({ args: [file], options, terminal }) =>
        (await import('../mcp/importTools.ts')).importTools(file, options, terminal),
    }),
  ],
};

/** The commands that answer other programs. */
export const serving: readonly CommandSpec[] = [service, mcp];
