import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { claudeCode } from '@licet/adapters/claude-code';
import { isLicetHandler } from '@licet/adapters/runtimes';
import { findHandlers, insertHooks, removeHandlers, removeInserted } from 'licet/source/init/settingsText.ts';

const command = { node: '/usr/bin/node', bundle: '/opt/licet/dist/licet.cjs', policy: '/project/governance.yaml' };
const { settings: own } = claudeCode;
const groups = own.layout === 'plugin' ? {} : own.entries(command);
const isOurs = (handler: unknown): boolean => isLicetHandler(handler, 'claude-code');

/** JSON with every freedom that JSON leaves: spaces, tabs, line breaks, comments, order. */
const space = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\n  ', ' // note\n', ' /* note */ ');
const scalar = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('true', 'null'),
  fc.string().map(text => JSON.stringify(text)),
);
const list = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(
        fc.tuple(space, items, space).map(parts => parts.join('')),
        { maxLength: 3 },
      ),
      space,
    )
    .map(([all, gap]) => (all.length === 0 ? `[${gap}]` : `[${all.join(',')}]`));
const object = (members: fc.Arbitrary<readonly (readonly [string, string])[]>): fc.Arbitrary<string> =>
  fc
    .tuple(members, fc.array(space, { minLength: 12, maxLength: 12 }))
    .map(([all, gaps]) =>
      all.length === 0
        ? `{${gaps[0]}}`
        : `{${all.map(([key, value], index) => `${gaps[index * 3] ?? ''}${JSON.stringify(key)}${gaps[index * 3 + 1] ?? ''}:${gaps[index * 3 + 2] ?? ''}${value}`).join(',')}${gaps[11]}}`,
    );
const handler = fc.constant('{"type": "command", "command": "echo"}');
const group = object(
  list(handler).map(
    hooks =>
      [
        ['matcher', '"Bash"'],
        ['hooks', hooks],
      ] as const,
  ),
);
const hooks = object(
  fc
    .uniqueArray(fc.constantFrom('PreToolUse', 'PostToolUse', 'SessionStart', 'Stop'), { maxLength: 3 })
    .chain(names => fc.tuple(...names.map(name => list(group).map(value => [name, value] as const)))),
);
const settings = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('model', 'env', 'permissions', 'x'), { maxLength: 2 }),
    fc.option(hooks),
    scalar,
    fc.boolean(),
  )
  .chain(([names, own, value, isFirst]) => {
    const members = names.map(name => [name, value] as const);
    const withHooks =
      own === null ? members : isFirst ? [['hooks', own] as const, ...members] : [...members, ['hooks', own] as const];
    return fc.tuple(space, object(fc.constant(withHooks)), space).map(parts => parts.join(''));
  });

describe('insertHooks', () => {
  it('can be taken back byte for byte, whatever the settings look like', () => {
    fc.assert(
      fc.property(settings, before => {
        const { text, inserted } = insertHooks(before, groups);

        expect(
          findHandlers(text, isOurs)
            .map(({ event }) => event)
            .sort(),
        ).toEqual(Object.keys(groups).sort());
        expect(removeInserted(text, inserted)).toBe(before);
      }),
    );
  });

  it('keeps what others have put there, also when the file was changed in between', () => {
    fc.assert(
      fc.property(settings, before => {
        const { text } = insertHooks(before, groups);

        const after = removeHandlers(text, isOurs);

        expect(findHandlers(after, isOurs)).toEqual([]);
        expect(findHandlers(after, () => true)).toEqual(findHandlers(before, () => true));
      }),
    );
  });

  it('indents like its siblings', () => {
    const { text } = insertHooks('{\n\t"model": "x"\n}\n', { SessionStart: { hooks: [] } });

    expect(text).toBe(
      '{\n\t"model": "x",\n\t"hooks": {\n\t  "SessionStart": [\n\t    {\n\t      "hooks": []\n\t    }\n\t  ]\n\t}\n}\n',
    );
  });

  it.each(['', '[]', '"x"', '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}'])('refuses settings of another shape: %s', text => {
    expect(() => insertHooks(text, groups)).toThrow(expect.objectContaining({ code: 'invalid_settings' }));
  });
});

describe('removeHandlers', () => {
  const ours = JSON.stringify(groups['SessionStart']);

  it('leaves a neighbour in the same group alone', () => {
    const text = `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [ {"type":"command","command":"mine"} , ${JSON.stringify((groups['PreToolUse'] as { hooks: object[] }).hooks[0])} ]}]}} // end`;

    expect(removeHandlers(text, isOurs)).toBe(
      '{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [ {"type":"command","command":"mine"} ]}]}} // end',
    );
  });

  it('takes away what is empty without it', () => {
    expect(removeHandlers(`{"model": 1, "hooks": {"SessionStart": [${ours}]}}\n`, isOurs)).toBe('{"model": 1}\n');
    expect(removeHandlers(`{"hooks": {"SessionStart": [${ours}]}, "model": 1}\n`, isOurs)).toBe('{"model": 1}\n');
    expect(removeHandlers(`{"hooks": {"SessionStart": [${ours}],}}\n`, isOurs)).toBe('{}\n');
  });
});

describe('isLicetHandler', () => {
  it.each([
    null,
    'x',
    {},
    { command: 'node', args: ['x.js', 'hook', 'claude-code'] },
    { command: 'node', args: ['hook', 'claude-code'] },
    { command: 5, args: [] },
  ])('does not know %j', handler => {
    expect(isOurs(handler)).toBe(false);
  });

  it('knows its own on any machine', () => {
    expect(isOurs({ command: 'C:\\node.exe', args: ['C:\\licet\\dist\\licet.cjs', 'hook', 'claude-code'] })).toBe(true);
  });
});
