import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareNetworks, representativeHosts } from '../../../../packages/guards/src/boundary/compareNetworks.ts';
import { compileHost } from '../../../../packages/guards/src/boundary/hostPattern.ts';
import { cases } from '../../../support/longRuns.ts';

const address = fc
  .tuple(fc.constantFrom(10, 11), fc.constantFrom(0, 1), fc.constant(0), fc.integer({ min: 0, max: 4 }))
  .map(parts => parts.join('.'));
const name = fc.constantFrom('x.example', 'a.x.example', 'example', 'localhost');
const port = fc.constantFrom('', ':80', ':443');
const pattern = fc.oneof(
  fc.tuple(name, port).map(parts => parts.join('')),
  fc.tuple(fc.constantFrom('*', '*.example', '*.x.example'), port).map(parts => parts.join('')),
  fc.tuple(address, fc.constantFrom('', '/8', '/16', '/30'), port).map(parts => parts.join('')),
);
const lists = fc.array(pattern, { maxLength: 3 });
const host = fc.oneof(name, address, fc.constantFrom('b.x.example', 'y.test'));

describe('hosts that represent all there are', () => {
  it('tell two lists of patterns apart wherever any host does', () => {
    const listed = (patterns: readonly string[], ...each: readonly [string, number | undefined]): boolean =>
      patterns.some(text => compileHost(text, []).matches(...each));
    fc.assert(
      fc.property(lists, lists, host, fc.constantFrom(undefined, 80, 443, 8080), (some, others, at, on) => {
        const differ = (...each: readonly [string, number | undefined]): boolean =>
          listed(some, ...each) !== listed(others, ...each);
        if (differ(at, on)) expect((representativeHosts([...some, ...others]) ?? []).some(each => differ(...each))).toBe(true);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('are not known of names that hold addresses', () => {
    expect(representativeHosts(['*.sslip.io'])).toBeUndefined();
  });
});

describe('two networks', () => {
  it.each([
    [{ allow: ['a.example'] }, { allow: ['a.example'], deny: ['b.example'] }, 'equal'],
    [{ allow: ['a.example', 'b.example'] }, { allow: ['*.example'], deny: ['a.example'] }, 'unknown'],
    [{ allow: ['*.example'] }, { allow: ['a.example'] }, 'narrower'],
    [{ allow: ['10.0.0.0/8'] }, { allow: ['10.0.0.0/8', '10.1.2.3'] }, 'equal'],
    [{ allow: ['10.0.0.0/16'] }, { allow: ['10.0.0.0/8'] }, 'wider'],
    [{ allow: ['a.example'] }, { allow: ['a.example:443'] }, 'narrower'],
    [{ allow: ['a.example'] }, { allow: ['a.example'], uploads: 'pass' }, 'wider'],
    [{ uploads: 'block' }, { uploads: 'block', uploadTo: ['a.example'] }, 'wider'],
    [{ deny: ['169.254.169.254'] }, {}, 'wider_or_no_longer'],
    [{}, { deny: ['*.sslip.io'] }, 'narrower_or_newly'],
  ] as const)('%j, %j: %s', (older, newer, want) => {
    expect(compareNetworks(older, newer)).toBe(want);
  });
});
