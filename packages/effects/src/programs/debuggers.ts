import type { Call, Finding, CommandDescriptor, Use } from './descriptor.ts';
import { disruptsOthers, memory } from './processes.ts';
import { effect } from './shapes.ts';

/** A command that is run. */
export const command: Use = { as: 'command', tags: ['runs_code'] };

/** A command line that is run. */
export const shell: Use = { as: 'shell', tags: ['runs_code'] };

/** Orders to a debugger that keep the memory of a process, or look through it. */
const DUMPING = /\b(?:gcore|gen\w*-core\w*|(?:dump|append)\s+(?:\w+\s+)?mem\w*|save-core|memory\s+(?:read|find))\b/;

/** Words before an order that the debugger then follows: for each thread, for each frame, with a setting. */
const AROUND =
  /^\s*(?:server\s+|(?:th\w*|fr\w*|f|t)\s+ap\w*\s+(?:(?:all|level|\d[\d.*$-]*|-\S+)\s+)+|(?:[ft]aas|tfaas)\s+|w(?:ith)?\s.{1,200}?\s--\s+)/;

/** Orders whose rest is a command line of a shell. Any beginning of a name that fits no other order is enough. */
const OUTSIDE =
  /^(?:she(?:ll?)?\s+|!|pl\w*\s+sh\w*\s+(?:-\S+\s+)*|(?:pipe\s|\|)[^|]*\||tar\w*\s+(?:ext\w*-)?rem\w*\s+\||set\s+exec-wrapper\s+)(.*)$/s;

/** Orders that write the file which they name. */
const WRITES =
  /^(?:(?:du\w*|app\w*)\s+(?:(?:bin\w*|srec|ihex|tekhex|veri\w*)\s+)?(?:val\w*|mem\w*)|sav\w*\s+\S+|tsave|rec\w*\s+sav\w*|gcore|gen\w*-core\w*|mai\w*\s+pr\w*\s+\S*symbols|set\s+hist\w*\s+fi\w*|(?:se\w*\s+save|process\s+save-core|settings\s+write\s+-f|log\s+enable\s+.*-f))\s+(?:-\S+\s+)*(\S+)/;

/** Orders that run code, or give an order another name. */
const CODE =
  /^(?:python|py|pi|python-interactive|script|source|so|call|p(?:r|ri|rin|rint)?(?:\/\w+)?\s.*\(|gui\w*|gu|gr|expr\w*|e\s|eva\w*|ali\w*|define|compile|com\w*\s+(?:al|reg|scr|sou)\w*|process launch|target\s+stop-hook|b\w*\s+command|set\s+(?:logging|var))/;

/** Orders that work out an expression, which may call a function of the program or of the debugger. */
const EXPRESSION = /^(?:ou\w*|printf|dprintf|ec\w*|disp\w*|x(?:\/\w+)?|ins\w*|set|wat\w*|ret\w*|if|while|explore)\s.*[\w$]\s*\(/;

/** The arguments with which a program is started: a shell divides them, and follows redirections in them. */
const STARTS = /^(?:r|ru|run|start|starti|set\s+args)\s+(\S.*)$/s;

/** What one order to a debugger does outside of the program. Sources: the manuals of gdb and lldb. */
function orderFindings(order: string, program: string | undefined): readonly Finding[] {
  let text = order.trim();
  for (let found = AROUND.exec(text); found !== null; found = AROUND.exec(text)) text = text.slice(found[0].length);
  const outside = OUTSIDE.exec(text)?.[1];
  if (outside !== undefined) return [{ use: shell, value: outside }];
  const started = STARTS.exec(text)?.[1];
  if (started !== undefined) return [{ use: shell, value: `${program ?? ':'} ${started}` }];
  if (/^mak\w*\s/.test(text)) return [{ use: shell, value: text.replace(/^mak\w*/, 'make') }];
  const file = WRITES.exec(text)?.[1];
  const written: readonly Finding[] = file === undefined ? [] : [{ use: 'write', value: file }];
  if (DUMPING.test(text)) return [memory, ...written];
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return CODE.test(text) || EXPRESSION.test(bare) || /\$_(?:g?shell|gdb_setting)\w*\s*\(/.test(bare)
    ? [...written, effect('unknown', 'text:debugger command', 'runs_code', 'inline_code')]
    : written;
}

/** The program that is debugged, as a word of a shell. */
function debugged(call: Call, orders: readonly string[]): string | undefined {
  const named = orders.map(order => /^\s*(?:file|exec-file)\s+(\S+)/.exec(order)?.[1]).find(name => name !== undefined);
  const path = named ?? call.operands[0]?.text;
  return path === undefined || !/^[\w./+-]+$/.test(path) ? undefined : path;
}

/** What the orders do that a debugger is given in its options and on its input. */
function debuggerFindings(call: Call): readonly Finding[] {
  const given = ['-ex', '-k'].flatMap(option => call.values(option));
  const isRead = !call.has('-batch') && call.operands.length < 3;
  const input = isRead ? (call.input ?? '').split('\n') : [];
  const orders = [...given.map(({ text }) => text), ...input.filter(line => line.trim() !== '')];
  const program = debugged(
    call,
    orders.flatMap(order => order ?? []),
  );
  return orders.flatMap(order =>
    order === undefined ? [effect('unknown', 'text:debugger command', 'dynamic', 'runs_code')] : orderFindings(order, program),
  );
}

/** `gdb` and `lldb`: their commands may run a shell. */
export const gdb = (): CommandDescriptor => ({
  options: {
    '-ex --ex --eval-command -iex --init-eval-command -eiex --early-init-eval-command -o -O --one-line --one-line-before-file':
      'text',
    '-k --one-line-on-crash': 'text',
    '-x --command -ix --init-command -s --source -S --source-before-file -K --source-on-crash': 'execute',
    '--args --': command,
    '-p --pid -pid -c --core -d --cd -n --attach-name': 'text',
    '-batch --batch': 'flag',
  },
  style: 'long',
  operands: { first: [{ as: 'execute' }] },
  optionValue: [disruptsOthers('-p')],
  inspect: debuggerFindings,
});
