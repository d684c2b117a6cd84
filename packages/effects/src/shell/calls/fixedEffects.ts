import type { FileTarget, NetworkTarget } from '@licet/core';
import type { EffectTarget } from '@licet/core/nodes';
import type { Mark } from '../../marks.ts';
import { changedFiles } from '../../programs/dependencies.ts';
import type { FixedEffect } from '../../programs/descriptor.ts';
import { emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { literal, patternField } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { hasGlobCharacter } from '../words/glob.ts';
import type { AssignedCall } from './call.ts';
import { emitFile } from './emitFile.ts';

/** Words as fields. */
export const named = (words: readonly string[]): readonly Field[] => words.map(word => literal(word));

/** Records what the description of a call states outright. */
export function emitStated({ call, effects, tags, there }: Pick<AssignedCall, 'call' | 'effects' | 'tags' | 'there'>): void {
  for (const effect of effects) emitFixed(effect, call.path[0] ?? '', tags, there, changedFiles(effect, call));
}

/** Records the effects that the description of a call finds in its words. */
export function emitFound({ call, findings, tags, there }: Pick<AssignedCall, 'call' | 'findings' | 'tags' | 'there'>): void {
  for (const finding of findings)
    if ('kind' in finding) emitFixed(finding, call.path[0] ?? '', tags, there, changedFiles(finding, call));
}

/** Records an effect that a descriptor states outright, and the files that the program changes with it. */
export function emitFixed(
  effect: FixedEffect,
  program: string,
  extra: readonly Mark[],
  frame: Frame,
  changed?: readonly string[],
): void {
  const { kind, target = '', certainty, note, method } = effect;
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
  if (target === 'secret:encrypted' && frame.isUnpacked === true) return;
  const changes = changed && filesOf(changed, frame);
  const named = target === '' ? undefined : namedTarget(category, name, method);
  emit(frame, { kind, target: named, program, possible, tags, note, changes });
}

/** Files in the folder of the call and at the root of the project, where a package manager may keep them for all of it. */
function filesOf(
  names: readonly string[],
  {
    place,
    state,
    run: {
      options: { root },
    },
  }: Frame,
): readonly FileTarget[] | undefined {
  if (place !== 'here') return undefined;
  return [...new Set([state.cwd ?? root, root])].flatMap(folder =>
    names.map((name): FileTarget => {
      const path = `${folder === '/' ? '' : folder}/${name.replace(/\/$/, '')}`;
      return { type: 'file', lexical: path, resolved: path, ...(name.endsWith('/') && { recursive: true }) };
    }),
  );
}

function namedTarget(category: string, name: string, method: string | undefined): EffectTarget {
  if (category !== 'network') return { type: 'named', category, name };
  return { type: 'network', direction: name as NetworkTarget['direction'], ...(method !== undefined && { method }) };
}

function pathField(name: string, frame: Frame): Field {
  const home = frame.run.options.home ?? '/home/unknown';
  const text = /^~(?=$|\/)/.test(name) ? `${home}${name.slice(1)}` : name;
  return hasGlobCharacter(text) ? patternField(text) : literal(text);
}
