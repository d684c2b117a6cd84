/**
 * `licet` and a command that answers for a human or lifts a limit, behind anything that might run it: a package runner by
 * another spelling, a program that lends a terminal, a script handed to one as text.
 */
const HUMAN_COMMAND =
  /(?:^|[\s/:'"`;([{,])licet(?:@[^\s'"]*|\.c?js)?['"]?[\s,]+(?:--?\S*\s+)*['"]?(?:approve\b|approvals['"]?[\s,]+['"]?(?:approve|deny|watch)\b|allow-once\b|fact['"]?[\s,]+['"]?(?:grant|revoke)\b|grant\b|revoke\b|tokens['"]?[\s,]+['"]?rotate\b|hold\b|continue\b|pause\b|audit['"]?[\s,]+['"]?prune\b|suggest\b.*--apply\b|reset\b|uninstall\b)/;

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

const MOST = 100_000;

/** Tells whether an argument vector names a command of `licet` that only a human may run, whatever its program is. */
export function namesHumanCommand(argv: readonly (string | undefined)[]): boolean {
  const program = argv[0] ?? '';
  if (READERS.has(program.slice(program.lastIndexOf('/') + 1))) return false;
  const line = argv.map(word => word ?? '').join(' ');
  return line.length <= MOST && line.includes('licet') && HUMAN_COMMAND.test(line);
}
