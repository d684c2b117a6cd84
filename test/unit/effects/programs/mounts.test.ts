import { describe, expect, it, test } from 'vitest';

import { opensHost, workingFolder, writableMounts } from '../../../../packages/effects/src/programs/mounts.ts';
import { callOf } from './callOf.ts';

const run = (options: Readonly<Record<string, readonly string[]>>) => callOf(['docker', 'run'], ['image'], options);

describe('a container sees what would let it rewrite the host', () => {
  test.each([
    [{ '-v': ['/:/host'] }, true],
    [{ '-v': ['/etc:/x:ro'] }, true],
    [{ '-v': ['/var/run/docker.sock:/x'] }, true],
    [{ '-v': ['/home/u:/x'] }, true],
    [{ '-v': ['/home/u/.ssh:/x:ro'] }, true],
    [{ '--mount': ['type=bind,source=/home/u/.aws,target=/x'] }, true],
    [{ '-v': ['/home/u/p:/app'] }, false],
    [{ '-v': ['data:/var/lib/x'] }, false],
    [{}, false],
  ])('%j: %s', (options, yes) => {
    expect(opensHost(run(options))).toBe(yes);
  });
});

it('may change what is mounted, unless it says that it only reads', () => {
  expect(
    writableMounts(
      run({
        '-v': ['/p:/app/', '/q:/q:ro', '/only'],
        '--mount': ['type=bind,src=/r,dst=/r', 'type=bind,src=/s,dst=/s,readonly', 'type=tmpfs,dst=/t'],
      }),
    ),
  ).toEqual([
    { from: '/p', to: '/app' },
    { from: '/r', to: '/r' },
  ]);
});

it('starts in the last folder that is said', () => {
  expect(workingFolder(run({ '-w': ['/a', '/b'] }))).toBe('/b');
  expect(workingFolder(run({}))).toBeUndefined();
});
