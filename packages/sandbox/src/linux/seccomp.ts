/** The machines for which there is a filter. */
export type FilteredMachine = 'x64' | 'arm64';

interface Machine {
  /** AUDIT_ARCH of the kernel. */
  readonly arch: number;
  readonly calls: Readonly<
    Record<
      'socket' | 'ioctl' | 'io_uring_setup' | 'add_key' | 'request_key' | 'keyctl' | 'bpf' | 'perf_event_open' | 'userfaultfd',
      number
    >
  >;
}

/** Numbers of system calls. Source: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux. */
const MACHINES: Readonly<Record<FilteredMachine, Machine>> = {
  x64: {
    arch: 0xc000003e,
    calls: {
      socket: 41,
      ioctl: 16,
      io_uring_setup: 425,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
    },
  },
  arm64: {
    arch: 0xc00000b7,
    calls: {
      socket: 198,
      ioctl: 29,
      io_uring_setup: 425,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
    },
  },
};

const [ALLOW, ERRNO] = [0x7fff0000, 0x00050000];
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, SOCK_RAW] = [1, 2, 10, 16, 3];
/** Requests that put keys into a terminal. */
const [TIOCSTI, TIOCLINUX] = [0x5412, 0x541c];
/** Numbers of the x32 interface begin here; on arm64 no number is as large. */
const X32 = 0x40000000;
/** Where the number of the call, the machine and the low words of the arguments are in `struct seccomp_data`. */
const [NR, ARCH, ARG0, ARG1] = [0, 4, 16, 24];
const [LOAD, JEQ, JGE, AND, RETURN] = [0x20, 0x15, 0x35, 0x54, 0x06];

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (result: number): Instruction => [RETURN, 0, 0, result];
const fail = (errno: number): Instruction => give(ERRNO | errno);

/** Runs the body only if the loaded value is this one. */
const ifEqual = (value: number, body: readonly Instruction[]): readonly Instruction[] => [[JEQ, 0, body.length, value], ...body];

/**
 * Makes the program by which the kernel filters system calls of code in a sandbox (BPF for seccomp, as bubblewrap reads it). It allows sockets of the
 * internet and netlink only, no raw ones, none of the calls that go round the filter, and no keys typed into a terminal. Local (unix) sockets are
 * allowed only with `local`, which the way to the proxy needs; pairs of sockets always work.
 *
 * @example
 * ```ts
 * import { seccompFilter } from '@licet/sandbox';
 *
 * seccompFilter('x64', { local: false }).byteLength % 8; // => 0
 * ```
 */
export function seccompFilter(machine: FilteredMachine, { local }: { readonly local: boolean }): Uint8Array {
  const { arch, calls } = MACHINES[machine];
  const { socket, ioctl, io_uring_setup, ...rest } = calls;
  const families = [AF_INET, AF_INET6, AF_NETLINK, ...(local ? [AF_UNIX] : [])];
  const raw: readonly Instruction[] = [load(ARG1), [AND, 0, 0, 0xf], ...ifEqual(SOCK_RAW, [fail(EPERM)]), give(ALLOW)];
  const program: readonly Instruction[] = [
    load(ARCH),
    [JEQ, 1, 0, arch],
    fail(ENOSYS),
    load(NR),
    [JGE, 0, 1, X32],
    fail(ENOSYS),
    ...ifEqual(socket, [
      load(ARG0),
      ...[AF_INET, AF_INET6].flatMap(family => ifEqual(family, raw)),
      ...families.filter(family => family === AF_NETLINK || family === AF_UNIX).flatMap(family => ifEqual(family, [give(ALLOW)])),
      fail(EAFNOSUPPORT),
    ]),
    ...ifEqual(ioctl, [load(ARG1), ...[TIOCSTI, TIOCLINUX].flatMap(request => ifEqual(request, [fail(EPERM)])), give(ALLOW)]),
    ...ifEqual(io_uring_setup, [fail(ENOSYS)]),
    ...Object.values(rest).flatMap(call => ifEqual(call, [fail(EPERM)])),
    give(ALLOW),
  ];
  return encoded(program);
}

/** Eight bytes an instruction, as the kernel has them: code, two jumps, value. */
function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, jumpTrue);
    bytes.setUint8(index * 8 + 3, jumpFalse);
    bytes.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
