import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Judges } from './judge.ts';
import { HOME, PROJECT, runAs } from './machine.ts';
import type { Ran } from './machine.ts';

/** A call of a tool. */
export interface Step {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
}

interface Settings {
  readonly disableAllHooks?: boolean;
  readonly hooks?: Readonly<Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Handler[] }[]>>;
}

const MANAGED = '/etc/claude-code/managed-settings.d';

function settingsIn(file: string): Settings {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Settings;
  } catch {
    return {};
  }
}

/** The hooks that the runtime would start for an event: those of an administrator in any case. */
export function hooksOf(event: string): readonly string[] {
  const managed = existsSync(MANAGED) ? readdirSync(MANAGED).map(name => settingsIn(join(MANAGED, name))) : [];
  const own = [
    join(HOME, '.claude/settings.json'),
    join(PROJECT, '.claude/settings.json'),
    join(PROJECT, '.claude/settings.local.json'),
  ].map(settingsIn);
  const heard = own.some(({ disableAllHooks }) => disableAllHooks === true) ? managed : [...managed, ...own];
  return [
    ...new Set(
      heard.flatMap(({ hooks }) =>
        (hooks?.[event] ?? []).flatMap(entry =>
          entry.hooks.map(({ command, args }) => JSON.stringify(args === undefined ? ['sh', '-c', command] : [command, ...args])),
        ),
      ),
    ),
  ];
}

let calls = 0;

/** What the hooks said of a call. */
export interface Judged {
  readonly runs: boolean;
  readonly why: string;
  readonly id: string;
}

/** A session of Claude Code: its hooks judge a call, and its tools carry it out. */
export class Session {
  readonly id: string;
  readonly #judges: Judges;
  readonly #env: Readonly<Record<string, string>>;

  constructor(judges: Judges, id: string, env: Readonly<Record<string, string>> = {}) {
    this.#judges = judges;
    this.id = id;
    this.#env = env;
  }

  /** Says whether a call may run, and what the hook said if not. */
  async judge({ tool, input }: Step, id = `toolu_${calls++}`): Promise<Judged> {
    const commands = hooksOf('PreToolUse');
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: this.id,
      cwd: PROJECT,
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
      permission_mode: 'default',
    };
    for (const command of commands) {
      const { status, stdout, stderr } = await this.#hook(command, event);
      if (status === 2) return { runs: false, why: stderr, id };
      if (/"permissionDecision":"(?:ask|deny)"/u.test(stdout)) return { runs: false, why: stdout, id };
    }
    return { runs: true, why: commands.length === 0 ? 'there is no hook' : '', id };
  }

  /** Carries a call out, and tells the hook of the outcome. */
  async carryOut(step: Step, id: string): Promise<Ran> {
    const { tool, input } = step;
    const ran = runTool(step, this.#env);
    const event = { session_id: this.id, cwd: PROJECT, tool_name: tool, tool_input: input, tool_use_id: id };
    const ended =
      ran.status === 0
        ? {
            ...event,
            hook_event_name: 'PostToolUse',
            tool_response: { stdout: ran.stdout, stderr: ran.stderr, interrupted: false },
          }
        : { ...event, hook_event_name: 'PostToolUseFailure', error: `Exit code ${ran.status}\n${ran.stderr}` };
    for (const command of hooksOf(ended.hook_event_name)) await this.#hook(command, ended);
    return ran;
  }

  async #hook(command: string, event: object): Promise<Ran> {
    return this.#judges.hook(JSON.parse(command) as string[], event, { ...this.#env, CLAUDE_PROJECT_DIR: PROJECT });
  }
}

const EDITOR = `
const { tool, input } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const fs = require('node:fs'), path = require('node:path');
const file = input.file_path ?? input.notebook_path ?? '';
if (tool === 'Read') console.log(fs.readFileSync(file, 'utf8'));
else if (tool === 'Write') { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, input.content); }
else {
  let text = fs.readFileSync(file, 'utf8');
  for (const { old_string, new_string, replace_all } of input.edits ?? [input]) {
    if (!text.includes(old_string)) throw new Error('not found');
    text = replace_all ? text.replaceAll(old_string, () => new_string) : text.replace(old_string, () => new_string);
  }
  fs.writeFileSync(file, text);
}`;

function runTool({ tool, input }: Step, env: Readonly<Record<string, string>>): Ran {
  // The variables by which commands for humans tell an agent's shell are left out, as `env -u` would.
  const how = { env, timeout: 10_000 };
  if (tool === 'Bash') return runAs('lagent', ['bash', '-c', String(input['command'])], how);
  if (tool === 'WebFetch') return runAs('lagent', ['curl', '-sS', '-m', '5', String(input['url'])], how);
  if (['Read', 'Write', 'Edit', 'MultiEdit'].includes(tool))
    return runAs('lagent', [process.execPath, '-e', EDITOR], { ...how, input: JSON.stringify({ tool, input }) });
  return { status: 1, stdout: '', stderr: `no tool ${tool} on this machine` };
}
