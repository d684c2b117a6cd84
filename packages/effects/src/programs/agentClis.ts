import type { Family, OptionSpec, ProgramDescriptor } from './descriptor.ts';
import { downloads, sharing } from './shapes.ts';

const off: OptionSpec = { effects: [{ kind: 'execute', target: 'agent:unguarded', tags: ['permissions_off'] }] };

const claude = (): ProgramDescriptor => ({
  summary: 'starts Claude Code',
  options: {
    '--dangerously-skip-permissions --allow-dangerously-skip-permissions --bare': off,
    '-p --print -c --continue --verbose': 'flag',
    '--permission-mode': 'text',
    '--model --output-format --allowedTools --disallowedTools --add-dir --append-system-prompt --system-prompt -r --resume --session-id --max-turns --input-format --agents':
      'text',
    '--mcp-config --settings --plugin-dir --setting-sources': {
      value: 'text',
      effects: [{ kind: 'configure', target: 'agent:settings', tags: ['weakens'] }],
    },
  },
  inspect: call =>
    call.values('--permission-mode').some(({ text }) => text === undefined || /^(?:bypassPermissions|dontAsk|auto)$/.test(text))
      ? [{ kind: 'execute', target: 'agent:unguarded', tags: ['permissions_off'] }]
      : [],
  subcommands: {
    'config mcp plugin': () => ({
      subcommands: {
        'list get ls': () => ({}),
        'set add remove add-json install enable disable import reset-project-choices uninstall': () => ({
          effects: [{ kind: 'configure', target: 'agent:settings', tags: ['weakens'] }],
        }),
      },
    }),
    'update doctor install': () => ({}),
  },
  match: {
    'claude --dangerously-skip-permissions -p hi': 'execute #permissions_off',
    'claude --permission-mode bypassPermissions': 'execute #permissions_off',
    'claude mcp add x y': 'configure #weakens',
  },
  notMatch: {
    'claude --version': '* #permissions_off',
    'claude -p "fix --dangerously-skip-permissions docs"': '* #permissions_off',
    'claude mcp list': '* #weakens',
  },
});

const codex = (): ProgramDescriptor => ({
  summary: 'starts Codex',
  options: {
    '--dangerously-bypass-approvals-and-sandbox --yolo --dangerously-bypass-hook-trust --full-auto': off,
    '-a --ask-for-approval': 'text',
    '-s --sandbox': 'text',
    '-m --model -C --cd -p --profile -i --image': 'text',
    '-c --config': { value: 'text', effects: [{ kind: 'configure', target: 'agent:settings', tags: ['weakens'] }] },
  },
  inspect: call =>
    [...call.values('-a'), ...call.values('-s')].some(({ text = 'never' }) => /^(?:never|danger-full-access)$/.test(text))
      ? [{ kind: 'execute', target: 'agent:unguarded', tags: ['permissions_off'] }]
      : [],
  match: { 'codex --yolo': 'execute #permissions_off', 'codex exec -s danger-full-access x': 'execute #permissions_off' },
  notMatch: { 'codex login status': '* #permissions_off' },
});

const agent = (summary: string, options: string): ProgramDescriptor => ({
  summary,
  options: { [options]: off, '-m --model -p --prompt': 'text' },
});

/** Command lines of coding agents: started without their checks they are a way around ours. */
export const agentClis: Family = {
  claude,
  codex,
  gemini: () => ({
    ...agent('starts Gemini CLI', '-y --yolo --skip-trust'),
    match: { 'gemini --yolo -p x': 'execute #permissions_off' },
  }),
  copilot: () => agent('starts Copilot CLI', '--allow-all-tools --allow-all --yolo --allow-all-paths'),
  ...sharing('cursor-agent', () => agent('starts the agent of Cursor', '-f --force --yolo')),
  aider: () => agent('starts aider', '--yes-always --yes --auto-test --auto-lint'),
  ...sharing('opencode amp goose crush qwen kiro-cli plandex droid', () =>
    agent(
      'starts a coding agent',
      '--dangerously-allow-all --yolo --auto --auto-approve --skip-permissions-unsafe --trust-all-tools',
    ),
  ),
  ollama: () => ({
    summary: 'runs language models on this machine',
    subcommands: {
      rm: () => ({ effects: [{ kind: 'delete', target: 'resource:model', tags: ['regenerable'] }] }),
      push: () => ({ effects: [{ kind: 'network', target: 'network:upload', tags: ['shares', 'exfiltrates'] }] }),
      'pull run list ps show serve create cp stop': () => ({ effects: [downloads] }),
    },
  }),
};
