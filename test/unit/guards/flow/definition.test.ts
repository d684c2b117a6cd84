import { createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const registry = createRegistry(guardDefinitions);
const load = (flow: string) =>
  loadPolicy(`version: 1\ndefault: pass\npolicy:\n  all:\n    - flow: ${flow}\n`, { registry, root: '/w', home: '/home/u' });

describe('`flow` in governance.yaml', () => {
  it('loads every declaration, with names of tools and arguments as they are written', () => {
    const loaded = load(
      '{ owner: [me@acme.com], profile: coding, after_secret: ask, tools: { get_inbox: { untrusted: [body], labels: [subject], closed: true }, "mcp__bank__*": { secret: true, trusted: true, acts: false, directory: true, args: { toAccount: object }, act: [pay] } } }',
    );

    expect(loaded).toMatchObject({ warnings: [] });
  });

  it('warns of a field in a directory that outsiders fill in', () => {
    const { warnings = [] } = load('{ tools: { get_inbox: { directory: [sender, subject] } } }') as {
      warnings?: readonly { code: string; message: string }[];
    };

    expect(warnings).toEqual([expect.objectContaining({ code: 'doubtful_param' })]);
    expect(warnings[0]?.message).toContain('`sender` is in `directory` of `get_inbox`');
    expect(load('{ tools: { read_channel: { directory: [sender], closed: true } } }')).toMatchObject({ warnings: [] });
  });

  it('refuses a kind of argument and an option that there is not', () => {
    expect(() => load('{ tools: { pay: { args: { to: reader } } } }')).toThrow();
    expect(() => load('{ tool: {} }')).toThrow();
  });
});
