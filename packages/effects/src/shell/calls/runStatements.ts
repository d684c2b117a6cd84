import { readClientScript } from '../../programs/clientScripts.ts';
import { sqlEffects, sqlFiles } from '../../programs/statements.ts';
import type { Mark } from '../../marks.ts';
import { literal } from '../words/field.ts';
import { descend, emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { applyAlone } from './applyUse.ts';
import { emitFile } from './emitFile.ts';
import { emitFixed } from './applyCall.ts';

/** Records what a text does that the shell of a database is given: its client's own commands, the files and the statements. */
export function runStatements(language: string, text: string, program: string, frame: Frame): void {
  const { findings, statements } = readClientScript(language, text);
  for (const finding of findings) {
    if ('kind' in finding) emitFixed(finding, program, [], frame);
    else applyAlone(finding.use, typeof finding.value === 'string' ? finding.value : (finding.value.text ?? ''), program, frame);
  }
  if (statements.trim() === '') return;
  const inner = descend(frame, `${program} sql`);
  if (inner === undefined) return;
  for (const { use, path: written } of sqlFiles(statements)) {
    const path = written.startsWith('~/') ? `${frame.run.options.home ?? '~'}${written.slice(1)}` : written;
    if (use !== 'write') emitFile(literal(path), { kind: 'read', program }, inner);
    if (use !== 'read') emitFile(literal(path), { kind: 'write', program }, inner);
  }
  for (const { kind, target, tags = [], note } of sqlEffects(statements, program))
    emit(inner, { kind, target, program, tags: tags as readonly Mark[], note });
}
