import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { filePins, keptOf, pinnedServers, readTools, writeTools } from 'licet/source/mcp/pins.ts';

const above = mkdtempSync(join(tmpdir(), 'pins-'));
afterAll(() => rmSync(above, { recursive: true }));
let root = above;
beforeEach(() => {
  root = mkdtempSync(join(above, 'one-'));
  mkdirSync(join(root, '.licet', 'mcp'), { recursive: true });
});

describe('the pins of a server', () => {
  it('are the first list, whatever is listed afterwards', () => {
    const pins = filePins(root, 'files');

    expect(pins.pinned({ read: '1' }, { read: { description: 'reads' } })).toEqual({ read: '1' });
    expect(pins.pinned({ read: '2' }, { read: { description: 'sends' } })).toEqual({ read: '1' });
    expect(readTools(root, 'files')).toEqual({
      pinned: { read: '1' },
      listed: { read: '2' },
      described: { 1: { description: 'reads' }, 2: { description: 'sends' } },
    });
  });

  it('are not made of an empty list', () => {
    expect(filePins(root, 'files').pinned({}, {})).toEqual({});
    expect(readTools(root, 'files')).toBeUndefined();
  });

  it.each(['no JSON', '[]', '{"pinned":{"a":1},"listed":{}}', 'null'])(
    'are a fault where the file holds %s: nothing is pinned again',
    text => {
      writeFileSync(join(root, '.licet', 'mcp', 'files.json'), text);

      expect(() => filePins(root, 'files').pinned({ read: '1' }, {})).toThrow('does not hold the pins of a server');
    },
  );

  it('are found by the names of the servers', () => {
    expect(pinnedServers(join(root, 'none'))).toEqual([]);
    writeTools(root, 'b', keptOf({}, {}, {}));
    writeTools(root, 'a', keptOf({}, {}, {}));

    expect(pinnedServers(root)).toEqual(['a', 'b']);
  });

  it('keep the descriptions of what is pinned or listed, and no others', () => {
    expect(keptOf({ a: '1' }, { a: '2' }, { 1: { x: 1 }, 3: { x: 3 } }).described).toEqual({ 1: { x: 1 } });
  });
});
