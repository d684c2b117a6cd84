import { All, When, createRegistry } from '@licet/core';
import type { GuardNode } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import {
  FileBoundary,
  HumanApproval,
  Network,
  SecretPaths,
  SelfProtection,
  guardDefinitions,
  includePack,
  profileNames,
  profileText,
} from '@licet/guards';
import { findBubblewrap, planPermits, planSandbox } from '@licet/sandbox';
import type { SandboxPlan } from '@licet/sandbox';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

const place = { root: '/project', home: '/home/me' };
const registry = createRegistry(guardDefinitions);
const planOf = (policy: GuardNode, more: object = {}): SandboxPlan => planSandbox({ policy, registry, ...place, ...more });
const boundary = (allow: readonly string[], more: object = {}): GuardNode =>
  FileBoundary({ allow: [...allow], ...more, ...place });

describe('the folders of a plan', () => {
  it.each([
    [[], ['/project']],
    [[['**']], ['/project']],
    [[['./']], ['/project']],
    [[['/**']], ['/project']],
    [[['src/**', 'docs/']], ['/project/src', '/project/docs']],
    [[['**'], ['src/**']], ['/project/src']],
    [[['src/**'], ['src/gen/**', 'docs/**']], ['/project/src/gen']],
    [[['src/**'], ['docs/**']], []],
    [[['~/notes/**', '/etc/**', '../x/**']], []],
    [[['*.md', 'src/*', 'src/**/*.ts']], []],
  ])('of %j are %j', (lists, wanted) => {
    const policy = lists.length === 0 ? SelfProtection(place) : All(...lists.map(list => boundary(list)));
    expect(planOf(policy).write).toEqual(wanted);
  });

  it('are those that may be read, too', () => {
    expect(planOf(boundary(['**'], { read: ['src/**'] })).write).toEqual(['/project']);
    expect(planOf(All(boundary(['**']), FileBoundary({ read: ['src/**'], ...place })))).toMatchObject({
      write: [],
      read: ['/project/src'],
    });
  });

  it('name in the residual what stays closed', () => {
    expect(planOf(boundary(['*.md'])).residual).toContainEqual({
      rule: 'file_boundary',
      text: '`*.md` names no folder, and stays closed',
    });
  });
});

describe('the hosts of a plan', () => {
  const hosts = (...nodes: readonly object[]): readonly string[] =>
    planOf(All(SelfProtection(place), ...nodes.map(node => Network(node)))).hosts.map(
      ({ pattern, uploads }) => `${pattern}${uploads ? '' : ' (get)'}`,
    );

  it('are those that every rule opens by name', () => {
    expect(hosts()).toEqual([]);
    expect(hosts({})).toEqual([]);
    expect(
      hosts(
        { allow: ['a.example', '*.b.example'], uploads: 'pass' },
        { allow: ['x.b.example', 'a.example:443'], uploads: 'pass' },
      ),
    ).toEqual(['x.b.example', 'a.example:443']);
    expect(hosts({ allow: ['*'], uploads: 'pass' }, { allow: ['a.example'], uploads: 'pass' })).toEqual(['a.example']);
  });

  it('take data only where every rule lets it be sent', () => {
    expect(hosts({ allow: ['a.example', 'b.example'], uploadTo: ['a.example'] })).toEqual(['a.example', 'b.example (get)']);
    expect(hosts({ allow: ['a.example'], uploads: 'pass' }, { uploads: 'ask' })).toEqual(['a.example (get)']);
    expect(hosts({ allow: ['a.example'], uploads: 'pass', methods: ['GET'] })).toEqual(['a.example (get)']);
    expect(hosts({ allow: ['a.example'], uploads: 'pass', methods: ['POST'] })).toEqual([]);
  });

  it('are none where the network asks', () => {
    const asks = All(Network({ allow: ['a.example'], uploads: 'pass' }), When({ effect: 'network' }, HumanApproval()));
    expect(planOf(asks).hosts).toEqual([]);
  });
});

describe('a plan', () => {
  it('closes what a default closes', () => {
    expect(planOf(Network({ allow: ['a.example'], uploads: 'pass' }), { default: 'ask' })).toMatchObject({ write: [], read: [] });
    expect(planOf(boundary(['**']), { default: 'block' })).toMatchObject({ write: ['/project'], hosts: [] });
  });

  it('protects what governs by its own path', () => {
    const permits = planPermits(planOf(boundary(['**']), { governing: ['/project/rules/[a].yaml'] }));
    expect(permits({ kind: 'write', path: '/project/rules/[a].yaml' })).toBe(false);
    expect(permits({ kind: 'read', path: '/project/rules/[a].yaml' })).toBe(true);
    expect(permits({ kind: 'write', path: '/project/rules/a.yaml' })).toBe(true);
  });

  it('takes an exception only from the rule that makes it', () => {
    const policy = All(SecretPaths({ except: ['test/*.pem'], ...place }), FileBoundary({ deny: ['test/private.pem'], ...place }));
    const permits = planPermits(planOf(policy));
    expect(['test/a.pem', 'test/private.pem', 'a.pem'].map(path => permits({ kind: 'read', path: `/project/${path}` }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['/', '/home', '/home/me'])('is refused for the project %s, which holds the home folder', root => {
    expect(() => planOf(boundary(['**']), { root })).toThrow('holds the home folder');
  });

  it.each(profileNames)('of the profile %s hides secrets or says nothing, opens no host, and freezes the policy', name => {
    const loaded = loadPolicy(profileText(name), { registry, include: includePack, ...place });
    const plan = planOf(loaded.policy, { default: loaded.settings.default });
    expect(plan.hosts).toEqual([]);
    expect(planPermits(plan)({ kind: 'write', path: '/project/governance.yaml' })).toBe(false);
    expect(planPermits(plan)({ kind: 'read', path: '/project/.env' })).toBe(name === 'minimal');
    expect(plan.write).toEqual(['/project']);
  });
});

describe('bubblewrap', () => {
  it('is asked for where it is missing, and not trusted where it does not work', () => {
    expect(findBubblewrap('/nonexistent')).toMatchObject({
      problem: expect.stringContaining('not installed'),
      fix: expect.stringContaining('apt install bubblewrap'),
    });
    const folder = mkdtempSync(join(tmpdir(), 'licet-bwrap-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    expect(findBubblewrap(folder)).toMatchObject({
      problem: expect.stringContaining('cannot make namespaces'),
      fix: expect.stringContaining('user namespaces'),
    });
  });
});
