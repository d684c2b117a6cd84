import type { Mark } from '../../marks.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { TEMPORARY, isTemporaryFor } from '../../places/temporary.ts';
import { namesSettings, variableMarks } from '../../programs/variables.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { isGovernedVariable } from '../../places/governed.ts';
import { emit } from '../words/emit.ts';
import { isOwnClusterFile } from './clusterFiles.ts';
import type { Frame } from '../words/frame.ts';
import { namesPrograms, runLedCode } from './ledElsewhere.ts';

/** A search path that keeps the old one and puts no folder in front that anybody may have filled. */
function isPlainPath(value: Field, frame: Frame): boolean {
  const text = value.text.replace(/\uF8FE/g, '/unknown');
  const { cwd, env } = frame.run.options;
  const old = `:${env?.['PATH'] ?? ''}:`;
  const keepsOld = old !== '::' && `:${text}:`.includes(old);
  // What stands in the old one counts already: only what comes in front of it and behind it is judged.
  const parts = (keepsOld ? `:${text}:`.replace(old, ':/usr/bin:').slice(1, -1) : text).split(':');
  const keeps = keepsOld || value.source.includes('PATH') || text.includes('/usr/bin');
  const { root = frame.run.options.cwd } = frame.run.options;
  return (
    keeps && parts.every(part => part !== '' && part !== '.' && !isTemporaryFor(root, part) && part !== TEMPORARY && part !== cwd)
  );
}

/** Whether settings were written by the agent just now, or lie where anybody writes: a folder that is not there yet has none. */
function isDoubtful(name: string, value: string, frame: Frame): boolean {
  const { run, state, place } = frame;
  const names = namesSettings(name);
  if (names === undefined || place !== 'here') return false;
  const { root, cwd, files, untrusted } = run.options;
  return value.split(names === 'file' ? ':' : '\0').some(part => {
    const path = absolutePath(part, state.cwd);
    if (path === undefined || path === '/dev/null') return false;
    if (name === 'KUBECONFIG' && isOwnClusterFile(path, frame)) return false;
    const isWritten = [...run.files.keys(), ...run.copies.keys(), ...(untrusted ?? [])].some(file => isWithin(file, path));
    if (isWritten) return names === 'file' || name !== 'HOME' || isTemporaryFor(root ?? cwd, path);
    if (!isTemporaryFor(root ?? cwd, path)) return false;
    return names === 'file' || (name !== 'HOME' && (files?.list(path)?.length ?? 0) > 0);
  });
}

/** Records that a variable is set for later programs, when that matters to them. */
export function emitVariable(name: string, value: Field, program: string | undefined, frame: Frame): void {
  const text = knownText(value);
  const own: readonly Mark[] = isPlainPath(value, frame) ? [] : ['tampered_environment'];
  const marks = name === 'PATH' ? own : variableMarks(name, text);
  const isLed = text !== undefined && (isDoubtful(name, text, frame) || namesPrograms(name, text, frame));
  const tags = marks.length === 0 && isLed ? (['tampered_environment'] as const) : marks;
  if (text !== undefined) runLedCode(name, text, frame);
  if (tags.length === 0 && !isGovernedVariable(name)) return;
  const target = { type: 'named', category: 'variable', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program, tags });
}
