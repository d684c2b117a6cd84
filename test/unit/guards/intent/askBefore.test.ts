import { All, PolicyEngine, createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { comparePolicies } from '@licet/analysis';
import { analyzeEffects } from '@licet/effects';
import { AskBefore, SelfProtection, guardDefinitions, shortForms } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const place = { root: '/w', home: '/home/ann' };
const effects = analyzeEffects({ ...place, files: false });

/** What the guard says of a command: the ruling and the reason. */
async function said(command: string, programs: readonly string[] = ['git commit', 'git push', 'npm publish']): Promise<string> {
  const engine = new PolicyEngine(AskBefore(programs), { effects, default: 'pass' });
  const { ruling, verdicts } = await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/w' });
  return [ruling, ...verdicts.flatMap(({ reason }) => reason ?? [])].join(': ');
}

const load = (text: string) =>
  loadPolicy(`version: 1\ndefault: pass\n${text}`, { registry: createRegistry(guardDefinitions), shortForms, ...place });

describe('AskBefore', () => {
  it.each([
    ['git push', '`git push`'],
    ['git add . && git commit -m "x"', '`git commit`'],
    ['cd /w && git -C . push origin main', '`git push`'],
    ['bash -c "npm publish"', '`npm publish`'],
    ['npm publish --dry-run; git push', '`git push`'],
  ])('asks before `%s`', async (command, named) => {
    expect(await said(command)).toBe(`ask: ${named} needs a yes first`);
  });

  it.each(['git status', 'git log --grep "git push"', 'npm test', 'echo git push'])('lets `%s` be', async command => {
    expect(await said(command)).toMatch(/^pass/u);
  });

  it('knows sorts of programs', async () => {
    expect(await said('npm test', ['tests'])).toMatch(/^ask/u);
  });

  it('needs at least one program, and knows no other option', () => {
    expect(() => AskBefore([])).toThrow('`runs` must be a list of texts, at least one');
    expect(() => AskBefore({ runs: ['git push'], ask: true } as never)).toThrow('has no option `ask`');
  });

  it.each([
    'ask_before: [git commit, git push]',
    'policy: { ask_before: [git commit, git push] }',
    'policy: { ask_before: { runs: [git commit, git push] } }',
  ])('is one line of a policy: %s', text => {
    expect(load(`${text}\n`).data).toEqual({ kind: 'ask_before', params: { runs: ['git commit', 'git push'] } });
  });

  it('is asked for in addition to what blocks', async () => {
    const engine = new PolicyEngine(All(SelfProtection(place), AskBefore(['git push'])), { effects, default: 'pass' });
    const ruling = async (command: string) => (await engine.evaluate({ kind: 'bash', payload: { command }, cwd: '/w' })).ruling;

    expect(await ruling('git push')).toBe('ask');
    expect(await ruling('git push; rm governance.yaml')).toBe('block');
  });

  it('is compared by its programs', () => {
    const registry = createRegistry(guardDefinitions);
    const policy = (...runs: readonly string[]) => ({
      policy: { kind: 'ask_before', params: { runs } },
      settings: { default: 'pass' as const },
    });

    expect(comparePolicies(policy('git push'), policy('git push', 'npm publish'), registry)).toMatchObject({ neverMilder: true });
    expect(comparePolicies(policy('git push', 'npm publish'), policy('git push'), registry)).toMatchObject({
      neverMilder: false,
    });
  });
});
