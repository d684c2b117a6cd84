import { NotUnderstood } from '../windows/words.ts';
import { fromCmd } from '../windows/cmd.ts';
import { fromPowerShell } from '../windows/powershell.ts';

/** A name that all cmdlets have, where a command begins. */
const CMDLET = String.raw`[A-Z][a-z]+-[A-Z][A-Za-z]+\b`;

/** A cheap look: without any of this a text is not meant for PowerShell. */
const MAY_BE_MEANT = new RegExp(
  String.raw`(?:^|[;|&({\n][^\S\n]*)(?:${CMDLET}|\$env:\w+\s*=|(?:gci|iwr|irm)\s)|\|\s*(?:ri|iex|%|\?)(?:\s|$)`,
);

/** What is in quotes is for the program in front: `pwsh -c '…'` is read there. */
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;

/** One line that a POSIX shell refuses as a whole, whatever its words mean: `(…).name`, `(…) -replace …`, and a word in brackets behind a command. */
const REFUSED = new RegExp(
  String.raw`^\(${CMDLET}[^\`$\n;&]*\)(?:\.\w|\[\d| -[a-z])[^\`$\n;&]*$|^${CMDLET} \(${CMDLET}[^\`$\n;&]*$`,
);

/** One line of cmd that a POSIX shell refuses as a whole: `if` without `then`, `for` over a name that is none. */
const OF_CMD = /^\s*(?:if\s+(?:\/i\s+)?(?:not\s+)?exist\s|for\s+(?:\/[a-z]\s+)?%\w\s)(?!.*\b(?:then|fi|done)\b)[^`$\n;]*$/i;

/** The setting of a variable in PowerShell. A POSIX shell runs the value of the variable `env` there, which is nothing. */
const SETS = /(^|[;\n][^\S\n]*)\$env:(\w+)\s*=\s*/g;

/** What a text would do that is typed into a POSIX shell and meant for PowerShell. */
export interface Typed {
  /** The text as a POSIX shell takes it; absent where it takes none of it. */
  readonly here?: string;
  /** The same in the words of a POSIX shell, as PowerShell takes it. */
  readonly there?: string;
}

/**
 * Reads a text in both ways, since it is not known which shell an agent on Windows has behind its tool. `isSet` tells whether a POSIX shell has a
 * variable of that name.
 */
export function typedForWindows(text: string, isSet: (name: string) => boolean): Typed {
  const ofCmd = OF_CMD.test(text) ? translated(text, fromCmd) : undefined;
  if (ofCmd !== undefined) return { there: ofCmd };
  if (!MAY_BE_MEANT.test(text) || !MAY_BE_MEANT.test(text.replace(QUOTED, ''))) return { here: text };
  const there = translated(text, fromPowerShell);
  if (there === undefined) return { here: text };
  if (REFUSED.test(text)) return { there };
  const here = isSet('env') || /\benv=/.test(text) ? text : text.replace(SETS, '$1export $2=');
  return { here, there };
}

function translated(text: string, read: (text: string) => string): string | undefined {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}
