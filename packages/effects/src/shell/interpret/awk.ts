import { descend, emitUnknown, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { emitFile } from '../calls/emitFile.ts';
import { literal } from '../words/field.ts';

/** What an awk program can do to the world, with the number of the literal it does it to. Source: POSIX awk and the gawk manual. */
const acts: readonly (readonly [RegExp, 'shell' | 'read'])[] = [
  [/\bsystem\s*\(\s*"(\d+)"\s*\)/g, 'shell'],
  [/"(\d+)"\s*\|&?\s*getline(?:\s+\w+)?/g, 'shell'],
  [/(?<!\|)\|&?\s*"(\d+)"/g, 'shell'],
  [/\bgetline(?:\s+\w+)?\s*<\s*"(\d+)"/g, 'read'],
];

const rest = /\bsystem\s*\(|(?<!\|)\|(?!\|)|\bgetline\b|@load|@include|@namespace|\/inet\d?\//;

/** Records what an awk program does: commands it runs and files it writes by literal name; by a computed name it is unknown. */
export function runAwk(source: string, program: string, frame: Frame): void {
  spend(frame.run, source.length / 256);
  const { text, literals } = flatten(source);
  const act = (kind: 'shell' | 'read' | 'write', index: string): string => {
    const name = literal(literals[Number(index)] ?? '');
    if (kind !== 'shell') emitFile(name, { kind, program }, frame);
    const inner = kind === 'shell' ? descend(frame, program, { stdin: opaque() }) : undefined;
    if (inner !== undefined) frame.run.interpreter.text(name, inner);
    return ' ';
  };
  let left = text;
  for (const [pattern, kind] of acts) left = left.replace(pattern, (_, index: string) => act(kind, index));
  const isHidden = left
    .split(/[;}\n]/)
    .map(statement => printsTo(statement, index => act('write', index)))
    .includes(true);
  if (isHidden || rest.test(left))
    emitUnknown(frame, 'awk code that runs or writes something it computes', ['inline_code'], undefined, program);
}

/** The program with a number in each string, `0` for each regular expression, and what the strings say. */
function flatten(source: string): { readonly text: string; readonly literals: readonly string[] } {
  const literals: string[] = [];
  const pieces = /"((?:[^"\\]|\\[^]?)*)(?:"|$)|(?<=^|[({,;~!&|\s])\/(?:[^/\\\n]|\\.)+\/|[^"/]+|[^]/g;
  const text = source.replace(pieces, (piece, inside: string | undefined) => {
    if (inside === undefined) return /^\/./.test(piece) ? '0' : piece;
    return `"${literals.push(inside.replace(/\\(.)/g, '$1')) - 1}"`;
  });
  return { text, literals };
}

/** Reports the literal files of `print … > "file"`; true when a statement writes to a file that it computes. */
function printsTo(statement: string, write: (index: string) => void): boolean {
  const at = statement.search(/\bprintf?\b/);
  if (at < 0) return false;
  const left = statement.slice(at).replace(/>>?\s*"(\d+)"/g, (_, index: string) => (write(index), ' '));
  let depth = 0;
  for (const char of left) {
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '>' && depth <= 0) return true;
  }
  return false;
}
