import { descend, emit, emitUnknown } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Mark } from '../../marks.ts';
import { hole, isKnown } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { runAwk } from './awk.ts';
import { sqlEffects } from '../../tools/sql.ts';
import { onlyPrints } from './inlineScan.ts';

/** Records what source text does when a program in another language runs it. */
export function runCode(language: string, source: Field, program: string, frame: Frame): void {
  if (!isKnown(source)) {
    const computed = source.text.replaceAll(hole, '').trim() === '';
    if (source.text !== '' && (computed || !onlyPrints(language, source.text)))
      emitUnknown(
        frame,
        `${language} code known only at run time`,
        ['dynamic', 'inline_code', ...comingFrom(source)],
        undefined,
        program,
      );
    return;
  }
  if (language === 'awk') return runAwk(source.text, program, frame);
  if (onlyPrints(language, source.text)) return;
  const { scanCode } = frame.run.options;
  const effects = language === 'sql' ? sqlEffects(source.text, program) : scanCode?.(language, source.text);
  if (effects === undefined)
    return emitUnknown(frame, `${language || 'inline'} code that cannot be seen through`, ['inline_code'], undefined, program);
  const inner = descend(frame, `${program} ${language}`);
  if (inner === undefined) return;
  for (const { kind, target, program: by, certainty, tags = [], note, via } of effects) {
    const possible = certainty === 'possible';
    emit(
      { ...inner, via: [...inner.via, ...via] },
      { kind, target, program: by ?? program, possible, tags: tags as never[], note },
    );
  }
}

/** Marks for code that is computed from what came over the network or out of an encoding. */
function comingFrom({ origins }: Field): readonly Mark[] {
  return [
    ...(origins.includes('network') ? (['downloaded_code'] as const) : []),
    ...(origins.includes('decoded') ? (['obfuscated'] as const) : []),
  ];
}
