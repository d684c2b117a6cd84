import type { Command } from 'commander';

/** The commands as the help lists them, group by group. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Set up:': ['init', 'import', 'access', 'protect', 'accept', 'validate', 'fmt', 'graph', 'doctor', 'uninstall', 'completion'],
  'Ask what would happen:': ['check', 'explain', 'effects', 'permissions'],
  'Change a policy:': ['test', 'diff', 'replay', 'suggest'],
  'Stop or let pass:': [
    'approvals',
    'approve',
    'passkey',
    'allow-once',
    'fact',
    'grant',
    'revoke',
    'tokens',
    'hold',
    'continue',
    'pause',
  ],
  'See what happened:': ['console', 'status', 'watch', 'context', 'statusline', 'logs', 'audit', 'prove', 'timing', 'reset'],
  'Teach what is known:': ['concepts'],
  'Answer other programs:': ['serve', 'mcp'],
};

/** One example for each command, without the `licet` before it. */
const EXAMPLES: Readonly<Record<string, string>> = {
  init: 'init --profile safe-agent --scope src tests',
  import: 'import verdikt old/governance.yaml',
  access: 'access docs/ read-only',
  protect: "protect '*.key' '*.pem'",
  accept: 'accept --check',
  validate: 'validate governance.yaml',
  fmt: 'fmt --check',
  graph: 'graph --format mermaid',
  doctor: 'doctor --fix',
  uninstall: 'uninstall --dry-run',
  completion: 'completion bash',
  check: "check --command 'git push --force'",
  explain: 'explain --tool Write --input \'{"file_path": ".env"}\' --session 4f1c',
  diff: 'diff --against main --fail-on wider',
  replay: 'replay audit --against main --since 7d',
  suggest: 'suggest --since 30d',
  test: 'test --coverage --threshold 90',
  effects: "effects 'rm -rf build'",
  permissions: 'permissions src/ .env --session 4f1c',
  'approvals list': 'approvals list --json',
  'approvals show': 'approvals show 88BJ-1VK9',
  'approvals approve': 'approvals approve 88BJ-1VK9 --as ann --only 2',
  'approvals deny': "approvals deny 88BJ-1VK9 --reason 'not on a Friday'",
  'approvals watch': 'approvals watch --as ann',
  approve: 'approve 88BJ-1VK9',
  'passkey add': 'passkey add ann',
  'passkey list': 'passkey list --json',
  'passkey remove': 'passkey remove --policy governance.yaml',
  'allow-once': 'allow-once .env --to read --for 30m',
  'fact list': 'fact list --session 4f1c',
  'fact grant': "fact grant reviewed --reason 'looked at it with ann'",
  'fact revoke': 'fact revoke reviewed',
  grant: 'grant crm.find --to support-agent --ttl 15m',
  revoke: 'revoke --principal support-agent',
  'tokens list': 'tokens list --json',
  'tokens rotate': 'tokens rotate --drop k1-3fa29c',
  hold: "hold 'wait until the release is out'",
  continue: 'continue --session 4f1c',
  pause: "pause 10m 'a demonstration'",
  status: 'status --session 4f1c',
  watch: 'watch --session 4f1c',
  context: 'context --session 4f1c',
  statusline: 'statusline < session.json',
  logs: 'logs --suspect --since 7d',
  prove: 'prove 17',
  timing: 'timing --runs 20',
  reset: 'reset --session 4f1c --facts',
  console: 'console --no-open',
  serve: 'serve --port 8181',
  mcp: 'mcp --name files -- npx -y @modelcontextprotocol/server-filesystem .',
  'mcp tools': 'mcp tools files --accept',
  'mcp import': 'mcp import tools.json --name crm',
  'audit tail': 'audit tail -f --ruling block',
  'audit query': 'audit query --since 2h --json',
  'audit show': 'audit show 17',
  'audit stats': 'audit stats --since 7d',
  'audit report': 'audit report --since 7d',
  'audit verify': 'audit verify --anchor anchors.jsonl',
  'audit anchor': 'audit anchor --out /mnt/elsewhere/anchors.jsonl',
  'audit prune': 'audit prune --before 90d',
  'audit export': 'audit export --format csv --out trail.csv',
  'concepts check': 'concepts check delete file --min-depth D2',
  'concepts trace': 'concepts trace delete file',
  'concepts list': 'concepts list --json',
  'concepts show': 'concepts show delete',
  'concepts add': 'concepts add delete --depth D2 --set reversible=no',
  'concepts link': 'concepts link delete APPLIES_TO file --depth D2 --target-depth D1',
  'concepts alias': 'concepts alias erase delete',
  'concepts rm': 'concepts rm delete APPLIES_TO file',
  'concepts policy': "concepts policy delete file --name confirm --message 'really {action}?'",
  'concepts seed': 'concepts seed filesystem',
  'concepts import': 'concepts import concepts.yaml',
  'concepts export': 'concepts export concepts.yaml',
  'concepts graph': 'concepts graph delete file --format dot',
  'concepts lint': 'concepts lint --json',
  'concepts pending': 'concepts pending --accept 3',
  'concepts learn': 'concepts learn delete file',
};

/** Groups the commands, and gives each of them its example. */
export function completeHelp(program: Command): void {
  for (const [heading, names] of Object.entries(GROUPS))
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(heading);
  program.commandsGroup('Help:').helpCommand('help [command]', 'print the help of a command');
  for (const command of program.commands)
    for (const each of [command, ...command.commands]) {
      const name = each === command ? command.name() : `${command.name()} ${each.name()}`;
      const example = EXAMPLES[name];
      if (example !== undefined) each.addHelpText('after', `\nExample:\n  licet ${example}`);
    }
}
