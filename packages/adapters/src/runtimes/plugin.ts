import type { HookCommand, InPlugin } from './hookCommand.ts';
import { hookWords } from './hookCommand.ts';
import { HOST_TIMEOUT_SECONDS } from './settings.ts';

/** The line of a plugin that says what the hook is started with. */
const COMMAND = /^const command = (\[.*\]);$/mu;

/** Asks the hook about one event. A hook that fails, says nothing or is not there rejects. */
const askText = (milliseconds: number): string => `
const ask = (event, ...flags) =>
  new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), ...flags], { cwd: root, timeout: ${milliseconds} });
    let [said, complaint] = ['', ''];
    child.stdout.on('data', part => (said += part));
    child.stderr.on('data', part => (complaint += part));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', code => {
      try {
        if (code !== 0) throw new Error(complaint || \`licet: the policy hook ended with code \${code}\`);
        resolve(JSON.parse(said));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify(event));
  });
`;

/**
 * Returns a plugin for a runtime that loads code: it hands every event to the hook, by `ask`. The runtime's own part says when, and does what
 * the hook says. A project's plugin is two folders below its root; one in a package starts the program by its path from the plugin, in the
 * folder that the runtime works in. A hook that takes longer than `milliseconds` has failed.
 */
export function pluginText(
  name: string,
  command: HookCommand | InPlugin,
  part: string,
  milliseconds: number = HOST_TIMEOUT_SECONDS * 1_000,
): string {
  return `// Written by \`licet init ${name}\`: it asks the policy before every tool.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

${startText(name, command)}
${askText(milliseconds)}${part}`;
}

function startText(name: string, command: HookCommand | InPlugin): string {
  if (typeof command === 'object' && 'inPlugin' in command) {
    const program = `fileURLToPath(new URL(${JSON.stringify(command.inPlugin)}, import.meta.url))`;
    return `const root = process.cwd();\n\nconst command = ['node', ${program}, 'hook', ${JSON.stringify(name)}];`;
  }
  const root = "fileURLToPath(new URL('../..', import.meta.url))";
  return `const root = ${root};\n\nconst command = ${JSON.stringify(hookWords(name, command))};`;
}

/** Returns what a plugin starts the hook with; undefined for a text that is no plugin of ours. */
export function commandIn(text: string): readonly string[] | undefined {
  try {
    const words = JSON.parse(COMMAND.exec(text)?.[1] ?? 'null') as unknown;
    return Array.isArray(words) && words.every(word => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a reply as a plugin of ours does that cannot ask: `deny` stops a call, and nothing else does. */
export function readPluginReply(given: unknown): 'stop' | 'run' {
  return (given as { deny?: string } | null)?.deny === undefined ? 'run' : 'stop';
}
