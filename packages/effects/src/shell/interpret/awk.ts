import { emitFile } from '../calls/emitFile.ts';
import { literal } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import { descend, emitUnknown } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';

/** What an awk program can do to the world, with the number of the literal it does it to. Source: POSIX awk and the gawk manual. */
const ACTS: readonly (readonly [RegExp, 'shell' | 'read'])[] = [
  [/\bsystem\s*\(\s*"(\d+)"\s*\)/g, 'shell'],
  [/"(\d+)"\s*\|&?\s*getline(?:\s+\w+)?/g, 'shell'],
  [/(?<!\|)\|&?\s*"(\d+)"/g, 'shell'],
  [/\bgetline(?:\s+\w+)?\s*<\s*"(\d+)"/g, 'read'],
  [/\bARGV\s*\[[^\]]*\]\s*=\s*"(\d+)"/g, 'read'],
];

const REST = /\bARGV\s*\[[^\]]*\]\s*=(?!=)|\bsystem\s*\(|(?<!\|)\|(?!\|)|\bgetline\b|@load|@include|@namespace|\/inet\d?\//;

/** Records what an awk program does: commands it runs and files it writes by literal name; by a computed name it is unknown. */
export function runAwk(source: string, program: string, frame: Frame): void {
  spend(frame.run, source.length / 256);
  const { text, literals } = flatten(source);
  const act = (kind: 'shell' | 'read' | 'write', index: string): string => {
    const name = literal(literals[Number(index)] ?? '');
    // An empty word in `ARGV` is passed over.
    if (kind !== 'shell' && name.text !== '') emitFile(name, { kind, program }, frame);
    const inner = kind === 'shell' ? descend(frame, program, { stdin: opaque() }) : undefined;
    if (inner !== undefined) start({ type: 'text', text: name }, inner);
    return ' ';
  };
  // Strings side by side are one.
  let left = text.replace(/"\d+"(?:[ \t]*"\d+")+/g, run => {
    const joined = [...run.matchAll(/\d+/g)].map(([index]) => literals[Number(index)] ?? '').join('');
    return `"${literals.push(joined) - 1}"`;
  });
  for (const [pattern, kind] of ACTS) left = left.replace(pattern, (_, index: string) => act(kind, index));
  const isHidden = left
    .replace(GOES_ON, ' ')
    .split(/[;}\n]/)
    .map(statement => printsTo(statement, index => act('write', index)))
    .includes(true);
  if (isHidden || REST.test(left))
    emitUnknown(frame, 'awk code that runs or writes something it computes', ['inline_code'], undefined, program);
}

/** The program with a number in each string, `0` for each regular expression, and what the strings say. */
function flatten(source: string): { readonly text: string; readonly literals: string[] } {
  const literals: string[] = [];
  const pieces = /"((?:[^"\\]|\\[^]?)*)(?:"|$)|(?<=^|[({,;~!&|\s])\/(?:[^/\\\n]|\\.)+\/|[^"/]+|[^]/g;
  const text = source.replace(pieces, (piece, inside: string | undefined) => {
    if (inside === undefined) return /^\/./.test(piece) ? '0' : piece;
    return `"${literals.push(inside.replace(/\\(.)/g, '$1')) - 1}"`;
  });
  return { text, literals };
}

/** Lines that go on in the next one. */
const GOES_ON = /\\\n|(?<=,|&&|\|\|)[ \t]*(?:#[^\n]*)?\n/g;

/**
 * Reports the literal file of `print … > "file"`; true when a statement writes to a file that it computes. Inside brackets and
 * parentheses `>` compares; outside of them the first one is the redirection. Source: the grammar of POSIX awk.
 */
function printsTo(statement: string, write: (index: string) => void): boolean {
  const at = statement.search(/\bprintf?\b/);
  if (at < 0) return false;
  const said = statement.slice(at);
  let depth = 0;
  for (let index = 0; index < said.length; index++) {
    const char = said.charAt(index);
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (char === '>' && depth <= 0) {
      const [, file] = /^>>?\s*"(\d+)"\s*(?:#.*)?$/.exec(said.slice(index)) ?? [];
      if (file !== undefined) write(file);
      return file === undefined;
    }
  }
  return depth > 0 && said.includes('>');
}
