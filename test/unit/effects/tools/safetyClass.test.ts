import { describe, expect, it, test } from 'vitest';

import {
  classOfAnnotations,
  classOfName,
  effectsOfClass,
  isProposal,
  wordsOf,
  worseClass,
} from '../../../../packages/effects/src/tools/safetyClass.ts';

describe('the class that a name suggests', () => {
  test.each([
    ['get_user', 'read_external'],
    ['listIssues', 'read_external'],
    ['create_issue', 'write_additive'],
    ['delete_user', 'destructive'],
    ['getOrDeleteUser', 'destructive'],
    ['createOrUpdateFile', 'write_additive'],
    ['pods_log', 'read_external'],
    ['create_logs', 'write_additive'],
    ['browser_click', 'read_external'],
    ['browser_delete_everything', 'destructive'],
    ['performance_start_trace', 'read_external'],
    ['frobnicate', 'unclear'],
    ['', 'unclear'],
  ])('%s: %s', (name, wanted) => {
    expect(classOfName(name)).toBe(wanted);
  });
});

test.each([
  [{}, 'destructive'],
  [{ readOnlyHint: true }, 'read_external'],
  [{ readOnlyHint: true, openWorldHint: false }, 'read_local'],
  [{ destructiveHint: false }, 'write_additive'],
  // What says both is taken at its word that it reads: the caller weighs it against the name.
  [{ readOnlyHint: true, destructiveHint: true }, 'read_external'],
])('%j means %s', (annotations, wanted) => {
  expect(classOfAnnotations(annotations)).toBe(wanted);
});

it('takes the more dangerous of two classes, whichever comes first', () => {
  const order = ['harmless', 'read_local', 'read_external', 'write_additive', 'unclear', 'destructive'] as const;
  for (const [low, left] of order.entries())
    for (const [high, right] of order.entries()) expect(worseClass(left, right)).toBe(order[Math.max(low, high)]);
});

it('has an effect for every class but the harmless one', () => {
  expect(effectsOfClass('harmless', 't')).toEqual([]);
  expect(
    (['read_local', 'read_external', 'write_additive', 'unclear', 'destructive'] as const).map(
      kind => effectsOfClass(kind, 't')[0]?.kind,
    ),
  ).toEqual(['read', 'network', 'write', 'unknown', 'delete']);
});

it('splits a name into words', () => {
  expect(wordsOf('createOrUpdate_file2-now')).toEqual(['create', 'or', 'update', 'file2', 'now']);
});

it('knows what is only proposed to others', () => {
  expect(['create_pull_request', 'createIssue', 'merge_pull_request', 'create_user'].map(isProposal)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('a name in another language', () => {
  it.each([
    'ordner_loeschen',
    'ordner_löschen',
    'supprimer_fichier',
    'eliminar_mensaje',
    'mover_a_papelera',
    '削除',
    '删除文件',
    'удалить_письмо',
    '메일_삭제',
  ])('that deletes is destructive: %s', name => {
    expect(classOfName(name)).toBe('destructive');
  });

  it.each(['ordner_auflisten', 'lister_fichiers', 'buscar_mensaje', '一覧', 'translate_text', 'selection_list'])(
    'that looks is not: %s',
    name => {
      expect(classOfName(name)).not.toBe('destructive');
    },
  );
});
