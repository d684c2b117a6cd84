import { collapse } from '../../places/lexical.ts';
import type { Command, Redirection, Word, WordPart } from '../words/parser.ts';

/** What the shell that runs a list is like at one moment. */
export interface Shell {
  /** Why the words that follow may no longer mean what they say. */
  altered: string | undefined;
  pipefail: boolean;
  /** The folder that it is in, absolute. */
  folder: string;
}

/** Builtins that neither change the shell nor end it. */
export const PLAIN_BUILTINS: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':', 'test', '[', 'pwd', 'type', 'times']);

const BUILTINS: ReadonlySet<string> = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit ' +
    'export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return ' +
    'set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'
  ).split(' '),
);

const OUTPUT: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&']);

/** Where `cd` leads: a folder by its full path, or one below this one by a plain name. */
export function folderFrom(folder: string, name: string): string | undefined {
  if (!/^[\w./@+-]+$/.test(name) || name.startsWith('-') || name.split('/').includes('..')) return undefined;
  return collapse(name.startsWith('/') ? name : `${folder}/${name}`);
}

/** The words, where all of them are plain: those are what evidence may rest on. */
export function literalWords(node: Command): readonly string[] | undefined {
  if (node.name === undefined) return undefined;
  const words = [node.name, ...node.args.filter(arg => arg.type === 'Word')].map(textOf);
  return words.length === 1 + node.args.length && words.every(word => word !== undefined) ? words : undefined;
}

/** Whether a builtin may change what later words mean, or end the shell. */
export function isAltering(name: string, argv: readonly string[] | undefined): boolean {
  if (name === 'printf') return argv?.includes('-v') !== false;
  return BUILTINS.has(name) && !PLAIN_BUILTINS.has(name) && !['command', 'kill', 'help'].includes(name);
}

/** `set -euo pipefail` and its like; anything else that `set` does may keep commands from running. */
export function setOptions(args: readonly string[] | undefined, shell: Shell): void {
  if (args?.filter(arg => arg !== 'pipefail').every(flag => /^-[eux]*o?$/.test(flag)) !== true) {
    shell.altered ??= '`set` comes before it';
    return;
  }
  if (args.includes('pipefail')) shell.pipefail = true;
}

/** The text of a word in which nothing is computed. */
export function textOf(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) && !word.text.startsWith('~') ? word.value : undefined;
}

function isLiteral(part: WordPart): boolean {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return true;
  return part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal');
}

/** Whether a redirection writes. */
export const isOutput = (redirection: Redirection): boolean =>
  redirection.type === 'Redirect' && OUTPUT.has(redirection.operator);
