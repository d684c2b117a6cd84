import { caseOf, parsePolicyTests, withCases } from '@licet/analysis';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

describe('a case of an action', () => {
  it.each([
    [{ kind: 'bash', tool: 'Bash', payload: { command: 'ls' } }, { bash: 'ls' }],
    [
      { kind: 'bash', payload: { command: 'ls' }, cwd: '/p/sub' },
      { bash: 'ls', cwd: 'sub' },
    ],
    [{ kind: 'read', tool: 'Read', payload: { file_path: '/etc/hosts' } }, { read: '/etc/hosts' }],
    [{ kind: 'network', tool: 'WebFetch', payload: { url: 'https://a.example' } }, { fetch: 'https://a.example' }],
    [
      { kind: 'write', tool: 'Edit', payload: { file_path: '/p/a' } },
      { kind: 'write', tool: 'Edit', input: { file_path: 'a' } },
    ],
    [
      { kind: 'submit_task', agentId: 'a', principal: { id: 'ann', roles: ['dev'] } },
      { kind: 'submit_task', agent: 'a', principal: { id: 'ann', roles: ['dev'] } },
    ],
  ])('is short, and reads back: %j', (action, wanted) => {
    const data = caseOf(action, '/p');

    expect(data).toEqual(wanted);
    expect(parsePolicyTests(withCases(undefined, [{ ...data, want: 'pass' }])).cases).toHaveLength(1);
  });
});

describe('cases that come to a file of tests', () => {
  it('leave what is there as it is', () => {
    const text = '# ours\npolicy: a.yaml\ncases: # all\n  - { bash: [a, b], want: block } # first\n';

    expect(withCases(text, [{ bash: 'x: y', want: 'ask' }])).toBe(`${text}  - { bash: 'x: y', want: ask }\n`);
  });

  it.each(['', 'cases: []\n', 'policy: a.yaml\n'])('make a list where there is none: %j', text => {
    expect(parsePolicyTests(withCases(text === '' ? undefined : text, [{ bash: 'ls', want: 'pass' }])).cases).toHaveLength(1);
  });

  it.each(['a\nb', "cat <<'EOF'\n  x: [1] # y\n\n\tEOF\n", 'a\r\nb "c" \\d', '\n'])(
    'keep a command of several lines on one: %j',
    command => {
      const text = withCases('cases:\n  - { bash: ls, want: pass }\n', [{ bash: command, want: 'ask' }]);

      expect(text.split('\n')).toHaveLength(4);
      expect(parse(text)).toEqual({
        cases: [
          { bash: 'ls', want: 'pass' },
          { bash: command, want: 'ask' },
        ],
      });
    },
  );

  it('need a file of tests', () => {
    expect(() => withCases('- a\n', [])).toThrow(/`cases`/u);
  });
});
