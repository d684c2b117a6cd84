import { editAccess, lineDiff } from 'licet/source/policy/editAccess.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { describe, expect, it } from 'vitest';

const HEAD = 'version: 1\ndefault: pass\n# mine\ninclude: [standard]\n';

describe('editAccess', () => {
  it('makes a map that closes what is named, and leaves the rest as it was', () => {
    const text = editAccess(HEAD, [
      ['docs/', 'read-only'],
      ['*.key', 'no-access'],
    ]);

    expect(text).toBe(
      `${HEAD}\n# The access to each path; the most specific pattern wins.\naccess:\n  /: read-write\n  docs/: read-only\n  '*.key': no-access\n`,
    );
    expect(compilePolicy(text, '/project/governance.yaml')).toMatchObject({ warnings: [] });
  });

  it('makes a map that opens one folder, and nothing else', () => {
    expect(editAccess(HEAD, [['src/', 'read-write']])).toContain('access:\n  src/: read-write\n');
  });

  it.each([
    [
      'a block',
      'access:\n  src/: read-write # sources\n\n# after\nmode: observe\n',
      'access:\n  src/: read-write # sources\n  docs/: read-only\n\n# after\nmode: observe\n',
    ],
    ['a deeper block', 'access:\n    src/: read-write', 'access:\n    src/: read-write\n    docs/: read-only\n'],
    ['braces', 'access: { src/: read-write } # all\n', 'access: { src/: read-write, docs/: read-only } # all\n'],
    ['empty braces', 'access: {}\n', 'access: { docs/: read-only }\n'],
    [
      'an entry',
      'access:\n  docs/: no-access # closed\n  src/: read-write\n',
      'access:\n  docs/: read-only # closed\n  src/: read-write\n',
    ],
  ])('adds to %s, and keeps every other byte', (_what, before, after) => {
    expect(editAccess(HEAD + before, [['docs/', 'read-only']])).toBe(HEAD + after);
  });

  it('changes nothing that is so already', () => {
    const text = `${HEAD}access: { docs/: read-only }\n`;

    expect(editAccess(text, [['docs/', 'read-only']])).toBe(text);
  });

  it.each(['- a\n', '{', `${HEAD}access: [src]\n`])('refuses what is no mapping: %j', text => {
    expect(() => editAccess(text, [['docs/', 'read-only']])).toThrow('not a');
  });
});

describe('lineDiff', () => {
  it('shows what goes and what comes, with one line around', () => {
    expect(lineDiff('a\nb\nc\nd', 'a\nb\nx\ny\nd')).toEqual(['  b', '- c', '+ x', '+ y', '  d']);
    expect(lineDiff('a', 'a')).toEqual(['  a']);
  });
});
