import { UsageError } from '@licet/core/command';

/** How a command concerns the service. */
export type ServiceCommand =
  /** It looks at what the service keeps, or asks what it would decide. */
  | 'looks'
  /** It answers for a human, and changes what the service keeps. */
  | 'answers'
  /** It is none of the service's business. */
  | 'own';

/** The commands that look, with their second word where they have one. None of them writes a file or stays. */
const LOOKS: readonly string[] = [
  'check',
  'explain',
  'status',
  'statusline',
  'context',
  'permissions',
  'approvals list',
  'approvals show',
  'fact list',
  'audit query',
  'audit show',
  'audit stats',
  'audit verify',
];

/** The commands that only a human may use, and whose effect lies in what the service keeps. */
const ANSWERS: readonly string[] = [
  'approve',
  'approvals approve',
  'approvals deny',
  'allow-once',
  'accept',
  'fact grant',
  'fact revoke',
  'hold',
  'continue',
  'pause',
  'flow reset',
];

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

/** Says how a command line concerns the service. */
export function serviceCommand([first = '', second = '', ...rest]: readonly string[]): ServiceCommand {
  const words = [first, `${first} ${second}`];
  if ([second, ...rest].some(word => word === '--help' || word === '-h')) return 'own';
  if (first === 'allow-once' && [second, ...rest].includes('--list')) return 'looks';
  if (first === 'accept' && [second, ...rest].includes('--check')) return 'looks';
  if (words.some(each => LOOKS.includes(each))) return 'looks';
  return words.some(each => ANSWERS.includes(each)) ? 'answers' : 'own';
}

/** Tells whether a command answers one request, and which word names it. */
export function namedRequest(args: readonly string[]): string | undefined {
  const words = args.filter(word => !word.startsWith('-'));
  if (words[0] === 'approve') return words[1];
  return words[0] === 'approvals' && ['approve', 'deny', 'show'].includes(words[1] ?? '') ? words[2] : undefined;
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
