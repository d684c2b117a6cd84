import { UsageError } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { COMMANDS } from '../table/index.ts';

/** How a command concerns the service: `own` is none of its business. */
export type ServiceCommand = NonNullable<CommandSpec['served']> | 'own';

/** Options that the service does not take: with them a command would stay, read standard input, or say who acts. */
const REFUSED: Readonly<Record<string, string>> = {
  '-f': 'a command that goes on would hold up all others',
  '--follow': 'a command that goes on would hold up all others',
  '--batch': 'the service reads no standard input: ask for each action by itself',
  '--trail': 'the service reads its own trail only',
  '--out': 'the service writes nothing for others: redirect the output',
  '--graph': 'the service draws nothing',
  '--as': 'the operating system says who you are',
};

/** Says how a command line concerns the service, by what the table of commands says. */
export function serviceCommand([first = '', ...rest]: readonly string[]): ServiceCommand {
  if (rest.some(word => word === '--help' || word === '-h')) return 'own';
  if (first === 'allow-once' && rest.includes('--list')) return 'looks';
  if (first === 'accept' && rest.includes('--check')) return 'looks';
  const spec = COMMANDS.find(({ name }) => name === first);
  const below = spec?.commands?.find(({ name }) => name === rest[0]);
  return (below ?? spec)?.served ?? 'own';
}

/** Tells whether a command answers one request, and which word names it. */
export function namedRequest(args: readonly string[]): string | undefined {
  const words = args.filter((word, at) => !word.startsWith('-') && !['--for', '--uses'].includes(args[at - 1] ?? ''));
  if (words[0] === 'approve') return words[1];
  return words[0] === 'approvals' && ['approve', 'deny', 'end', 'show'].includes(words[1] ?? '') ? words[2] : undefined;
}

/** Throws a {@link UsageError} for an option that the service does not take. */
export function requireServed(args: readonly string[]): void {
  for (const word of args) {
    const [name = ''] = word.split('=', 1);
    const why = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    if (why !== undefined) throw new UsageError(`\`${name}\` does not work where a service decides: ${why}`);
    if (word === '-') throw new UsageError('the service reads no standard input: write the text as an argument');
  }
}

/** The exit code for a project that the service does not know. */
export const NOT_KNOWN = 4;
