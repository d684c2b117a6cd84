import { describe, expect, it, test } from 'vitest';

import { digestOfTool, namedDigest, toolDigests } from '../../../../packages/adapters/src/runtimes/toolDigest.ts';

const tool = { name: 'find', description: 'finds', inputSchema: { type: 'object', properties: { a: {}, b: {} } } };
const digest = (of: object): string | undefined => namedDigest(of)?.[1];

describe('the digest of a tool', () => {
  it('is of everything that is said of it, in any order', () => {
    const turned = { inputSchema: { properties: { b: {}, a: {} }, type: 'object' }, description: 'finds', name: 'find' };

    expect(digest(turned)).toBe(digest(tool));
  });

  test.each([{ description: 'finds and sends' }, { inputSchema: {} }, { annotations: {} }, { jsonSchema: {} }])(
    'is another one with %j',
    more => {
      expect(digest({ ...tool, ...more })).not.toBe(digest(tool));
    },
  );

  it('is the same whatever a server says of the message', () => {
    expect(digest({ ...tool, _meta: { at: 1 } })).toBe(digest(tool));
  });

  it('is none of what is no tool', () => {
    expect([undefined, 'find', {}, { name: 1 }].map(namedDigest)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

it('is by name, unless one is no tool or a name is there twice', () => {
  expect(Object.keys(toolDigests([tool, { name: 'other' }]) ?? {})).toEqual(['find', 'other']);
  expect(toolDigests([])).toEqual({});
  expect([toolDigests([tool, {}]), toolDigests([tool, tool])]).toEqual([undefined, undefined]);
});

describe('a tool of an SDK', () => {
  const { name, description, inputSchema } = tool;

  it('has its schema as JSON, made by a library or out of a wrapper', () => {
    const made = Object.assign(() => undefined, { toJSONSchema: () => inputSchema });

    expect(digestOfTool(name, description, inputSchema)).toBe(digest(tool));
    expect(digestOfTool(name, description, made)).toBe(digest(tool));
    expect(digestOfTool(name, description, { [Symbol('schema')]: true, jsonSchema: inputSchema })).toBe(digest(tool));
    expect(digestOfTool(name, undefined, undefined)).toBe(digest({ name }));
  });

  it('has no digest while its schema is not known', () => {
    expect(digestOfTool(name, description, { [Symbol('schema')]: true, jsonSchema: Promise.resolve({}) })).toBeUndefined();
    expect(digestOfTool(name, description, { [Symbol('schema')]: true })).toBeUndefined();
  });

  it('counts as a whole where what a server has sent only looks like a wrapper', () => {
    expect(digestOfTool(name, description, { jsonSchema: inputSchema })).not.toBe(digest(tool));
  });
});
