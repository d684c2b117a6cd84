import type { Call, Finding, CommandDescriptor, Use } from './descriptor.ts';
import { rewrites } from './decoding.ts';
import { effect } from './shapes.ts';

/** The part of a sed script after the first character that ends a section delimited by `mark`. */
function afterSection(text: string, from: number, mark: string): number {
  for (let i = from, inside = false; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (char === '[' && mark !== '[') inside = true;
    else if (char === ']') inside = false;
    else if ((char === mark && !inside) || char === '\n') return i + 1;
  }
  return text.length;
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** What flags of `s` do: `w file` writes, `e` runs the line. */
function flagFindings(flags: string, rest: string): readonly Finding[] {
  if (flags.includes('w')) return [{ use: 'write', value: rest.trim() }];
  return flags.includes('e') ? [effect('unknown', 'program:shell', 'runs_code', 'dynamic')] : [];
}

/** What a single-letter command with the rest of the line does. */
function wordFindings(command: string, rest: string): readonly Finding[] {
  const value = rest.trim();
  if (command === 'w' || command === 'W') return [{ use: 'write', value }];
  if (command === 'r' || command === 'R') return [{ use: 'read', value }];
  if (value !== '') return [{ use: { as: 'shell', tags: ['runs_code'] }, value }];
  return [effect('unknown', 'program:shell', 'runs_code', 'dynamic')];
}

/** The files that a sed script reads and writes and the commands it runs. Source: sed(1); total, linear. */
function sedFindings(script: string): readonly Finding[] {
  const findings: Finding[] = [];
  let at = 0;
  while (at < script.length) {
    const char = script.charAt(at++);
    if (char === '/') at = afterSection(script, at, '/');
    else if (char === '\\') at = afterSection(script, at + 1, script.charAt(at));
    else if (char === 's' || char === 'y') {
      const mark = script.charAt(at);
      at = afterSection(script, afterSection(script, at + 1, mark), mark);
      const flags = /^[gpiImMe\d]*w?/.exec(script.slice(at, at + 16))?.[0] ?? '';
      at += flags.length;
      if (char === 's') findings.push(...flagFindings(flags, script.slice(at, lineEnd(script, at))));
      if (flags.includes('w')) at = lineEnd(script, at);
    } else if (/[wWrRe]/.test(char)) {
      const end = lineEnd(script, at);
      const rest = script.slice(at, end).replace(char === 'e' ? /\}\s*$/ : /$^/, '');
      findings.push(...wordFindings(char, rest));
      at = end;
    } else if (/[aic#]/.test(char)) at = lineEnd(script, at);
    else if (/[btT:]/.test(char)) at = Math.min(lineEnd(script, at), (script.indexOf(';', at) + 1 || script.length + 1) - 1);
  }
  return findings;
}

/** Scripts after which no line is left, or only the first. */
const LEAVES_NOTHING =
  /^\s*(?:(?:[01],\$|\/\^?\.?\*?\$?\/)?\s*d|[1$]!d|1?[qQ]|(?:1,\$)?c\\?.*|s(\W)\^?\.[*+]\$?\1\1g?|\{d;?\})\s*;?\s*$/;

/** Scripts after which only the first lines are left. */
const KEEPS_BEGINNING = /^\s*(?:\d+,\$\s*d|\d+\s*[qQ])\s*;?\s*$/;

/** The script, then the files: BSD's `-i ''` leaves an empty word in front. */
function sedUses(call: Call): readonly Finding[] {
  const given = call.values('-e');
  const words = call.has('-i') ? call.operands.filter(({ text }) => text !== '') : call.operands;
  const own = given.length > 0 || call.values('-f').length > 0 ? [] : words.slice(0, 1);
  const files = words.slice(own.length);
  const texts = [...given, ...own].flatMap(({ text }) => text ?? []);
  const isFilter =
    call.has('--quiet') &&
    (files.length > 1 || files.some(({ glob }) => glob)) &&
    /^\/(?:[^/\\]|\\.)*\/I?p;?$/.test(texts[0] ?? '');
  const empties =
    texts.length === 1 &&
    (LEAVES_NOTHING.test(texts[0] ?? '') || (call.has('--quiet') && !/[pPwi]/.test(texts[0] ?? '')) || isFilter);
  const drops = call.has('--quiet') || texts.some(text => KEEPS_BEGINNING.test(text));
  const edits: Use = empties ? { as: 'update', tags: ['destructive'] } : drops ? { as: 'update', drops } : 'update';
  const use: Use = call.has('-i') ? edits : 'read';
  const scripts = [...given, ...own].flatMap(({ text }) => (text === undefined ? [] : sedFindings(text)));
  return [...scripts, ...files.map(value => ({ use, value }))];
}

/** `sed`: its script writes files and runs commands. */
export const sed = (): CommandDescriptor => ({
  prints: 'sed',
  options: {
    '-e --expression': 'text',
    '-f --file': 'read',
    '-i --in-place': { value: 'text', attachedOnly: true },
    '-l --line-length': 'text',
    '--quiet -n --silent': 'flag',
  },
  inspect: sedUses,
  decodes: rewrites,
});
