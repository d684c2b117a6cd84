import { PolicyEngine } from '@licet/core';
import type { GuardNode } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { nodeFiles } from '@licet/effects/places';
import { AccessMap, FileBoundary, SecretPaths, SelfProtection } from '@licet/guards';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-settled-')));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'secrets'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** An engine in which something happens between the check and the commit, once. */
const engineThat = (policy: GuardNode, meanwhile: () => void): PolicyEngine => {
  let pending: (() => void) | undefined = meanwhile;
  const policyThat: GuardNode = {
    ...policy,
    commit(action, ctx) {
      pending?.();
      pending = undefined;
      return policy.commit?.(action, ctx);
    },
  };
  return new PolicyEngine(policyThat, { effects: analyzeEffects({ root, home: '/home/u', files: nodeFiles() }) });
};

const write = () => ({
  kind: 'write',
  tool: 'Write',
  cwd: root,
  payload: { file_path: join(root, 'src', 'a.txt'), content: 'x' },
});
const swap = (): void => {
  rmSync(join(root, 'src'), { recursive: true });
  symlinkSync(join(root, 'secrets'), join(root, 'src'));
};

describe('a path that becomes a link between check and commit', () => {
  test.each([
    ['FileBoundary', () => FileBoundary({ allow: ['src/**'], root, home: '/home/u' })],
    ['AccessMap', () => AccessMap({ paths: { 'src/': 'read-write', 'secrets/': 'no-access' }, root, home: '/home/u' })],
    ['SecretPaths', () => SecretPaths({ root, home: '/home/u', change: 'block' })],
    ['SelfProtection', () => SelfProtection({ paths: ['secrets/**'], root, home: '/home/u' })],
  ])('is judged again by %s', async (_name, make) => {
    expect((await engineThat(make(), () => undefined).evaluate(write())).ruling).toBe('pass');
    expect((await engineThat(make(), swap).evaluate(write())).ruling).toBe('block');
  });

  it('does not disturb paths that led over a link when they were judged', async () => {
    symlinkSync(join(root, 'src'), join(root, 'link'));
    const action = { ...write(), payload: { file_path: join(root, 'link', 'a.ts'), content: 'x' } };

    expect(
      (await engineThat(FileBoundary({ allow: ['src/**', 'link/**'], root, home: '/home/u' }), () => undefined).evaluate(action))
        .ruling,
    ).toBe('pass');
  });
});
