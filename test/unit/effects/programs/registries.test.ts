import { describe, expect, it, test } from 'vitest';

import {
  byAddress,
  elsewhere,
  foreignSources,
  isForeignPackage,
  isUsualRegistry,
  untrusted,
} from '../../../../packages/effects/src/programs/registries.ts';

test.each([
  ['https://pypi.org/simple', true],
  ['http://pypi.org/simple', false],
  ['https://pypi.org.evil.example/simple', false],
  ['https://pypi.org@evil.example/simple', false],
  ['https://user:pw@pypi.org/simple', true],
  ['http://localhost:4873/', true],
  ['', false],
  [undefined, false],
])('%s is a usual registry: %s', (address, yes) => {
  expect(isUsualRegistry(address)).toBe(yes);
});

describe('a package named by where it lies', () => {
  test.each([
    ['left-pad', false, false],
    ['@a/b@1', false, false],
    ['x@npm:y', false, false],
    ['./local', false, false],
    ['git+https://a.example/x', false, true],
    ['x@git+ssh://a.example/x', false, true],
    ['github:a/b', false, true],
    ['git@github.com:a/b.git', false, true],
    ['git@evil.example:a/b.git', false, true],
    ['https://pypi.org/x.whl', false, false],
    ['a/b', false, false],
    ['a/b', true, true],
    ['a/b#main', true, true],
    [undefined, true, false],
  ])('%s (short form %s): %s', (name, shorthand, yes) => {
    expect(isForeignPackage(name, shorthand)).toBe(yes);
  });

  it('is asked for at its address', () => {
    expect(byAddress({ text: 'x@git+https://a.example/x', glob: false })).toEqual([
      { use: { as: 'url', tags: ['untrusted_code'] }, value: 'https://a.example/x' },
    ]);
    expect(byAddress({ text: 'a/b', glob: false }, true)).toEqual([untrusted]);
    expect(byAddress({ text: 'a', glob: false }, true)).toEqual([]);
  });
});

it('takes a registry that is unknown for another place', () => {
  const of = (text: string | undefined) => elsewhere({ text, glob: false }).length;

  expect([of('https://pypi.org/simple'), of('./wheels'), of('https://a.example/'), of(undefined)]).toEqual([0, 0, 1, 1]);
});

describe('settings name foreign collections', () => {
  test.each([
    ['registry=https://a.example/', ['https://a.example/']],
    ['@scope:registry=https://a.example/', ['https://a.example/']],
    ['registry=https://pypi.org/', []],
    ['# registry=https://a.example/', []],
    ['[project]\nurl = "https://a.example/"\n[tool.uv]\nindex-url = "https://b.example/"', ['https://b.example/']],
  ])('%s', (text, addresses) => {
    expect(foreignSources(text)).toEqual(addresses);
  });
});
