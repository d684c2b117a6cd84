import type { ActionKind, Json, Outcome } from '@licet/core';
import type { ToolOverride } from '@licet/effects';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Tool {
  readonly kind: ActionKind;
  readonly does: string;
  readonly needs: readonly string[];
  run(args: Readonly<Record<string, string>>, root: string): string;
}

/** The four tools that the model has. Nothing in them asks whether they may run. */
const TOOLS: Readonly<Record<string, Tool>> = {
  read_file: {
    kind: 'read',
    does: 'Read a text file.',
    needs: ['path'],
    run: ({ path = '' }, root) => readFileSync(resolve(root, path), 'utf8'),
  },
  write_file: {
    kind: 'write',
    does: 'Write a text file, in place of what is there.',
    needs: ['path', 'content'],
    run({ path = '', content = '' }, root) {
      writeFileSync(resolve(root, path), content);
      return `${content.length} characters written`;
    },
  },
  delete_file: {
    kind: 'tool',
    does: 'Delete a file.',
    needs: ['path'],
    run({ path = '' }, root) {
      rmSync(resolve(root, path));
      return 'deleted';
    },
  },
  run_command: {
    kind: 'bash',
    does: 'Run a shell command in the working folder.',
    needs: ['command'],
    run({ command = '' }, root) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8', timeout: 30_000 });
      if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`);
      return stdout;
    },
  },
};

/** What the operator knows of the tools and their names do not say. */
export const OVERRIDES: Readonly<Record<string, ToolOverride>> = { delete_file: { arguments: { path: 'delete' } } };

/** The tools as the model is told about them. */
export const TOOL_LIST: readonly object[] = Object.entries(TOOLS).map(([name, { does, needs }]) => {
  const properties = Object.fromEntries(needs.map(argument => [argument, { type: 'string' }]));
  return { type: 'function', function: { name, description: does, parameters: { type: 'object', properties, required: needs } } };
});

/** What sort of action a call of this tool is; a tool that the model made up is `tool`. */
export function kindOf(name: string): ActionKind {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name]!.kind : 'tool';
}

/** Runs a call that may run, and says what came of it. */
export function runTool(name: string, args: Readonly<Record<string, Json>>, root: string): Outcome {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool === undefined) return { status: 'error', error: `there is no tool \`${name}\`` };
  const texts = Object.fromEntries(tool.needs.map(argument => [argument, args[argument]]));
  if (!Object.values(texts).every(value => typeof value === 'string'))
    return { status: 'error', error: `expected a text for each of ${tool.needs.join(', ')}` };
  try {
    return { status: 'ok', output: tool.run(texts as Readonly<Record<string, string>>, root) };
  } catch (error) {
    return { status: 'error', error: error instanceof Error ? error.message : String(error) };
  }
}
