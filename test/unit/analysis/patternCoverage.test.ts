import { createRegistry } from '@licet/core';
import { collectCoverage, parsePolicyTests, patternsHit } from '@licet/analysis';
import { buildPolicy } from '@licet/core/policy';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const registry = createRegistry(guardDefinitions);
const place = { root: '/project', home: '/home/you' };
const effects = analyzeEffects(place);

const compiledOf = (policy: NodeData): CompiledPolicy => ({
  format: 1,
  policy,
  settings: { default: 'pass' },
  sources: [],
  usesCel: false,
});

async function hits(policy: NodeData, cases: string): Promise<readonly (readonly [string, boolean])[]> {
  const found = await patternsHit({
    tests: parsePolicyTests(`cases:\n${cases}`),
    compiled: compiledOf(policy),
    registry,
    subjectOf: compiled => ({ built: buildPolicy(compiled, { registry, ...place }), effects, cwd: '/project' }),
  });
  return found.map(({ param, pattern, isHit }) => [`${param} ${pattern}`, isHit]);
}

describe('which patterns the cases of tests hit', () => {
  it('tells them apart by what a node says with each of them alone', async () => {
    const policy = { kind: 'file_boundary', params: { allow: ['src/**', 'test/**'], deny: ['**/*.key', 'src/gen/**'] } };

    expect(await hits(policy, '  - { write: src/gen/a.ts, want: block }\n  - { write: src/a.ts, want: pass }\n')).toEqual([
      ['allow src/**', true],
      ['allow test/**', false],
      ['deny **/*.key', false],
      ['deny src/gen/**', true],
    ]);
  });

  it('counts a pattern too where another one matches the same call', async () => {
    const policy = { kind: 'tool_allowlist', params: { tools: ['Read', 'Re*'] } };

    expect(await hits(policy, '  - { read: a, want: pass }\n')).toEqual([
      ['tools Read', true],
      ['tools Re*', true],
    ]);
  });

  it('looks at the patterns of a map of access and at those with their own examples', async () => {
    const map = { kind: 'access_map', params: { paths: { 'src/**': 'read-write', 'config/**': 'read-only' } } };
    const denied = { kind: 'file_boundary', params: { deny: [{ pattern: '**/*.key', match: ['a.key'] }] } };

    expect(await hits(map, '  - { write: src/a.ts, want: pass }\n')).toEqual([
      ['paths src/**', true],
      ['paths config/**', false],
    ]);
    expect(await hits(denied, '  - { read: b.key, want: block }\n')).toEqual([['deny **/*.key', true]]);
  });

  it('sees the calls of a session after the one that ends otherwise than wanted', async () => {
    const policy = { kind: 'tool_allowlist', params: { tools: ['Read', 'Write'] } };
    const session = '  - session:\n      - { read: a, want: block }\n      - { write: b, want: pass }\n';

    expect(await hits(policy, session)).toEqual([
      ['tools Read', true],
      ['tools Write', true],
    ]);
  });

  it('leaves what includes bring alone, and nodes that stop nothing', async () => {
    const redact = { kind: 'redact_output', params: { rules: ['secrets'] } };
    const tests = parsePolicyTests('cases:\n  - { read: a, want: pass }\n');
    const compiled = compiledOf({ kind: 'tool_allowlist', params: { tools: ['Read'] } });
    const subjectOf = (each: CompiledPolicy) => ({ built: buildPolicy(each, { registry, ...place }), effects, cwd: '/project' });

    expect(await hits(redact, '  - { read: a, want: pass }\n')).toEqual([]);
    expect(await patternsHit({ tests, compiled, registry, subjectOf, isOwn: () => false })).toEqual([]);
  });

  it('counts in the coverage of the node', () => {
    const patterns = [
      { way: '', param: 'tools', pattern: 'Read', isHit: true },
      { way: '', param: 'tools', pattern: 'Write', isHit: false },
    ];
    const covered = collectCoverage().result(
      { kind: 'tool_allowlist', params: { tools: ['Read', 'Write'] } },
      registry,
      patterns,
    );

    expect(covered.nodes[0]?.notHit).toEqual([{ param: 'tools', pattern: 'Write' }]);
    expect(covered.percent).toBe(25);
  });
});
