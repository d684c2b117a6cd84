import type { ProgramDescriptor } from '../../programs/descriptor.ts';
import { runFile } from './runFile.ts';
import { findDescriptor } from '../../programs/index.ts';
import { emitExecution } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { applyCall } from '../calls/applyCall.ts';
import { outputOf } from '../calls/outputs.ts';
import { remember } from './remember.ts';
import { resolveCall } from '../calls/resolveCall.ts';
import { runUnlisted } from '../calls/unlisted.ts';

/** The descriptor of a program by name, or by the name without its version or without the `g` of GNU tools. */
function lookUpDescriptor(name: string): ProgramDescriptor | undefined {
  const exact = findDescriptor(name);
  if (exact !== undefined) return exact;
  const bare = name.replace(/(?:-\d[\w.]*|\d[\d.]*)$|\.exe$/i, '');
  const candidates = [bare, name.toLowerCase(), ...(/^g[a-z]+$/.test(name) ? [name.slice(1)] : [])];
  for (const candidate of candidates) {
    const found = candidate === name || candidate === '' ? undefined : findDescriptor(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where programs of the system live: a path into these folders says no more than the name. */
const installed = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/s?bin\/[^/]+$/;

/** Runs a program by its descriptor; one without a descriptor is recorded by what its words look like. */
export function runProgram(name: string, word: Field, args: readonly Field[], frame: Frame): Stream {
  const descriptor = lookUpDescriptor(name);
  const path = knownText(word);
  if (descriptor === undefined && path?.includes('/') === true && !installed.test(path)) {
    runFile(word, name, args, frame);
    return { origins: frame.stdin?.origins ?? [] };
  }
  const tags = descriptor === undefined ? (['unlisted'] as const) : [];
  emitExecution(frame, name, args, tags);
  if (descriptor === undefined) return runUnlisted(name, args, frame);
  const call = resolveCall(name, descriptor, args);
  const words = applyCall(call, frame);
  remember(call, words, frame);
  return outputOf(call, words, frame);
}
