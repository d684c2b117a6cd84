import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ActionInput, PolicyEngine } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import * as fc from 'fast-check';
import { effectivePolicy } from 'licet/source/pins/effective.ts';
import { acceptable } from 'licet/source/pins/makePin.ts';
import { pinFile, pinPlace, readPin, removePin, writePin } from 'licet/source/pins/pin.ts';
import { licetHome } from 'licet/source/policy/licetHome.ts';
import { openEngine } from 'licet/source/policy/openEngine.ts';
import { readPolicies, readPolicy } from 'licet/source/policy/readPolicy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';
import { COMMANDS, policySettings, policyTrees } from '../../../support/randomPolicies.ts';

const world = mkdtempSync(join(tmpdir(), 'licet-pins-'));
const home = process.env['HOME'];
beforeAll(() => void (process.env['HOME'] = join(world, 'home')));
afterAll(() => {
  if (home === undefined) delete process.env['HOME'];
  else process.env['HOME'] = home;
  rmSync(world, { recursive: true, force: true });
});

let projects = 0;

/** A project with a policy that a person has accepted. */
function pinned(policy: object, more: Readonly<Record<string, string>> = {}): { readonly root: string; readonly file: string } {
  const root = join(world, `p${projects++}`);
  mkdirSync(root);
  const file = join(root, 'governance.yaml');
  write(file, policy);
  for (const [name, text] of Object.entries(more)) writeFileSync(join(root, name), text);
  writePin(acceptable(file, 'ann', new Date()).pin);
  return { root, file };
}

const write = (file: string, policy: object): void =>
  writeFileSync(file, JSON.stringify({ version: 1, default: 'pass', ...policy }));

async function engineOf(file: string): Promise<PolicyEngine> {
  const found = await effectivePolicy(file, false, readPolicy);
  return (await openEngine({ ...found, file }, { records: false })).engine;
}

const bash = (command: string): ActionInput => ({ kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's' });
const blocks = (...prefixes: string[]): object => ({ bash_safety: { otherwise: 'pass', blocked_prefixes: prefixes } });

describe('the policy that a person has accepted', () => {
  it('is the policy, as long as the one on disk is the same', async () => {
    const { file } = pinned({ policy: blocks('npm publish') });

    expect(await effectivePolicy(file, false, readPolicy)).toMatchObject({ above: [], pin: { state: 'accepted' } });
  });

  it('stops what it stopped, whatever the policy on disk allows', async () => {
    const { file } = pinned({ policy: blocks('npm publish') });
    write(file, { policy: { floor: {} } });
    const engine = await engineOf(file);

    expect((await engine.evaluate(bash('npm publish'))).ruling).toBe('block');
    expect((await engine.evaluate(bash('npm test'))).ruling).toBe('pass');
  });

  it('is narrowed at once by the policy on disk', async () => {
    const { file } = pinned({ policy: blocks('npm publish') });
    write(file, { policy: blocks('make deploy') });
    const engine = await engineOf(file);

    expect((await engine.evaluate(bash('npm publish'))).ruling).toBe('block');
    expect((await engine.evaluate(bash('make deploy'))).ruling).toBe('block');
  });

  it('counts alone where the file is gone', async () => {
    const { file } = pinned({ policy: blocks('npm publish') });
    rmSync(file);

    expect(await effectivePolicy(file, false, readPolicy)).toMatchObject({ above: [], pin: { state: 'gone' } });
    expect((await (await engineOf(file)).evaluate(bash('npm publish'))).ruling).toBe('block');
  });

  it('has a say in every file that it includes', async () => {
    const { root, file } = pinned(
      { include: ['./more.yaml'] },
      { 'more.yaml': 'version: 1\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [npm publish] } }\n' },
    );
    writeFileSync(join(root, 'more.yaml'), 'version: 1\npolicy: { floor: {} }\n');

    expect((await effectivePolicy(file, false, readPolicy)).pin.state).toBe('changed');
    expect((await (await engineOf(file)).evaluate(bash('npm publish'))).ruling).toBe('block');
  });

  it('keeps its stores, its mode and what it says of people', async () => {
    const { file } = pinned({ policy: blocks('npm publish'), sessions: { store: 'sqlite', path: '.licet/a.db' } });
    write(file, {
      policy: blocks('npm publish'),
      mode: 'observe',
      sessions: { store: 'memory' },
      audit: { store: 'none' },
      approvals: { timeout_ms: 1 },
      principals: { me: { roles: ['admin'] } },
      tools: { Bash: { kind: 'read' } },
    });
    const { kept } = await effectivePolicy(file, false, readPolicy);
    const engine = await engineOf(file);

    expect(kept.compiled.settings).toMatchObject({ sessions: { store: 'sqlite', path: '.licet/a.db' } });
    for (const name of ['audit', 'approvals', 'principals']) expect(kept.compiled.settings).not.toHaveProperty(name);
    expect(await engine.evaluate(bash('npm publish'))).toMatchObject({ ruling: 'block', enforced: 'block', passed: false });
  });

  it('is found by the folder: `governance.yml` does not take the place of `governance.yaml`', async () => {
    const { root, file } = pinned({ policy: blocks('npm publish') });
    rmSync(file);
    write(join(root, 'governance.yml'), { policy: { floor: {} } });
    const found = await readPolicies(undefined, root, false);

    expect(found.pin.state).toBe('changed');
    const { engine } = await openEngine(found, { records: false });
    expect((await engine.evaluate(bash('npm publish'))).ruling).toBe('block');
  });

  it('is above a policy in a folder below it that no person has accepted, across a repository', async () => {
    const { root } = pinned({ policy: blocks('npm publish') });
    const below = join(root, 'below');
    mkdirSync(join(below, '.git'), { recursive: true });
    for (const policy of [{ policy: { floor: {} } }, undefined]) {
      if (policy === undefined) rmSync(join(below, 'governance.yaml'));
      else write(join(below, 'governance.yaml'), policy);
      const { engine } = await openEngine(await readPolicies(undefined, below, false), { records: false });

      expect((await engine.evaluate(bash('npm publish'))).ruling).toBe('block');
    }
  });
});

