import { seccompFilter } from '@licet/sandbox';
import type { FilteredMachine } from '@licet/sandbox';
import { describe, expect, it } from 'vitest';

const [ALLOW, EPERM, ENOSYS, EAFNOSUPPORT] = [0x7fff0000, 0x50001, 0x50026, 0x50061];

interface Called {
  readonly call: number;
  readonly arch: number;
  readonly args?: readonly number[];
}

/** Runs the program as the kernel does. The offsets are those of `struct seccomp_data`. */
function judge(filter: Uint8Array, { call, arch, args = [] }: Called): number {
  const view = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const words = new Map([[0, call], [4, arch], ...args.map((value, at) => [16 + at * 8, value] as const)]);
  let loaded = 0;
  for (let at = 0; at * 8 < filter.byteLength; at++) {
    const [code, yes, no, value] = [
      view.getUint16(at * 8, true),
      view.getUint8(at * 8 + 2),
      view.getUint8(at * 8 + 3),
      view.getUint32(at * 8 + 4, true),
    ];
    if (code === 0x06) return value;
    if (code === 0x20) loaded = words.get(value) ?? 0;
    else if (code === 0x54) loaded = (loaded & value) >>> 0;
    else if (code === 0x15) at += loaded === value ? yes : no;
    else if (code === 0x35) at += loaded >= value ? yes : no;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program ends without an answer');
}

const MACHINES: Readonly<Record<FilteredMachine, { arch: number; socket: number; ioctl: number; read: number; pair: number }>> = {
  x64: { arch: 0xc000003e, socket: 41, ioctl: 16, read: 0, pair: 53 },
  arm64: { arch: 0xc00000b7, socket: 198, ioctl: 29, read: 63, pair: 199 },
};

describe.each(['x64', 'arm64'] as const)('the filter of system calls for %s', machine => {
  const { arch, socket, ioctl, read, pair } = MACHINES[machine];
  const closed = seccompFilter(machine, { local: false });
  const local = seccompFilter(machine, { local: true });
  const call = (number: number, ...args: readonly number[]): number => judge(closed, { call: number, arch, args });

  it('allows sockets of the internet and netlink, and everything that it does not name', () => {
    expect([call(read), call(pair, 1, 1), call(socket, 2, 1), call(socket, 10, 0x80002), call(socket, 16, 3)]).toEqual(
      Array(5).fill(ALLOW),
    );
  });

  it('refuses local, vsock and packet sockets, and raw ones whatever flags they have', () => {
    expect([1, 17, 40, 38, 29].map(family => call(socket, family, 1))).toEqual(Array(5).fill(EAFNOSUPPORT));
    expect([call(socket, 2, 3), call(socket, 10, 0x80003), call(socket, 2, 0x80803)]).toEqual(Array(3).fill(EPERM));
  });

  it('allows local sockets only for the way to the proxy', () => {
    expect(judge(local, { call: socket, arch, args: [1, 1] })).toBe(ALLOW);
    expect(judge(local, { call: socket, arch, args: [40, 1] })).toBe(EAFNOSUPPORT);
  });

  it('refuses keys typed into a terminal, and no other request', () => {
    expect([call(ioctl, 0, 0x5412), call(ioctl, 0, 0x541c)]).toEqual([EPERM, EPERM]);
    expect(call(ioctl, 0, 0x5413)).toBe(ALLOW);
  });

  it('refuses what goes round it: other interfaces of the kernel, and queues of calls', () => {
    expect(judge(closed, { call: read, arch: 0x40000003 })).toBe(ENOSYS);
    expect(call(0x40000000 + socket, 1, 1)).toBe(ENOSYS);
    expect(call(425)).toBe(ENOSYS);
  });
});
