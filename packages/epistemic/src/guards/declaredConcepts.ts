import type { Action } from '@licet/core';

/** What a first-line declaration says, and the command without it. */
export interface Declaration {
  readonly concepts: readonly string[];
  readonly command: string;
}

/**
 * Reads the declaration that an agent may put before a shell command: `# vre: delete, file` or `# licet: delete, file`
 * as the first line, lower case, at least one concept. Undefined when there is none. What it declares is a claim, never
 * evidence: it may add to what is derived and must not fall short of it. The rest of the command is returned trimmed.
 */
export function readDeclaration(command: string): Declaration | undefined {
  const end = command.indexOf('\n');
  const first = (end < 0 ? command : command.slice(0, end)).trim();
  const match = /^#\s*(?:vre|licet):\s*(\S.*)$/.exec(first);
  if (match === null) return undefined;
  const concepts = match[1]!
    .split(',')
    .map(concept => concept.trim().toLowerCase())
    .filter(concept => concept !== '');
  if (concepts.length === 0) return undefined;
  return { concepts, command: end < 0 ? '' : command.slice(end + 1).trim() };
}

/** What an agent declares before its shell command; undefined for any other action and without a declaration. */
export function declaredConcepts({ kind, payload }: Pick<Action, 'kind' | 'payload'>): readonly string[] | undefined {
  const { command } = payload;
  return kind === 'bash' && typeof command === 'string' ? readDeclaration(command)?.concepts : undefined;
}

/** Returns a command without its declaration, the rest untouched. Undefined without a declaration, or a command. */
export function withoutDeclaration(command: string): string | undefined {
  const read = readDeclaration(command);
  return read === undefined || read.command === '' ? undefined : command.slice(command.indexOf('\n') + 1);
}