describe('a pin', () => {
  const stops = (file: string): Promise<unknown> => effectivePolicy(file, false, readPolicy);

  it.each([
    ['is gone', (file: string) => rmSync(file), 'pin_missing'],
    ['is no JSON', (file: string) => writeFileSync(file, '{'), 'pin_damaged'],
    ['is null', (file: string) => writeFileSync(file, 'null'), 'pin_damaged'],
    ['has another format', (file: string) => writeFileSync(file, '{"format":2}'), 'pin_damaged'],
    ['holds nothing', (file: string) => writeFileSync(file, '{"format":1,"files":[]}'), 'pin_damaged'],
    ['is a folder', (file: string) => (rmSync(file), mkdirSync(file)), 'pin_damaged'],
  ])('blocks everything when it %s', async (_what, damage, code) => {
    const { file } = pinned({ policy: { floor: {} } });
    damage(pinFile(pinPlace(file)));

    await expect(stops(file)).rejects.toMatchObject({ name: 'PolicyError', code });
  });

  it('of another project is no pin of this one', async () => {
    const [one, other] = [pinned({ policy: { floor: {} } }), pinned({ policy: blocks('x') })];
    writeFileSync(pinFile(pinPlace(one.file)), JSON.stringify(readPin(other.file)));

    await expect(stops(one.file)).rejects.toMatchObject({ code: 'pin_damaged' });
  });

  it('whose texts were changed blocks where they count', async () => {
    const { file } = pinned({ policy: blocks('npm publish') });
    const pin = readPin(file);
    const forged = { ...pin, files: [{ path: 'governance.yaml', text: '{ version: 1, default: pass, policy: { floor: {} } }' }] };
    writeFileSync(pinFile(pinPlace(file)), JSON.stringify(forged));

    await expect(stops(file)).rejects.toMatchObject({ code: 'pin_damaged' });
  });

  it('is gone without a trace once a person removes it', async () => {
    const { file } = pinned({ policy: { floor: {} } });

    expect(removePin(file)).toBe(true);
    expect(await effectivePolicy(file, false, readPolicy)).toMatchObject({ pin: { state: 'unpinned' } });
  });

  it('does not go along with a copy of the project', async () => {
    const { root } = pinned({ policy: { floor: {} } });
    const copy = join(world, 'copy');
    const { cpSync } = await import('node:fs');
    cpSync(root, copy, { recursive: true });

    expect(await effectivePolicy(join(copy, 'governance.yaml'), false, readPolicy)).toMatchObject({ pin: { state: 'unpinned' } });
  });

  it('is demanded by the policy of a person', async () => {
    const root = join(world, `p${projects++}`);
    mkdirSync(root);
    write(join(root, 'governance.yaml'), { policy: { floor: {} } });
    mkdirSync(join(licetHome(), '.licet'), { recursive: true });
    const own = join(licetHome(), '.licet', 'governance.yaml');
    write(own, { policy: { floor: {} }, pins: 'required' });
    try {
      await expect(readPolicies(undefined, root, false)).rejects.toMatchObject({ code: 'pin_required' });
      writePin(acceptable(join(root, 'governance.yaml'), 'ann', new Date()).pin);
      expect((await readPolicies(undefined, root, false)).pin.state).toBe('accepted');
    } finally {
      rmSync(own);
    }
  });
});

