import { describe, expect, it } from 'vitest';

import { identity, identityProblem } from '@licet/server/service';
import type { IdentityCalls } from '@licet/server/service';

const OWNER = { name: 'licet', uid: 10, gid: 10, home: '/var/lib/licet' };
const ASKER = { name: 'ann', uid: 20, gid: 21, home: '/home/ann' };

/** A process whose rights can be looked at; `fails` names a call that the kernel refuses. */
function host(fails?: { readonly call: string }) {
  const now = { uid: 10, gid: 10, groups: [10] as readonly number[] };
  const refuse = (call: string): void => {
    if (fails?.call === call) throw new Error('EPERM');
  };
  const calls: IdentityCalls = {
    setgroups: groups => {
      refuse('setgroups');
      now.groups = [...groups];
    },
    getgroups: () => [...now.groups],
    initgroups: (_name, gid) => void (now.groups = [gid, 99]),
    setegid: gid => {
      refuse('setegid');
      now.gid = gid;
    },
    seteuid: uid => {
      refuse(`seteuid ${uid}`);
      now.uid = uid;
    },
    geteuid: () => now.uid,
    abort: () => {
      throw new Error('aborted');
    },
  };
  return { now, rights: identity(OWNER, calls) };
}

describe('identity', () => {
  it('has the rights of a user while something is done for them, and its own before and after', async () => {
    const { now, rights } = host();
    const during = await rights.as(ASKER, async () => structuredClone(now));

    expect(during).toEqual({ uid: 20, gid: 21, groups: [21, 99] });
    expect(now).toEqual({ uid: 10, gid: 10, groups: [10] });
  });

  it('takes its own rights back where what is done fails', async () => {
    const { now, rights } = host();

    await expect(rights.as(ASKER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(now).toEqual({ uid: 10, gid: 10, groups: [10] });
  });

  it('has its own rights to what it keeps, also within, and those of the user again afterwards', async () => {
    const { now, rights } = host();
    const seen = await rights.as(ASKER, async () => {
      const inside = rights.asOwner(() => rights.asOwner(() => now.uid));
      const failing = (): void =>
        rights.asOwner(() => {
          throw new Error('no');
        });
      expect(failing).toThrow('no');
      return [inside, now.uid];
    });

    expect(seen).toEqual([10, 20]);
    expect(rights.asOwner(() => now.uid)).toBe(10);
  });

  it('acts as one user at a time', async () => {
    const { rights } = host();

    await rights.as(ASKER, () => expect(rights.as(ASKER, async () => undefined)).rejects.toThrow('one user at a time'));
  });

  it.each(['setgroups', 'setegid', 'seteuid 20'])('ends the process where the kernel refuses %s', async call => {
    const fails = { call: '' };
    const { rights } = host(fails);
    await rights.as(ASKER, async () => undefined);
    fails.call = call;

    await expect(rights.as(ASKER, async () => 'done')).rejects.toThrow('aborted');
  });

  it('ends the process where the kernel does not give it its own rights back', async () => {
    const fails = { call: '' };
    const { rights } = host(fails);

    await expect(rights.as(ASKER, async () => void (fails.call = 'seteuid 10'))).rejects.toThrow('aborted');
  });
});

describe('identityProblem', () => {
  it.each([
    [10, undefined],
    [0, 'the service runs as `licet` (user 10), found user 0'],
    [20, 'the service runs as `licet` (user 10), found user 20'],
  ])('of a process of user %s is %s', (found, want) => {
    expect(identityProblem(OWNER, found)).toBe(want);
  });
});
