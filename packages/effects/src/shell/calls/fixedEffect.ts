import type { EffectTarget, NetworkTarget } from '@licet/core';
import type { FixedEffect } from '../../programs/descriptor.ts';
import { emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Mark } from '../../marks.ts';
import { emitFile } from './emitFile.ts';
import { hasGlobCharacter } from '../words/glob.ts';
import { literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';

/** Records an effect that a descriptor states outright. */
export function emitFixed(effect: FixedEffect, program: string, extra: readonly Mark[], frame: Frame): void {
  const { kind, target = '', certainty, note } = effect;
  const quiet = kind === 'read' || kind === 'execute';
  const tags = [...(effect.tags ?? []), ...(quiet ? [] : extra)];
  const possible = certainty === 'possible';
  const colon = target.indexOf(':');
  const category = colon < 0 ? target : target.slice(0, colon);
  const name = target.slice(colon + 1);
  if (category === 'file' || category === 'tree') {
    emitFile(pathField(name, frame), { kind, program, recursive: category === 'tree', possible, tags }, frame);
    return;
  }
  emit(frame, { kind, target: target === '' ? undefined : namedTarget(category, name), program, possible, tags, note });
}

function namedTarget(category: string, name: string): EffectTarget {
  if (category !== 'network') return { type: 'named', category, name };
  return { type: 'network', direction: name as NetworkTarget['direction'] };
}

function pathField(name: string, frame: Frame): Field {
  const home = frame.run.options.home ?? '/home/unknown';
  const text = /^~(?=$|\/)/.test(name) ? `${home}${name.slice(1)}` : name;
  return hasGlobCharacter(text) ? patternField(text) : literal(text);
}
