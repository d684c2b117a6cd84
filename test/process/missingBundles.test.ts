import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, licet, project } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

const POLICY = 'version: 1\ndefault: pass\ninclude: [standard]\n';

/** The ways in which a bundle is not what it was. */
const FAULTS: Readonly<Record<string, (file: string) => void>> = {
  missing: file => rmSync(file),
  empty: file => truncateSync(file),
  'cut off': file => truncateSync(file, 3_000),
  'of another program': file => writeFileSync(file, 'exports.link = () => ({});\n'),
};

/** Judges a call by a copy of the program with a fault in one bundle; without the fault it lets the call before it run. */
function judged(policy: string, bundle: string, fault: (file: string) => void, call: object, before = call): Ended {
  const program = mkdtempSync(join(tmpdir(), 'licet-damaged-'));
  cpSync(dirname(BUNDLE), program, { recursive: true, filter: name => name === dirname(BUNDLE) || name.endsWith('.cjs') });
  const root = project(policy);
  const run = (asked: object): Ended =>
    licet(
      root,
      ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')],
      JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 't', cwd: root, ...asked }),
      join(program, 'licet.cjs'),
    );
  try {
    expect(run(before)).toMatchObject({ status: 0, stdout: '{}\n' });
    fault(join(program, bundle));
    return run(call);
  } finally {
    rmSync(program, { recursive: true, force: true });
  }
}

const isStopped = ({ status, stdout }: Ended): boolean => status === 2 || stdout.includes('"permissionDecision":"deny"');

const READ = { tool_name: 'Read', tool_input: { file_path: 'src/a.ts' } };

describe('a call whose bundle is not whole', () => {
  it.each(Object.keys(FAULTS))('is stopped where the guards of the policy are %s', fault => {
    const found = judged(`${POLICY}policy:\n  flow: {}\n`, 'flow.cjs', FAULTS[fault] ?? rmSync, READ);

    expect(isStopped(found), JSON.stringify(found)).toBe(true);
  });

  it.each(Object.keys(FAULTS))('is stopped where the analysers of commands are %s', fault => {
    const found = judged(POLICY, 'shell.cjs', FAULTS[fault] ?? rmSync, { tool_name: 'Bash', tool_input: { command: 'ls' } });

    expect(isStopped(found), JSON.stringify(found)).toBe(true);
  });

  it.each([
    ['guards.cjs', 'budget: { max: 100 }'],
    ['capabilities.cjs', 'any: [{ file_boundary: { allow: ["**"] } }, { require_role: { roles: [dev] } }]'],
  ])('is stopped where `%s` is missing', (bundle, node) => {
    const found = judged(`${POLICY}policy:\n  all:\n    - ${node}\n`, bundle, rmSync, READ);

    expect(isStopped(found), JSON.stringify(found)).toBe(true);
  });

  it.each(
    ['answers.cjs', 'certify.cjs', 'code.cjs', 'runtimes.cjs', 'seldom.cjs'].flatMap(bundle =>
      Object.keys(FAULTS).map(fault => [bundle, fault] as const),
    ),
  )('is never let go for it: harm is stopped while `%s` is %s', (bundle, fault) => {
    const command = `node -e "require('fs').writeFileSync('governance.yaml', '')"`;
    const call = { tool_name: 'Bash', tool_input: { command } };
    const found = judged(`quiet: look\n${POLICY}`, bundle, FAULTS[fault] ?? rmSync, call, READ);

    expect(found.status === 2 || /"permissionDecision":"(?:deny|ask)"/u.test(found.stdout), JSON.stringify(found)).toBe(true);
  });

  it('is judged as before where the policy needs no such bundle', () => {
    expect(judged(POLICY, 'flow.cjs', rmSync, READ)).toMatchObject({ status: 0, stdout: '{}\n' });
  });
});
