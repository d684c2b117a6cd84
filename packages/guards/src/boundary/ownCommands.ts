/** Commands of `licet` that only look. */
const QUESTIONS = new Set([
  'check',
  'validate',
  'explain',
  'graph',
  'doctor',
  'effects',
  'status',
  'audit',
  'concepts',
  '--help',
  '-h',
  '--version',
  undefined,
]);

const QUESTIONS_ABOUT_APPROVALS = new Set(['list', 'show', 'help', '--help', '-h', undefined]);

const LICET = /(?:^|\/)licet(?:\.c?js)?$/;

/**
 * `licet` and a command that answers for a human or lifts a limit, behind anything that might run it: a package runner by
 * another spelling, a program that lends a terminal, a script handed to one as text.
 */
const HUMAN_COMMAND =
  /(?:^|[\s/:'"`;([{,])licet(?:@[^\s'"]*|\.c?js)?['"]?[\s,]+(?:--?\S*\s+)*['"]?(?:approve\b|approvals['"]?[\s,]+['"]?(?:approve|deny|watch)\b|allow-once\b|reset\b|uninstall\b)/;

/** Programs that look at words and run none of them. */
const READERS = new Set([
  'echo',
  'printf',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'git',
  'sed',
  'awk',
  'cat',
  'ls',
  'man',
  'which',
]);

type Argv = readonly (string | undefined)[];

/** Returns the command of `licet` that an argument vector would run, when it is one that changes something. */
export function changingCommand(argv: Argv): string | undefined {
  const [program, command, sub] = argv;
  if (program === undefined) return undefined;
  if (LICET.test(program)) {
    if (QUESTIONS.has(command) || (command === 'approvals' && QUESTIONS_ABOUT_APPROVALS.has(sub))) return undefined;
    return command;
  }
  if (READERS.has(program.slice(program.lastIndexOf('/') + 1))) return undefined;
  const line = argv.map(word => word ?? '').join(' ');
  if (line.length > 100_000 || !line.includes('licet')) return undefined;
  return HUMAN_COMMAND.test(line) ? 'approve' : undefined;
}
