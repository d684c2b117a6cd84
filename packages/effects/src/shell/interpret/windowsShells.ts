import { withoutDrive } from '../../places/lexical.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import { descend, emitUnknown } from '../words/emit.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { fromCmd } from '../windows/cmd.ts';
import { fromPowerShell, partsOf } from '../windows/powershell.ts';
import { NotUnderstood, isRemote } from '../windows/words.ts';
import { joinFields } from './running.ts';

const VALUED = /^-(?:ex\w*|ep|w(?:indowstyle)?|v(?:ersion)?|psc\w*|inp\w*|o\w*|config\w*|cus\w*|wo\w*|wd|settingsfile)$/iu;
const FLAG = /^[-/](?:no\w*|sta|mta|login|l|i(?:nteractive)?|help|h|\?)$/iu;

/** The longest text that is looked at. */
const LONGEST = 1 << 16;

/** Text of a shell of Windows, in the words of a POSIX shell; `undefined`, and an effect of kind `unknown`, where it is not understood. */
function run(source: Field, program: string, from: (text: string) => string, frame: Frame): Stream {
  const inner = descend(frame, program, { state: forkState(frame.state) });
  if (inner === undefined) return opaque();
  const text = knownText(source);
  spend(frame.run, Math.ceil(source.text.length / 16));
  if (text === undefined) emitUnknown(frame, 'shell text known only at run time', ['dynamic'], source.source, program);
  const whole = source.text.length > LONGEST ? undefined : translated(source.text, from);
  if (whole !== undefined) return start({ type: 'text', text: literal(whole, source.source) }, inner);
  notUnderstood(source.source, program, frame);
  for (const part of partsOf(source.text.slice(0, LONGEST)).slice(0, 256)) {
    const one = translated(part, from);
    if (one !== undefined) start({ type: 'text', text: literal(one, part) }, { ...inner, possible: true });
  }
  return opaque();
}

function notUnderstood(source: string, program: string, frame: Frame): Stream {
  emitUnknown(frame, 'commands of a shell that are not understood', ['inline_code'], source.slice(0, 200), program);
  return opaque();
}

function translated(text: string, from: (text: string) => string): string | undefined {
  try {
    return from(text);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** A file with its path in the words of a POSIX shell. */
const asFile = (field: Field): Field => ({ ...field, text: withoutDrive(field.text) });

/**
 * A text in double quotes as it is written, where a shell knows none of its variables: `$_` and `$false` are meant for PowerShell then. What a
 * shell would run in it stays unknown.
 */
function asWritten(field: Field): Field {
  const [, inside] = /^"((?:[^"\\`]|\\.)*)"$/su.exec(field.source) ?? [];
  if (inside === undefined || knownText(field) !== undefined || /(?<!\\)\$\(/u.test(inside)) return field;
  return literal(inside.replaceAll(/\\(["$`\\])/gu, '$1'), field.source);
}

/** `powershell` and `pwsh`: a command, a file, or a command in base64 of UTF-16. */
export const powershell: Handler = ({ name, args: given, frame }) => {
  const program = name.replace(/\.exe$/iu, '');
  const args = given.map(asWritten);
  for (let at = 0; at < args.length; at++) {
    const word = knownText(args[at]) ?? '';
    const rest = args.slice(at + 1);
    if (/^--?v(?:ersion)?$/iu.test(word) && rest.length === 0) return opaque();
    if (FLAG.test(word)) continue;
    if (VALUED.test(word)) at += 1;
    else if (/^[-/](?:c|command|cwa|commandwithargs)$/iu.test(word) && rest[0]?.text !== '-')
      return run(joinFields(rest), program, fromPowerShell, frame);
    else if (/^[-/](?:e|ec|en\w*)$/iu.test(word)) return encoded(rest[0], program, frame);
    else if (/^[-/]f(?:ile)?$/iu.test(word) || (program === 'pwsh' && /\.ps1$/iu.test(word))) {
      const file = /^[-/]f/iu.test(word) ? rest[0] : args[at];
      if (file !== undefined && isRemote(file.text)) break;
      if (file !== undefined) start({ type: 'file', file: asFile(file), program, args: rest }, frame);
      return opaque('file');
    } else if (word.startsWith('-')) break;
    else return run(joinFields(args.slice(at)), program, fromPowerShell, frame);
  }
  const source = args.map(each => each.source).join(' ');
  return notUnderstood(source, program, frame);
};

/** A command in base64: what it says is judged, and that it was hidden is said. */
function encoded(field: Field | undefined, program: string, frame: Frame): Stream {
  const text = knownText(field);
  emitUnknown(frame, 'a command in base64', ['obfuscated', 'inline_code'], field?.source.slice(0, 200), program);
  if (text === undefined || !/^[\w+/=-]+$/u.test(text)) return opaque();
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0));
  return run(literal(new TextDecoder('utf-16le').decode(bytes)), program, fromPowerShell, frame);
}

/** A word that cmd would read as a switch. */
const SWITCH = /^\/{1,2}[a-z?](?:\/[a-z]|:\S*)*$/iu;

/**
 * A command of cmd, or a cmdlet, that is alone: some agents run their commands in a shell of Windows. Undefined where it is none, or where
 * words are not known; the name then is a program like any other.
 */
export function runWindowsCommand(name: string, args: readonly Field[], frame: Frame): Stream | undefined {
  const isCmdlet = CMDLET.test(name);
  // A caret takes nothing from a name in cmd, and no program of a POSIX system has one.
  const isCommand =
    name.includes('^') || ONLY_CMD.test(name) || (WITH_SWITCHES.test(name) && args.some(({ text }) => SWITCH.test(text)));
  const isKnown = isCmdlet || args.every(arg => knownText(arg) !== undefined || arg.glob);
  if (!(isCmdlet || isCommand) || !isKnown) return undefined;
  const source = [name, ...args.map(arg => arg.source)].join(' ');
  const whole = source.length > LONGEST ? undefined : translated(source, isCmdlet ? fromPowerShell : fromCmd);
  const inner = whole === undefined ? undefined : descend(frame, name, { state: forkState(frame.state) });
  if (whole === undefined || inner === undefined) return undefined;
  spend(frame.run, Math.ceil(source.length / 16));
  return start({ type: 'text', text: literal(whole, source) }, inner);
}

/** Names that all cmdlets have, and none of the programs of a POSIX system. */
const CMDLET = /^[A-Z][a-z]+-[A-Z][A-Za-z]+$/u;

/** Commands of cmd that no POSIX system has, and those that it has too, or that packages bring, which are meant where they have switches. */
const ONLY_CMD = /^(?:erase|rd|move|copy|ren|xcopy|robocopy|findstr)$/iu;
const WITH_SWITCHES = /^(?:del|rmdir)$/iu;

/** `cmd /c` and `cmd /k`: all that follows is the command. */
export const cmd: Handler = ({ name, args, frame }) => {
  const at = args.findIndex(({ text }) => /^\/{1,2}[ckr]/iu.test(text));
  const switches = args.slice(0, Math.max(at, 0));
  if (at >= 0 && switches.every(({ text }) => /^\/{1,2}[a-z](?::\w+)?$/iu.test(text))) {
    const first = args[at];
    const glued =
      first === undefined || first.text.replace(/^\/+\w/u, '') === ''
        ? []
        : [{ ...first, text: first.text.replace(/^\/+\w/u, '') }];
    return run(joinFields([...glued, ...args.slice(at + 1)]), name.replace(/\.exe$/iu, ''), fromCmd, frame);
  }
  const source = args.map(each => each.source).join(' ');
  return notUnderstood(source, name, frame);
};
