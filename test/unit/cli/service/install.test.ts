import { chmodSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { serviceFindings } from '../../../../packages/cli/src/service/checks.ts';
import { copyProgram, filesOf, planService, requireTrusted } from '../../../../packages/cli/src/service/install.ts';
import {
  knownProjects,
  makeOpenFolder,
  makeStateFolder,
  meantProjects,
  stateFolder,
} from '../../../../packages/cli/src/service/projects.ts';
import { findUser, powersOf, requireUsers } from '@licet/server/service';
import type { RunProgram } from '@licet/server/service';

const USERS: Readonly<Record<string, string>> = {
  ann: 'ann:x:1001:1001::/home/ann:/bin/sh\n',
  bob: 'bob:x:1002:1002::/home/bob:/bin/sh\n',
  root: 'root:x:0:0::/root:/bin/sh\n',
};
const run: RunProgram = (command, args) => (command === 'getent' ? USERS[args[1] ?? ''] : undefined);

describe('planService', () => {
  it('plans for the users that are named', async () => {
    const { config, files } = await planService(
      { for: ['ann'], approver: ['bob'], managed: true },
      { node: '/usr/bin/node' },
      run,
    );

    expect(config.governed).toEqual([{ name: 'ann', uid: 1001, gid: 1001, home: '/home/ann' }]);
    expect(config.approvers.map(({ name }) => name)).toEqual(['bob']);
    expect(files.map(({ file }) => file)).toEqual([
      '/etc/systemd/system/licet.service',
      '/etc/claude-code/managed-settings.d/50-licet.json',
      '/etc/licet/service.json',
    ]);
  });

  it.each([
    [[], 'say whose agents are governed'],
    [['root'], 'root cannot be governed'],
    [['bob'], '`bob` cannot both ask and answer'],
    [['eve'], 'this system has no user `eve`'],
  ])('refuses to govern %j', async (named, why) => {
    await expect(planService({ for: named, approver: ['bob'], managed: false }, { node: '/usr/bin/node' }, run)).rejects.toThrow(
      why,
    );
  });

  it('gives the unit two of the powers of root, and one place to write', async () => {
    const { config } = await planService({ for: ['ann'], approver: [], managed: false }, { node: '/opt/my node/node' }, run);
    const [unit] = await filesOf(config, false);

    expect(unit?.text).toContain('CapabilityBoundingSet=CAP_SETUID CAP_SETGID\n');
    expect(unit?.text).toContain('ProtectSystem=strict\nReadWritePaths=/var/lib/licet /run/licet\n');
    expect(unit?.text).toContain('ExecStart="/opt/my node/node" /usr/lib/licet/dist/licet.cjs service run\n');
  });
});

describe('users', () => {
  it('are found as the system has them', () => {
    expect([findUser('ann', run)?.uid, findUser('eve', run)]).toEqual([1001, undefined]);
    expect(requireUsers(['ann', 'ann'], run)).toHaveLength(1);
  });

  it.each([
    ['in the group `docker`', { id: 'ann docker\n' }],
    ['in the group `sudo`', { id: 'ann sudo\n' }],
    ['without a password', { id: 'ann\n', sudo: '(ALL) NOPASSWD: ALL\n' }],
  ] as const)('have powers when they are %s', (words, said) => {
    expect(powersOf({ name: 'ann', uid: 1001 }, command => (said as Readonly<Record<string, string>>)[command]).join()).toContain(
      words,
    );
  });

  it('have none otherwise', () => {
    expect(powersOf({ name: 'ann', uid: 1001 }, () => undefined)).toEqual([]);
  });
});

describe('projects', () => {
  it('have one state for each user and folder, and are found again', () => {
    const state = mkdtempSync(join(tmpdir(), 'licet-projects-'));
    makeOpenFolder(join(state, 'projects'));
    const all = [
      { uid: 1001, root: '/srv/a' },
      { uid: 1002, root: '/srv/a' },
      { uid: 1001, root: '/srv/b' },
    ];
    const folders = all.map(project => makeStateFolder({ state }, project));

    expect(new Set(folders).size).toBe(3);
    expect(folders).toEqual(all.map(project => stateFolder({ state }, project)));
    expect(knownProjects({ state })).toEqual(expect.arrayContaining(all));
  });

  it('are meant by their policy and by their user', () => {
    const all = [
      { uid: 1, root: '/a' },
      { uid: 2, root: '/a' },
      { uid: 1, root: '/b' },
    ];

    expect(meantProjects(all, '/a/governance.yaml', undefined)).toHaveLength(2);
    expect(meantProjects(all, '/a/governance.yaml', 2)).toEqual([{ uid: 2, root: '/a' }]);
    expect(meantProjects(all, undefined, 1)).toHaveLength(2);
  });
});

describe('the program', () => {
  it('is not copied from where somebody else could have changed it', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-program-')));
    const bundle = join(folder, 'licet.cjs');
    writeFileSync(bundle, '');
    chmodSync(bundle, 0o666);

    expect(() => requireTrusted({ node: process.execPath, bundle })).toThrow('only root can change');
    expect(() => copyProgram({ node: process.execPath, bundle }, join(folder, 'copy'))).toThrow();
    expect(existsSync(join(folder, 'copy.new'))).toBe(false);
  });
});

describe('serviceFindings', () => {
  it('are none where there is no service', async () => {
    expect(await serviceFindings(run)).toEqual([]);
  });
});
