import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ScriptedCall } from './model.ts';

/** Where a client is started: its own project and home, and a model on loopback. */
export interface Stage {
  readonly project: string;
  readonly home: string;
  readonly model: string;
  /** The folder that the client is installed in. */
  readonly installed: string;
}

/** How a client is started. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A real agent program, and how to drive it without its service. */
export interface Client {
  /** The runtime's name, as `licet init` knows it. */
  readonly runtime: string;
  /** Its npm package. */
  readonly package: string;
  /** A command that its model wants to run. */
  run(command: string): ScriptedCall;
  /** Writes its settings into the scratch home, and says how to start it. */
  start(stage: Stage): Start;
}

const settings = (file: string, value: object | string): void => {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
};

const claudeCode: Client = {
  runtime: 'claude-code',
  package: '@anthropic-ai/claude-code',
  run: command => ({ tool: 'Bash', input: { command, description: 'as the script says' } }),
  start: ({ home, model, installed }) => ({
    // Its package fetches nothing: the program itself is in an optional package for each platform.
    command: join(installed, 'node_modules', '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
    args: ['-p', 'go', '--output-format', 'json', '--permission-mode', 'bypassPermissions'],
    env: {
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    },
  }),
};

const codex: Client = {
  runtime: 'codex',
  package: '@openai/codex',
  run: command => ({ tool: 'exec_command', input: { cmd: command } }),
  start({ project, home, model, installed }) {
    const provider = `[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`;
    const trust = `[projects."${project}"]\ntrust_level = "trusted"`;
    const file = join(home, '.codex', 'config.toml');
    const plugins = existsSync(file) ? readFileSync(file, 'utf8') : '';
    settings(file, `model = "scripted"\nmodel_provider = "scripted"\n${provider}\n${trust}\n${plugins}`);
    return {
      command: join(installed, 'node_modules', '.bin', 'codex'),
      args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access', 'go'],
      env: { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'dummy' },
    };
  },
};

const gemini: Client = {
  runtime: 'gemini',
  package: '@google/gemini-cli',
  run: command => ({ tool: 'run_shell_command', input: { command, description: 'as the script says' } }),
  start({ home, model, installed }) {
    const security = { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } };
    settings(join(home, '.gemini', 'settings.json'), { security, privacy: { usageStatisticsEnabled: false } });
    return {
      command: process.execPath,
      args: [
        join(installed, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js'),
        '-p',
        'go',
        '--approval-mode=yolo',
        '--skip-trust',
        '--model=gemini-2.5-pro',
      ],
      env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'dummy', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    };
  },
};

const copilot: Client = {
  runtime: 'copilot',
  package: '@github/copilot',
  run: command => ({ tool: 'bash', input: { command, description: 'as the script says' } }),
  start: ({ home, model, installed }) => ({
    command: join(installed, 'node_modules', '.bin', 'copilot'),
    args: ['-p', 'go', '--trust-folder', '--allow-all-tools', '--disable-builtin-mcps', '--stream', 'off'],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_MODEL: 'scripted',
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_AUTO_UPDATE: 'false',
    },
  }),
};

const opencode: Client = {
  runtime: 'opencode',
  package: 'opencode-ai',
  run: command => ({ tool: 'bash', input: { command, description: 'as the script says' } }),
  start({ home, model, installed }) {
    const provider = { npm: '@ai-sdk/openai-compatible', options: { baseURL: model, apiKey: 'dummy' }, models: { scripted: {} } };
    const config = { model: 'scripted/scripted', provider: { scripted: provider }, autoupdate: false, share: 'disabled' };
    settings(join(home, '.config', 'opencode', 'opencode.json'), config);
    return {
      command: join(installed, 'node_modules', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode'),
      args: ['run', 'go'],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_PERMISSION: '{"*":"allow"}' },
    };
  },
};

const pi: Client = {
  runtime: 'pi',
  package: '@mariozechner/pi-coding-agent',
  run: command => ({ tool: 'bash', input: { command } }),
  start({ home, model, installed }) {
    const provider = { baseUrl: model, api: 'openai-completions', apiKey: 'dummy', models: [{ id: 'scripted' }] };
    settings(join(home, '.pi', 'agent', 'models.json'), { providers: { scripted: provider } });
    return {
      command: process.execPath,
      args: [
        join(installed, 'node_modules', '@mariozechner', 'pi-coding-agent', 'dist', 'cli.js'),
        '-p',
        'go',
        '--provider',
        'scripted',
        '--model',
        'scripted',
      ],
      env: { PI_OFFLINE: '1' },
    };
  },
};

const cline: Client = {
  runtime: 'cline',
  package: 'cline',
  run: command => ({ tool: 'run_commands', input: { commands: [command] } }),
  start({ home, model, installed }) {
    const program = join(installed, 'node_modules', '@cline', `cli-${process.platform}-${process.arch}`, 'bin', 'cline');
    const provider = ['openai-compatible', '-k', 'dummy', '-m', 'scripted', '-b', model];
    execFileSync(program, ['auth', ...provider], { env: { PATH: process.env['PATH'], HOME: home } });
    return { command: program, args: ['--json', '--retries', '20', 'please go on'], env: { DO_NOT_TRACK: '1' } };
  },
};

/** The clients that can be driven without an account. */
export const CLIENTS: readonly Client[] = [claudeCode, codex, gemini, copilot, opencode, pi, cline];

/** Installs a client from npm where it is not yet, and returns its folder and its version. */
export function install(client: Client): { readonly installed: string; readonly version: string } {
  const installed = join(process.env['LICET_LIVE_DIR'] ?? join(tmpdir(), 'licet-live'), client.runtime);
  const manifest = join(installed, 'node_modules', client.package, 'package.json');
  if (!existsSync(manifest)) {
    mkdirSync(installed, { recursive: true });
    const npm = ['-y', '-p', 'node@24', 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npx', [...npm, '--prefix', installed, client.package], { stdio: 'inherit' });
  }
  const read = `process.stdout.write(require(${JSON.stringify(manifest)}).version)`;
  return { installed, version: execFileSync(process.execPath, ['-e', read], { encoding: 'utf8' }) };
}