describe('any policy on disk', () => {
  it('lets through nothing that the accepted policy stops', async () => {
    await fc.assert(
      fc.asyncProperty(policyTrees, policySettings, policyTrees, policySettings, async (policy, own, onDisk, other) => {
        const { file } = pinned({ ...own, policy });
        const accepted = await engineOf(file);
        write(file, { ...other, policy: onDisk });
        const effective = await engineOf(file);
        for (const command of COMMANDS) {
          const [before, now] = [await accepted.evaluate(bash(command)), await effective.evaluate(bash(command))];
          expect(severityOf(now.ruling)).toBeGreaterThanOrEqual(severityOf(before.ruling));
          if (!before.passed) expect(now.passed, `${command}: ${JSON.stringify([policy, onDisk])}`).toBe(false);
        }
      }),
      { numRuns: cases(150), seed: 29 },
    );
  });
});

describe('the managed policy of a machine', () => {
  const own = (): string => join(licetHome(), '.licet', 'governance.yaml');
  const folder = (): string => {
    const root = join(world, `p${projects++}`);
    mkdirSync(root);
    return root;
  };
  const managedBy = (policy: object): string => {
    const file = join(folder(), 'managed.yaml');
    write(file, policy);
    return file;
  };
  const engineUnder = async (root: string, managed: string): Promise<PolicyEngine> =>
    (await openEngine(await readPolicies(undefined, root, false, managed), { records: false })).engine;

  it('stops what a project lets through, and the other way round', async () => {
    const root = folder();
    write(join(root, 'governance.yaml'), { policy: blocks('make deploy') });
    const engine = await engineUnder(root, managedBy({ policy: blocks('npm publish') }));

    expect((await engine.evaluate(bash('npm publish'))).ruling).toBe('block');
    expect((await engine.evaluate(bash('make deploy'))).ruling).toBe('block');
    expect((await engine.evaluate(bash('npm test'))).ruling).toBe('pass');
  });

  it('judges alone where there is no other, with its state in the home', async () => {
    const root = folder();
    const managed = managedBy({ policy: blocks('npm publish') });
    const found = await readPolicies(undefined, root, false, managed);

    expect(found).toMatchObject({ file: own(), root, isManaged: true, above: [], pin: { state: 'unpinned' } });
    expect((await (await engineUnder(root, managed)).evaluate(bash('npm publish'))).ruling).toBe('block');
  });

  it('is the outermost of three', async () => {
    const { root } = pinned({ policy: blocks('make deploy') });
    mkdirSync(join(licetHome(), '.licet'), { recursive: true });
    write(own(), { policy: blocks('rm') });
    try {
      const found = await readPolicies(undefined, root, false, managedBy({ policy: blocks('npm publish') }));
      expect(found.above.map(({ isManaged = false }) => isManaged)).toEqual([true, false]);
    } finally {
      rmSync(own());
    }
  });

  it('stops everything where it does not load, and says who can mend it', async () => {
    const root = folder();
    write(join(root, 'governance.yaml'), { policy: { floor: {} } });
    const managed = managedBy({ policy: { nothing_like_it: {} } });

    await expect(readPolicies(undefined, root, false, managed)).rejects.toMatchObject({
      code: 'managed_policy',
      message: expect.stringContaining('The administrator of this machine can mend or remove'),
    });
    await expect(readPolicies(undefined, root, false, join(managed, 'below a file'))).resolves.toMatchObject({ above: [] });
  });

  it('demands that policies are pinned', async () => {
    const root = folder();
    write(join(root, 'governance.yaml'), { policy: { floor: {} } });
    const managed = managedBy({ policy: { floor: {} }, pins: 'required' });

    await expect(readPolicies(undefined, root, false, managed)).rejects.toMatchObject({
      code: 'pin_required',
      message: expect.stringContaining(managed),
    });
  });

  it('cannot be widened by the policies below it, whatever the three are', async () => {
    const root = folder();
    const managed = join(folder(), 'managed.yaml');
    const file = join(root, 'governance.yaml');
    mkdirSync(join(licetHome(), '.licet'), { recursive: true });
    const alone = async (path: string): Promise<PolicyEngine> =>
      (await openEngine({ kept: await readPolicy(path, false), file: path, root }, { records: false })).engine;
    // Another kind for a tool is refused below a policy, and refusing is no answer to compare.
    const lower = policySettings.map(({ tools: _tools, ...rest }) => rest);
    try {
      await fc.assert(
        fc.asyncProperty(
          policyTrees,
          policySettings,
          policyTrees,
          lower,
          policyTrees,
          lower,
          async (policy, first, user, second, project, third) => {
            write(managed, { ...first, policy });
            write(own(), { ...second, policy: user });
            write(file, { ...third, policy: project });
            const layers = await Promise.all([managed, own(), file].map(alone));
            const together = await engineUnder(root, managed);
            for (const command of COMMANDS) {
              const now = await together.evaluate(bash(command));
              for (const layer of layers) {
                const { ruling } = await layer.evaluate(bash(command));
                expect(severityOf(now.ruling), command).toBeGreaterThanOrEqual(severityOf(ruling));
              }
            }
          },
        ),
        { numRuns: cases(150), seed: 37 },
      );
    } finally {
      rmSync(own());
    }
  });
});
