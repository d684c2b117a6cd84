import type { Call, Finding, FixedEffect, ProgramDescriptor, Use } from './descriptor.ts';

/** A file whose content goes. */
export const lost: Use = { as: 'write', tags: ['destructive'] };

const BLANK = /^\/dev\/(?:zero|u?random|null|full)$/;

const UNITS: Readonly<Record<string, number>> = {
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
  P: 1024 ** 5,
};

/** What a size of the core tools means in bytes (`10G`, `4k`, `1GiB`); endless for one that is only known at run time. */
function bytesOf(text: string | undefined): number {
  const [, count, unit = ''] = /^(\d+)([cwbkKMGTP]?)(?:i?B)?$/.exec(text ?? '') ?? [];
  return count === undefined ? Number.POSITIVE_INFINITY : Number(count) * (UNITS[unit] ?? 1);
}

/** More than this fills the disk of an ordinary machine. */
const MOST_BYTES: number = 20 * 1024 ** 3;

const fills: FixedEffect = { kind: 'configure', target: 'machine:disk', tags: ['disrupts'], note: 'fills the disk' };

/** Random bytes or zeros over a file, and as many as there is room for. */
function ddFindings(call: Call): readonly Finding[] {
  const [from] = call.values('if=');
  const keeps = call.values('conv=').some(({ text }) => text?.includes('notrunc') === true);
  const files = call.values('of=').filter(({ text }) => text !== undefined && !text.startsWith('/dev/'));
  if (from === undefined || !BLANK.test(from.text ?? '') || files.length === 0) return [];
  const size = bytesOf(call.values('count=')[0]?.text) * bytesOf(call.values('bs=')[0]?.text ?? '512');
  return [
    ...files.map((value): Finding => ({ use: keeps ? lost : { as: 'write', clears: true }, value })),
    ...(size > MOST_BYTES && from.text !== '/dev/null' && !keeps ? [fills] : []),
  ];
}

/** `fallocate`: a hole in a file is data lost. */
export const fallocate = (): ProgramDescriptor => ({
  summary: 'takes room on the disk for a file',
  options: {
    '-l --length': 'text',
    '-o --offset': 'text',
    '-p --punch-hole -z --zero-range -c --collapse-range': { operands: { rest: lost } },
  },
  operands: { rest: 'write' },
  spares: {},
  inspect: call => (call.values('-l').some(({ text }) => bytesOf(text) > MOST_BYTES) ? [fills] : []),
});

/** `dd`: a device it writes to is lost. */
export const dd = (): ProgramDescriptor => ({
  summary: 'copies blocks',
  hides: true,
  style: 'keyed',
  options: {
    'if=': 'read',
    'of=': 'write',
    'bs=': 'text',
    'count=': 'text',
    'conv=': 'text',
    'ibs= obs= cbs= skip= seek= iflag= oflag= status= iseek= oseek=': 'text',
  },
  inspect: ddFindings,
});
