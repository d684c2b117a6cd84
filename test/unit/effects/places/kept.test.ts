import { createPathMatcher, isSecretPath } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { keepSome, MOST_KEPT } from '../../../../packages/effects/src/places/kept.ts';
import { runsAgain } from '../../../../packages/effects/src/places/persistence.ts';

describe('what is made for a home', () => {
  it('is made once, and kept for some homes only', () => {
    const asked: string[] = [];
    const of = keepSome(home => ({ number: asked.push(home) }));

    expect([of('a').number, of('b').number, of('a').number]).toEqual([1, 2, 1]);
    for (let i = 2; i < MOST_KEPT; i++) of(`${i}`);
    expect(of('a').number).toBe(1);
    of('one more');
    expect(of('a').number).toBe(MOST_KEPT + 2);
  });

  it('takes the signs of patterns in its name as they are', () => {
    for (const home of ['/home/[ab]', '/home/a*', '/home/{a,b}', '/home/a?(b)', '/home/@(a)', '/home/a\\b']) {
      const other = home.replace(/[\\*?[\](){}@,]/g, '');
      expect([home, runsAgain(`${home}/.bashrc`, home), runsAgain(`${other}/.bashrc`, home)]).toEqual([home, true, false]);
      expect([home, isSecretPath(`${home}/.npmrc`, undefined, home)]).toEqual([home, true]);
      const matcher = createPathMatcher(['~/.ssh/*'], { root: '/w', home, mode: 'grant' });
      expect([home, matcher.match(`${home}/.ssh/a`).length, matcher.match('/home/a/.ssh/a').length]).toEqual([home, 1, 0]);
    }
  });
});
