import type { Effect, FileTarget } from '@licet/core';
import { isWithin } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { shortPath } from '../judging/findings.ts';

/** Judges effects on files that a program made in a sandbox although a rule closes them. Only deleting such a file passes. */
export function plantedFindings(effects: readonly Effect[], planted: readonly string[], place: KnownPlace): readonly Finding[] {
  if (planted.length === 0) return [];
  return effects.flatMap(effect => {
    const { target, kind, tags = [] } = effect;
    const { file } = target?.type === 'program' ? target : {};
    const isLooking = kind === 'delete' || (kind === 'read' && tags.includes('metadata'));
    if (isLooking || target === undefined) return [];
    const path = planted.find(each =>
      target.type === 'file' ? reaches(target, each) : file !== undefined && isWithin(file, each),
    );
    if (path === undefined) return [];
    const reason = `${shortPath(path, place)} was made by a program in a sandbox, and the policy closes it`;
    return [{ ruling: 'block', code: 'planted_file', reason, fix: 'ask the user to look at it and remove it', effect }];
  });
}

const reaches = ({ lexical, resolved, recursive, glob }: FileTarget, path: string): boolean =>
  [lexical, resolved].some(each => isWithin(each, path) || ((recursive === true || glob !== undefined) && isWithin(path, each)));
