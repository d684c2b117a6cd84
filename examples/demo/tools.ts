import type { Outcome } from '@licet/core';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Project } from './project.ts';

/** A call that the agent wants to make, in the words of the tools that coding agents have. */
export type ToolCall =
  | { readonly tool: 'Bash'; readonly command: string }
  | { readonly tool: 'Read'; readonly file_path: string }
  | { readonly tool: 'Write'; readonly file_path: string; readonly content: string }
  | { readonly tool: 'Edit'; readonly file_path: string; readonly old_string: string; readonly new_string: string }
  | { readonly tool: 'Deploy'; readonly target: string };

/** What each tool is, in the vocabulary of the policy. */
export const KINDS = { Bash: 'bash', Read: 'read', Write: 'write', Edit: 'write', Deploy: 'submit_task' } as const;

/** Runs a call for real, in the project, and says what came of it. Nothing here asks whether it may. */
export function runTool(call: ToolCall, { root, env }: Project): Outcome {
  try {
    switch (call.tool) {
      case 'Bash':
        return shell(call.command, root, env);
      case 'Read':
        return { status: 'ok', output: readFileSync(resolve(root, call.file_path), 'utf8') };
      case 'Write':
        return write(resolve(root, call.file_path), call.content);
      case 'Edit': {
        const path = resolve(root, call.file_path);
        return write(
          path,
          readFileSync(path, 'utf8').replace(call.old_string, () => call.new_string),
        );
      }
      case 'Deploy':
        return shell(`mkdir -p build/${call.target} && cp src/slug.js build/${call.target}/`, root, env);
    }
  } catch (error) {
    return { status: 'error', error: error instanceof Error ? error.message : String(error) };
  }
}

function shell(command: string, cwd: string, env: Project['env']): Outcome {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8', timeout: 30_000 });
  const output = `${stdout}${stderr}`;
  return status === 0 ? { status: 'ok', exitCode: 0, output } : { status: 'error', exitCode: status ?? -1, output };
}

function write(path: string, text: string): Outcome {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { status: 'ok', output: `${text.length} characters` };
}
