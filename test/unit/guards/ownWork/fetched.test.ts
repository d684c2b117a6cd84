import type { Action, Effect, Json } from '@licet/core';
import { knownPlace, memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { MOST_FETCHED, fetchedChanges, markFetched } from '../../../../packages/guards/src/ownWork/fetched.ts';

const place = knownPlace({
  root: '/w',
  home: '/home/u',
  files: memoryFiles({ '/w/link.sh': { link: '/w/a.sh' }, '/w/a.sh': 'file' }),
});
const bash: Action = { kind: 'bash', tool: 'Bash', sessionId: 's', cwd: '/w', payload: { command: '' } };
const base = { via: [], certainty: 'certain' } as const;

const fetches = (program: string, host = 'get.example.net'): Effect => ({
  ...base,
  kind: 'network',
  program,
  target: { type: 'network', host, direction: 'download' },
});
const touches = (kind: 'read' | 'write', path: string, program?: string): Effect => ({
  ...base,
  kind,
  ...(program !== undefined && { program }),
  target: { type: 'file', lexical: path, resolved: path },
});
const runs = (file: string): Effect => ({
  ...base,
  kind: 'execute',
  program: 'sh',
  target: { type: 'program', argv: [file], file },
});

const changes = (effects: readonly Effect[], facts: Readonly<Record<string, Json>> = {}, action = bash) =>
  fetchedChanges(action, effects, facts, place, 7);
const isUntrusted = (file: string, facts: Readonly<Record<string, Json>>): boolean => {
  const { target } = markFetched(runs(file), facts, place);
  return target?.type === 'program' && target.untrusted === true;
};

describe('a file that an earlier call has fetched', () => {
  it('is remembered by the name that the call gives it', () => {
    expect(changes([fetches('curl'), touches('write', '/w/a.sh', 'curl')])).toEqual([['@fetched//w/a.sh', { at: 7 }]]);
    expect(changes([fetches('curl'), touches('write', '/w/a.sh')])).toEqual([['@fetched//w/a.sh', { at: 7 }]]);
    const wget: Effect = {
      ...base,
      kind: 'execute',
      program: 'wget',
      target: { type: 'program', argv: ['wget', 'https://get.example.net/x/a.sh?v=1'] },
    };
    expect(changes([wget, fetches('wget')])).toEqual([['@fetched//w/a.sh', { at: 7 }]]);
  });

  it('is none that comes from this machine, or that another program writes', () => {
    expect(changes([fetches('curl', 'localhost'), touches('write', '/w/a.sh', 'curl')])).toEqual([]);
    expect(changes([fetches('curl'), touches('write', '/w/a.sh', 'tee')])).toEqual([]);
  });

  it('is untrusted when it runs, also through a link and as a copy', () => {
    const facts = { '@fetched//w/a.sh': { at: 1 } };
    expect(isUntrusted('/w/a.sh', facts)).toBe(true);
    expect(isUntrusted('/w/link.sh', facts)).toBe(true);
    expect(isUntrusted('/w/b.sh', facts)).toBe(false);
    expect(changes([touches('read', '/w/a.sh', 'cp'), touches('write', '/w/b.sh', 'cp')], facts)).toEqual([
      ['@fetched//w/b.sh', { at: 7 }],
    ]);
  });

  it('stays one when its mode changes, and is none when a tool for files writes it', () => {
    const facts = { '@fetched//w/a.sh': { at: 1 } };
    expect(changes([touches('write', '/w/a.sh', 'chmod')], facts)).toEqual([]);
    const write: Action = { ...bash, kind: 'tool', tool: 'Write', payload: { file_path: '/w/a.sh', content: 'x' } };
    expect(changes([touches('write', '/w/a.sh', 'Write')], facts, write)).toEqual([['@fetched//w/a.sh', null]]);
  });

  it('is forgotten when there are many, the oldest first', () => {
    const facts = Object.fromEntries(
      Array.from({ length: MOST_FETCHED }, (_, at) => [`@fetched//w/${at}`, { at: at === 3 ? 0 : at + 1 }]),
    );
    expect(changes([fetches('curl'), touches('write', '/w/new.sh', 'curl')], facts)).toEqual([
      ['@fetched//w/new.sh', { at: 7 }],
      ['@fetched//w/3', null],
    ]);
  });
});
