import type { Effect } from '@licet/core';
import { addressEffects } from '../tools/address.ts';
import { isSecretPath, mayNameSecret } from '../places/secrets.ts';
import { fileEffects, isFolder } from '../tools/files.ts';
import { judgeArgument } from '../tools/judge.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeContext } from './calls.ts';
import type { CodeUse } from '../uses.ts';
import { isLocalAddress } from '../programs/requests.ts';
import { ANY_NAME, isHidden, unknownValue } from './value.ts';
import type { Value } from './value.ts';

const notes: Readonly<Partial<Record<CodeUse, string>>> = {
  read: 'reads a file known only at run time',
  code: 'runs code known only at run time',
  execute: 'runs a file known only at run time',
  module: 'loads a module known only at run time',
  shell: 'runs a command known only at run time',
  command: 'runs a command known only at run time',
  program: 'runs a program known only at run time',
};

/** A file whose name comes from outside of the code: as for a shell's word, reading it is said and passes, changing it is unknown. */
const unplaced = { type: 'named', category: 'path', name: 'a file known only at run time' } as const;

/** Longer texts are no names of files. */
const LONGEST_NAME = 256;

/** Code that reads a file by a name that is not followed may read each secret that it names. */
export const mentionedSecrets = (
  texts: ReadonlySet<string>,
  effects: readonly Effect[],
  context: CodeContext,
): readonly Effect[] => {
  if (!effects.some(({ kind, target }) => kind === 'read' && target?.type === 'named' && target.category === 'path')) return [];
  const use = { kind: 'read', certainty: 'possible' } as const;
  return [...texts]
    .filter(text => /[^/]/.test(text) && text.length <= LONGEST_NAME && !/\s/.test(text))
    .flatMap(text => {
      if (text.includes(ANY_NAME)) return halfNamed(text, context);
      return isFolder(text, context) === true ? judgeArgument('search', text, context) : fileEffects(text, use, context);
    })
    .filter(({ tags }) => tags?.includes('secret') === true);
};

/** A secret that the known part of a text names, whatever the rest is. */
const halfNamed = (text: string, { tool, paths }: CodeContext): readonly Effect[] => {
  const pattern = text.replaceAll(ANY_NAME, '*');
  const whole = /^[/*]/.test(pattern) ? pattern : `${paths.cwd ?? ''}/${pattern}`;
  const [, folder] = /^([^*]*\/)(?:\*\/)*\*$/.exec(whole) ?? [];
  const isNamed = folder === undefined ? mayNameSecret(whole, paths.home) : isSecretPath(`${folder}x`, undefined, paths.home);
  if (/^[*/]*$/.test(pattern) || !isNamed) return [];
  const target = { type: 'named', category: 'path', name: pattern } as const;
  return [{ kind: 'read', target, program: tool, via: [], certainty: 'possible', tags: ['secret'] }];
};

/** An address of which only the end is not known. */
const UP_TO_PATH = /^https?:\/\/[^\s/?#\uE000]+(?=[/?#])/i;

/** What an argument may do whose value is not known. */
export const judgeUnknown = (use: CodeUse, context: CodeContext, value: Value = unknownValue): readonly Effect[] => {
  const like = value.type === 'unknown' ? value.like : undefined;
  const host = UP_TO_PATH.exec(like ?? '')?.[0];
  if (isLocalAddress(host) && (use === 'url' || use === 'upload'))
    return use === 'url' ? judgeArgument('url', `${host}/`, context) : addressEffects(`${host}/`, 'upload', 'POST', context);
  const base = { program: context.tool, via: [], certainty: 'certain' } as const;
  if (use === 'url' || use === 'host')
    return [{ ...base, kind: 'network', target: { type: 'network', direction: 'both' }, tags: ['dynamic'] }];
  if (use === 'upload')
    return [{ ...base, kind: 'network', target: { type: 'network', direction: 'upload' }, tags: ['dynamic'] }];
  if (use === 'read' && !isHidden(value)) {
    const read = { ...base, kind: 'read', certainty: 'possible' } as const;
    return [
      { ...read, target: unplaced, note: 'reads a path known only at run time' },
      ...(like === undefined ? [] : halfNamed(like, context)),
    ];
  }
  return [dynamicEffect(notes[use] ?? 'changes a file known only at run time', context.tool)];
};
