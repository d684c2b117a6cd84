import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { LAUNCHER_FILE, runtimes } from '@licet/adapters/runtimes';
import type { Runtime } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { command as licet, project } from '../support/cli.ts';
import { LONG_RUN, isLeftOut } from '../support/longRuns.ts';

const loaded: readonly Runtime[] = await Promise.all(Object.values(runtimes).map(load => load()));

/** Every file of a folder with its text. */
function filesOf(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [relative(root, join(parentPath, name)), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

const settingsOf = ({ settings }: Runtime, root: string): string => {
  const [first] = settings.files({ root, home: '/home/none' });
  return first?.file ?? expect.fail('no settings');
};

describe.each(loaded.map((runtime, index) => [runtime.name, runtime, index] as const))(
  'licet init %s',
  (name, runtime, index) => {
    it('installs a hook that the doctor proves, and that uninstall takes out again without a trace', context => {
      if (isLeftOut(index, 3)) return context.skip(LONG_RUN);
      const root = project();
      expect(licet(root, ['init', name])).toMatchObject({ status: 0, stderr: '' });
      const file = settingsOf(runtime, root);
      expect(existsSync(file)).toBe(true);
      const installed = filesOf(root);

      const doctor = licet(root, ['doctor', '--no-timing', name, '--json']);
      const { ok, findings } = JSON.parse(doctor.stdout) as { ok: boolean; findings: { name: string; ok: boolean }[] };
      expect(findings.filter(finding => !finding.ok)).toEqual([]);
      expect(ok).toBe(true);
      expect(findings.map(finding => finding.name)).toContain('a destructive command is stopped');

      expect(licet(root, ['init', name]).stdout).toContain(`keep  ${relative(root, file)}`);
      expect(filesOf(root)[relative(root, file)]).toBe(installed[relative(root, file)]);

      expect(licet(root, ['uninstall', name])).toMatchObject({ status: 0, stderr: '' });
      expect(existsSync(file)).toBe(false);
      expect(existsSync(dirname(file))).toBe(false);
      expect(existsSync(join(root, '.licet', 'install.json'))).toBe(false);
    });

    it('is found by its signs', () => {
      const root = project();
      const sign = join(root, runtime.settings.signs[0] ?? '');
      mkdirSync(sign, { recursive: true });
      const { runtimes: found } = JSON.parse(licet(root, ['init', '--dry-run', '--json']).stdout) as { runtimes: string[] };

      expect(found).toEqual([name]);
    });

    it('denies where its policy is gone, in words that it stops at', () => {
      const root = project();
      const { calls } = runtime;
      const input = JSON.stringify(runtime.sample({ ...calls.run('ls'), cwd: root, callId: 'c' }));
      const { status, stdout } = licet(root, ['hook', name, '--policy', join(root, 'governance.yaml')], input);

      expect(status).toBe(0);
      expect(runtime.readReply(JSON.parse(stdout))).toBe('stop');
    });
  },
);

describe('several runtimes in one project', () => {
  it('are installed together, and taken out one by one', () => {
    const root = project();
    mkdirSync(join(root, '.cursor'));
    writeFileSync(join(root, '.cursor', 'hooks.json'), '{"version": 1, "hooks": {"stop": [{"command": "echo"}]}}\n');
    const before = readFileSync(join(root, '.cursor', 'hooks.json'), 'utf8');
    expect(licet(root, ['init', 'cursor', 'codex'])).toMatchObject({ status: 0, stderr: '' });
    expect(licet(root, ['init', 'copilot'])).toMatchObject({ status: 0, stderr: '' });

    const { stdout } = licet(root, ['doctor', '--no-timing', 'codex']);
    expect(stdout).toContain('warn    a hook that fails stops the call  (Codex lets a call run whose hook is killed or missing');

    licet(root, ['uninstall', 'codex']);
    expect(existsSync(join(root, '.codex'))).toBe(false);
    expect(existsSync(join(root, LAUNCHER_FILE))).toBe(true);
    expect(readFileSync(join(root, '.cursor', 'hooks.json'), 'utf8')).toContain('licet');
    licet(root, ['uninstall']);
    expect(readFileSync(join(root, '.cursor', 'hooks.json'), 'utf8')).toBe(before);
    expect(existsSync(join(root, '.github'))).toBe(false);
    expect(existsSync(join(root, LAUNCHER_FILE))).toBe(false);
  });

  it('refuse what is no runtime and no folder', () => {
    const ended = licet(project(), ['init', 'codx']);

    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('did you mean `codex`?');
  });
});
