import type { Decision } from './event.ts';
import { decisionText } from './decision.ts';
import { asText } from './fields.ts';
import type { HookCommand, InPlugin } from './hookCommand.ts';
import { hookWords } from './hookCommand.ts';
import { HOST_TIMEOUT_SECONDS } from './settings.ts';

/** The line of a plugin that says what the hook is started with. */
const COMMAND = /^const command = (\[.*\]);$/mu;

/** Asks the hook about one event. A hook that fails, says nothing or is not there rejects; after a call, the output is held back then: it may hold a secret. */
const askText = (milliseconds: number): string => `
const ask = (event, ...flags) =>
  new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), ...flags], { cwd: root ?? event.cwd, timeout: ${milliseconds} });
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

const askAfter = event =>
  ask(event, '--after').catch(error => ({
    output: 'licet: the policy hook failed after this call, so its output is held back: ' + error.message,
  }));
`;

/** How a plugin of a runtime differs from others. */
interface PluginOptions {
  /** How long the hook may take, or has failed. @defaultValue 30000 */
  readonly milliseconds?: number;
  /** Whether the runtime loads a copy of the plugin from elsewhere: the folder of an event is the root of the project. @defaultValue false */
  readonly isCopied?: true;
}

/**
 * Returns a plugin for a runtime that loads code: it hands every event to the hook, by `ask`. The runtime's own part says when, and does what
 * the hook says. One of a project starts the hook in its root, one of a user in the folder of the event, and one in a package by its path from the
 * plugin, in the folder that the runtime works in.
 */
export function pluginText(
  name: string,
  command: HookCommand | InPlugin,
  part: string,
  { milliseconds = HOST_TIMEOUT_SECONDS * 1_000, isCopied }: PluginOptions = {},
): string {
  return `// Written by \`licet init ${name}\`: it asks the policy before every tool.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

${startText(name, command, isCopied === true)}
${askText(milliseconds)}${part}`;
}

function startText(name: string, command: HookCommand | InPlugin, isCopied: boolean): string {
  if (typeof command === 'object' && 'inPlugin' in command) {
    const program = `fileURLToPath(new URL(${JSON.stringify(command.inPlugin)}, import.meta.url))`;
    return `const root = process.cwd();\n\nconst command = ['node', ${program}, 'hook', ${JSON.stringify(name)}];`;
  }
  const isOfUser = command !== 'launcher' && command.policy === undefined;
  const root = isOfUser || isCopied ? 'undefined' : "fileURLToPath(new URL('../..', import.meta.url))";
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

/** What a plugin of ours that can ask reads: `deny` stops the call, `ask` puts a question, `args` and `output` replace, `text` is added to the output. */
export function pluginAnswer(decision: Decision): object {
  switch (decision.do) {
    case 'tell':
      return { text: decision.text };
    case 'rewrite':
      return { args: decision.args, ...textOf(decision) };
    case 'replace':
      return { output: asText(decision.output), ...textOf(decision) };
    case 'ask':
      return { ask: decisionText(decision), ...(decision.args && { args: decision.args }) };
    case 'deny':
      return { deny: decisionText(decision) };
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}

const textOf = ({ text }: { readonly text?: string }): object => (text === undefined ? {} : { text });

/** Reads a reply as such a plugin does. */
export function readPluginAnswer(given: unknown): 'stop' | 'ask' | 'run' {
  const { deny, ask } = (given ?? {}) as { readonly deny?: string; readonly ask?: string };
  if (deny !== undefined) return 'stop';
  return ask === undefined ? 'run' : 'ask';
}
