import { descend, emit, emitUnknown } from '../words/frame.ts';
import { frameChange } from '../calls/frameChange.ts';
import type { DetailedUse } from '../../programs/descriptor.ts';
import type { Frame } from '../words/frame.ts';
import type { Mark } from '../../marks.ts';
import { literal } from '../words/field.ts';
import { runCode } from './runCode.ts';
import { streamTags } from './runFile.ts';

/** Who is fed. */
export interface FeedContext {
  readonly frame: Frame;
  readonly program: string;
  readonly tags: readonly Mark[];
}

/** Records what a program does with code on its standard input: looks through it when it is known, says where it came from otherwise. */
export function feedProgram(use: DetailedUse, context: FeedContext): void {
  const { frame, program } = context;
  const { stdin } = frame;
  if (stdin === undefined || stdin.text === '') return;
  const tags = streamTags(stdin);
  if (tags.length > 0) {
    const target = { type: 'program', argv: [program, undefined], untrusted: true } as const;
    emit(frame, { kind: 'execute', target, program, tags: [...tags, 'inline_code'], note: 'runs what comes through the pipe' });
  }
  if (stdin.text === undefined) {
    emitUnknown(frame, 'runs what comes through the pipe', ['inline_code', ...tags, ...(use.tags ?? [])], undefined, program);
    return;
  }
  const source = literal(stdin.text, 'standard input');
  if (use.as === 'code') return runCode(use.language ?? '', source, program, frame);
  const inner = descend(frame, program, { ...frameChange(use, context), stdin: undefined });
  if (inner !== undefined) frame.run.interpreter.text(source, inner);
}
