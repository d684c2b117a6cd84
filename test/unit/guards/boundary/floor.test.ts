import { Floor } from '@licet/guards';
import { describe, expect, test } from 'vitest';

import { effect, file, judge, place } from '../fixtures.ts';

const policy = Floor(place());

describe('Floor', () => {
  test.each([
    ['deletes the root', file('delete', '/', { recursive: true }), 'block'],
    ['deletes everything in the root', file('delete', '/', { glob: '/*' }), 'block'],
    ['deletes the home folder', file('delete', '/home/u', { recursive: true }), 'block'],
    ['deletes the folder of all homes', file('delete', '/home', { recursive: true }), 'block'],
    ['deletes the project', file('delete', '/w', { recursive: true }), 'block'],
    ['deletes a folder of the project', file('delete', '/w/src', { recursive: true }), 'pass'],
    ['deletes the temporary files of the root by extension', file('delete', '/w', { glob: '/w/*.tmp' }), 'pass'],
    ['has a catastrophic mark', effect('write', { tags: ['catastrophic'] }), 'block'],
    ['publishes', effect('execute', { tags: ['shares'] }), 'pass'],
    ['does what cannot be seen', effect('unknown'), 'pass'],
  ] as const)('when the action %s', (_what, one, ruling) => {
    expect(judge(policy, [one]).ruling).toBe(ruling);
  });
});
