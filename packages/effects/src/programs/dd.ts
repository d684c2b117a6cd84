import type { Call, Finding, FixedEffect, CommandDescriptor, Use } from './descriptor.ts';

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

/** Sizes that fill the disk of an ordinary machine: more than 20 GiB, or one that is not known. */
const FILLING =
  '^(?!(?:(?:\\d{1,10}|1\\d{10}|20\\d{9})c?|\\d{1,9}w|\\d{1,7}b|(?:\\d{1,7}|1\\d{7}|20[0-8]\\d{5})[kK]|(?:\\d{1,4}|1\\d{4}|20[0-3]\\d{2})M|(?:1?\\d|20)G)(?:i?B)?$)';

/** `fallocate`: a hole in a file is data lost. */
export const fallocate = (): CommandDescriptor => ({
  options: {
    '-l --length': 'text',
    '-o --offset': 'text',
    '-p --punch-hole -z --zero-range -c --collapse-range': { operands: { rest: lost } },
  },
  operands: { rest: 'write' },
  spares: {},
  keyword: [{ when: { value: { '-l': FILLING } }, effects: [fills] }],
});

/** `dd`: a device it writes to is lost. */
export const dd = (): CommandDescriptor => ({
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
