import type { Effect } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { cardinalityOf } from '../../../../packages/epistemic/src/guards/situation.ts';
import { declaredConcepts, readDeclaration, withoutDeclaration } from '@licet/epistemic/nodes';
import { DEFAULT_RULES, deriveConcepts } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

const file = (more: object = {}, path = '/a') => ({ type: 'file', lexical: path, resolved: path, ...more }) as const;
const effect = (kind: Effect['kind'], more: Partial<Effect> = {}): Effect => ({ kind, via: [], certainty: 'certain', ...more });

describe('deriveConcepts', () => {
  it.each([
    ['a deletion', effect('delete', { target: file() }), ['delete', 'file']],
    ['a deletion of everything below', effect('delete', { target: file({ recursive: true }) }), ['delete', 'file', 'directory']],
    ['a new directory', effect('write', { target: file(), tags: ['create', 'directory'] }), ['create', 'directory']],
    ['a move', effect('write', { target: file(), tags: ['move'] }), ['move', 'file']],
    ['a look at everything below', effect('read', { target: file({ recursive: true }) }), ['read', 'list', 'file', 'directory']],
    ['a program', effect('execute', { target: { type: 'program', argv: ['frob'] }, tags: ['unlisted'] }), ['execute', 'program']],
    ['a request', effect('network', { target: { type: 'network', direction: 'download' } }), ['request', 'network']],
    [
      'a setting',
      effect('configure', { target: { type: 'named', category: 'git_config', name: 'x' } }),
      ['configure', 'git_config'],
    ],
    ['a table', effect('delete', { target: { type: 'named', category: 'database', name: 'x' } }), ['delete', 'database']],
    ['a privilege', effect('privilege'), ['elevate', 'permission']],
  ])('names %s', (_, one, concepts) => {
    expect(deriveConcepts([one])).toMatchObject({
      concepts,
      complete: true,
      actions: [concepts[0], ...(concepts.includes('list') ? ['list'] : [])],
    });
  });

  it('is incomplete when something cannot be seen or no rule names it', () => {
    expect(deriveConcepts([effect('unknown', { target: file() })])).toEqual({ concepts: [], actions: [], complete: false });
    expect(deriveConcepts([effect('read')]).complete).toBe(false);
    expect(deriveConcepts([effect('read', { target: file() })], []).complete).toBe(false);
  });

  it('lets a rule of the host speak before the others', () => {
    const secret = ({ target }: Effect) =>
      target?.type === 'file' && target.resolved.endsWith('.env') ? { actions: ['read'], objects: ['secret'] } : undefined;

    expect(
      deriveConcepts(
        [effect('read', { target: file({}, '/x/.env') }), effect('read', { target: file() })],
        [secret, ...DEFAULT_RULES],
      ).concepts,
    ).toEqual(['read', 'secret', 'file']);
  });
});

describe('the concepts of shell commands', () => {
  const analyze = analyzeEffects({ root: '/p', home: '/h' });

  it.each([
    ['rm a.txt', 'delete file'],
    ['rm -rf build', 'delete file directory'],
    ['sudo rm a', 'elevate permission delete file'],
    ['mkdir x', 'create directory'],
    ['rmdir x', 'delete directory'],
    ['ls src', 'list directory'],
    ['cat a', 'read file'],
    ['mv a b', 'move file'],
    ['cp a b', 'copy file'],
    ['touch a', 'create file'],
    ['echo hi > a', 'write file'],
    ['frobnicate a', 'execute frobnicate'],
    ['curl https://example.org', 'request network'],
    ['echo hi', ''],
    ['./run.sh', 'read file execute program'],
    ['bash setup.sh', 'read file execute program'],
    ['/bin/rm a', 'delete file'],
    ['scp a b:c', 'read file request network'],
    ['chmod -R go-w .', 'modify permission file directory'],
    ['chown bob a', 'modify ownership file'],
    ['ln -s a b', 'create symlink'],
    ['pkill node', 'modify process'],
    ['git config user.name x', 'configure git_config'],
  ])('of `%s`', async (command, concepts) => {
    const derived = deriveConcepts(
      await analyze({ kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's', cwd: '/p' }),
    );

    expect(derived.concepts.toSorted()).toEqual(concepts.split(' ').filter(Boolean).toSorted());
    expect(derived.inert ?? false).toBe(concepts === '');
  });
});

describe('cardinalityOf', () => {
  it.each([
    ['one file', [effect('delete', { target: file() })], 'single'],
    ['one file named twice', [effect('delete', { target: file() }), effect('delete', { target: file() })], 'single'],
    ['two files', [effect('delete', { target: file() }), effect('delete', { target: file({}, '/b') })], 'multiple'],
    ['a source and a destination', [effect('read', { target: file() }), effect('write', { target: file({}, '/b') })], 'single'],
    ['a pattern', [effect('delete', { target: file({ glob: '/a/*' }) })], 'multiple'],
    ['everything below', [effect('delete', { target: file({ recursive: true }) })], 'multiple'],
    ['nothing', [], null],
    ['something unseen', [effect('delete', { target: file() }), effect('unknown')], null],
  ])('of %s', (_, effects, cardinality) => {
    expect(cardinalityOf(effects)).toBe(cardinality);
  });
});

describe('readDeclaration', () => {
  it.each([
    ['# vre: Delete, file\nrm a', ['delete', 'file'], 'rm a'],
    ['#vre:a', ['a'], ''],
    ['  # licet:  a ,, b  \r\n  x\ny ', ['a', 'b'], 'x\ny'],
  ])('reads %j', (command, concepts, rest) => {
    expect(readDeclaration(command)).toEqual({ concepts, command: rest });
  });

  it.each(['', 'rm a', '# VRE: a', '# vre:', '# vre: ,,', 'x\n# vre: a', '# vre a', 'rm # vre: a'])(
    'finds none in %j',
    command => {
      expect(readDeclaration(command)).toBeUndefined();
    },
  );
});

describe('declaredConcepts', () => {
  it('reads the declaration before a shell command, and nothing else', () => {
    const command = '# vre: delete, file\nrm a';

    expect(declaredConcepts({ kind: 'bash', payload: { command } })).toEqual(['delete', 'file']);
    expect(declaredConcepts({ kind: 'bash', payload: { command: 'rm a' } })).toBeUndefined();
    expect(declaredConcepts({ kind: 'bash', payload: { command: 7 } })).toBeUndefined();
    expect(declaredConcepts({ kind: 'bash', payload: {} })).toBeUndefined();
    expect(declaredConcepts({ kind: 'tool', payload: { command } })).toBeUndefined();
  });
});

describe('withoutDeclaration', () => {
  it.each([
    ['# vre: a\nrm b', 'rm b'],
    ['# vre: a\n  touch x\\ ', '  touch x\\ '],
    ['  #licet: a\r\ncat <<E\nx\nE\n', 'cat <<E\nx\nE\n'],
    ['# vre: a\n\n# vre: b\nls', '\n# vre: b\nls'],
  ])('leaves the rest of %j as it is', (command, rest) => {
    expect(withoutDeclaration(command)).toBe(rest);
  });

  it.each(['rm b', '', '# vre: a', '# vre: a\n  ', '# VRE: a\nrm b', 'rm b\n# vre: a'])('leaves %j alone', command => {
    expect(withoutDeclaration(command)).toBeUndefined();
  });
});
