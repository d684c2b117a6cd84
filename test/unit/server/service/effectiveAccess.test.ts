import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

import { useEffectiveRights } from '@licet/server/service';

describe('useEffectiveRights', () => {
  it('answers whether a file is there by looking at it, and lets nothing ask for the rights of the real user', () => {
    const host = {
      existsSync: fs.existsSync,
      accessSync: fs.accessSync,
      statSync: ((path: string) => {
        if (path === '/closed') throw new Error('EACCES');
        return path === '/there' ? {} : undefined;
      }) as typeof fs.statSync,
    };
    useEffectiveRights(host);

    expect(['/there', '/gone', '/closed'].map(path => host.existsSync(path))).toEqual([true, false, false]);
    expect(() => host.accessSync('/there')).toThrow('the rights of the real user');
  });
});
