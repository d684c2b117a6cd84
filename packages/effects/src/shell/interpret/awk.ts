import { descend, emitUnknown } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { emitFile } from '../calls/emitFile.ts';
import { literal } from '../words/field.ts';

const text = String.raw`"((?:[^"\\]|\\.)*)"`;

/** What an awk program can do to the world, with the literal it does it to. Source: POSIX awk and the gawk manual. */
const acts: readonly (readonly [RegExp, 'shell' | 'read' | 'write'])[] = [
  [new RegExp(String.raw`\bsystem\s*\(\s*${text}\s*\)`, 'g'), 'shell'],
  [new RegExp(String.raw`${text}\s*\|&?\s*getline(?:\s+\w+)?`, 'g'), 'shell'],
  [new RegExp(String.raw`(?<!\|)\|&?\s*${text}`, 'g'), 'shell'],
  [new RegExp(String.raw`\bgetline(?:\s+\w+)?\s*<\s*${text}`, 'g'), 'read'],
  [new RegExp(String.raw`(?<=\bprintf?\b[^;}\n]*)>>?\s*${text}`, 'g'), 'write'],
];

const rest = /\bsystem\s*\(|(?<!\|)\|(?!\|)|\bgetline\b|@load|@include|@namespace|\/inet\d?\//;

/** Records what an awk program does: commands it runs and files it writes by literal name; by a computed name it is unknown. */
export function runAwk(source: string, program: string, frame: Frame): void {
  let left = source;
  for (const [pattern, act] of acts) {
    left = left.replace(pattern, (_, value: string) => {
      const name = literal(value.replace(/\\(.)/g, '$1'));
      if (act !== 'shell') emitFile(name, { kind: act, program }, frame);
      const inner = act === 'shell' ? descend(frame, program, { stdin: opaque() }) : undefined;
      if (inner !== undefined) frame.run.interpreter.text(name, inner);
      return ' ';
    });
  }
  const bare = left.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/(?<=^|[({,;~!&|\s])\/(?:[^/\\\n]|\\.)+\//g, '0');
  if (rest.test(bare) || redirects(bare))
    emitUnknown(frame, 'awk code that runs or writes something it computes', ['inline_code'], undefined, program);
}

/** A `>` that is no comparison: in a `print` statement, outside parentheses. */
function redirects(source: string): boolean {
  let flat = source;
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replace(/\([^()]*\)/g, '0');
  }
  return /\bprintf?\b[^;}\n]*>/.test(flat);
}
