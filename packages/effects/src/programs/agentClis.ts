import type { CommandDescriptor, Family, FixedEffect, OptionSpec } from './descriptor.ts';
import { does, downloads, effect, loses, option, sends, sets, sharing } from './shapes.ts';

const unguarded: FixedEffect = effect('execute', 'agent:unguarded', 'unguarded_agents');
const off: OptionSpec = option(unguarded);

const settings = (): CommandDescriptor => ({
  subcommands: {
    'set add remove add-json install enable disable import reset-project-choices update uninstall link': does(
      sets('agent:settings', 'weakens'),
    ),
  },
});

const agent = (options: string): CommandDescriptor => ({
  options: { [options]: off, '-m --model -p --prompt --approval-mode': 'text' },
  subcommands: { 'mcp config extensions extension plugin': settings },
});

/** Command lines of coding agents: started without their checks they are a way around ours. */
export const agentClis: Family = {
  claude: () => ({
    options: {
      '--dangerously-skip-permissions --allow-dangerously-skip-permissions --bare': off,
      '--permission-mode': 'text',
      '--model --output-format --allowedTools --disallowedTools --add-dir --append-system-prompt --system-prompt -r --resume --session-id --max-turns --input-format --agents':
        'text',
      '--mcp-config --settings --plugin-dir --setting-sources': { value: 'text', effects: [sets('agent:settings', 'weakens')] },
    },
    keyword: [
      {
        when: {
          either: [
            { value: { '--permission-mode': '^(?:bypassPermissions|dontAsk|auto|[?])$' } },
            { variable: { CLAUDE_CODE_SIMPLE: '(?i)^(?!(?:0|false|no|off)?$)' } },
          ],
        },
        effects: [unguarded],
      },
    ],
    subcommands: { 'config mcp plugin': settings, 'update doctor install': () => ({}) },
  }),
  codex: () => ({
    options: {
      '--dangerously-bypass-approvals-and-sandbox --yolo --dangerously-bypass-hook-trust --full-auto': off,
      '-a --ask-for-approval': 'text',
      '-s --sandbox': 'text',
      '-m --model -C --cd -p --profile -i --image': 'text',
      '-c --config': { value: 'text', effects: [sets('agent:settings', 'weakens')] },
    },
    keyword: [{ when: { value: { '-a -s': '^(?:never|danger-full-access|[?])$' } }, effects: [unguarded] }],
    subcommands: {
      'mcp plugin': settings,
      'exec e resume apply login logout review completion debug sandbox cloud features': () => ({}),
    },
  }),
  ...sharing('gemini qwen', () => ({
    ...agent('-y --yolo --skip-trust --auto --auto-approve'),
    keyword: [{ when: { value: { '--approval-mode': '^(?:yolo|[?])$' } }, effects: [unguarded] }],
  })),
  copilot: () => agent('--allow-all-tools --allow-all --yolo --allow-all-paths'),
  ...sharing('cursor-agent', () => agent('-f --force --yolo')),
  aider: () => {
    const { options, ...rest } = agent('--yes-always --yes --auto-test --auto-lint');
    const runs = { as: 'shell', tags: ['runs_code'] } as const;
    return {
      ...rest,
      options: { ...options, '--test-cmd --lint-cmd --notifications-command': runs, '--load': 'read' },
    };
  },
  ...sharing('opencode amp crush kiro-cli plandex droid', () => ({
    ...agent('--dangerously-allow-all --yolo --auto --auto-approve --skip-permissions-unsafe --trust-all-tools'),
    // Without a user they ask no one: their settings allow everything where they say nothing.
    keyword: [{ when: { first: '^run$', program: '^(?:opencode|crush)$' }, effects: [unguarded] }],
  })),
  // It never asks: what governs it is in its extensions, and it loads none of the project in another folder.
  pi: () => ({
    options: {
      '--no-extensions -ne': off,
      '-p --print -c --continue -r --resume --no-session --no-tools -nt --no-builtin-tools -nbt --no-skills -ns --offline --verbose':
        'flag',
      '--mode --provider --model --models --thinking --session --fork --tools -t --system-prompt --append-system-prompt --api-key --name':
        'text',
      '-e --extension': { value: 'text', effects: [sets('agent:settings', 'weakens')] },
      '--export': 'write',
    },
    subcommands: { 'install remove uninstall update config': does(sets('agent:settings', 'weakens')) },
  }),
  // One turn by `agent exec` loads no plugins, so that no policy is asked.
  openclaw: () => ({
    options: { '-m --message --agent --model --session-id --session-key --cwd': 'text' },
    subcommands: {
      'plugins config configure onboard setup approvals hooks models channels agents mcp policy sandbox security secrets uninstall reset update doctor':
        settings,
      agent: () => ({ subcommands: { exec: does(unguarded) } }),
    },
  }),
  // The name of an agent and of a tool that moves the schema of a database: their words do not meet.
  goose: () => ({
    ...agent('--yolo --auto --auto-approve'),
    style: 'long',
    keyword: [
      {
        when: {
          operand: '^(?:reset|down|down-to|redo)$',
          not: { first: '^(?:run|session|configure|recipe|schedule|web|bench)$' },
        },
        effects: [loses('database:project')],
      },
    ],
  }),
  ollama: () => ({
    subcommands: {
      rm: does(effect('delete', 'resource:model', 'regenerable')),
      push: does(sends('shares', 'uploads')),
      'pull run list ps show serve create cp stop': does(downloads),
    },
  }),
};
