import type { OptionValue, ProgramDescriptor } from './descriptor.ts';
import { lost } from './dd.ts';

/** Sizes at which nothing that lies in the file goes. */
const KEEPS = '^(?:[+]|>)|^0*[1-9]';

/** `truncate`: a file that is cut loses what lay behind. */
export const truncate = (): ProgramDescriptor => ({
  summary: 'cuts or extends files',
  options: { '-s --size': 'text', '-r --reference': 'read' },
  optionValue: [
    { when: { value: { '-s': KEEPS } }, use: 'write' },
    { when: { not: { value: { '-s': KEEPS } } }, use: lost },
  ],
});

/** `shred`. */
export const shred = (): ProgramDescriptor => ({
  summary: 'overwrites files so that nothing can be recovered',
  options: { '-n --iterations -s --size --random-source': 'text', '-u --remove': { operands: { rest: 'delete' } } },
  operands: { rest: lost },
});

/** `wipe` and the programs like it. */
export const wipe = (): ProgramDescriptor => ({
  summary: 'erases files for good',
  options: { '-r -R --recursive': { recursive: true }, '-Q -l -S -X': 'text' },
  operands: { rest: 'delete' },
});

/** Nothing comes in, so the files are empty afterwards. */
const emptied: OptionValue = { when: { empty: true, none: ['-a'] }, use: { as: 'write', clears: true } };

/** `tee`. */
export const tee = (): ProgramDescriptor => ({
  summary: 'copies its input to files',
  prints: 'input',
  endless: 'passes',
  options: { '-a --append': { operands: { rest: 'update' } }, '--output-error': { value: 'text', attachedOnly: true } },
  operands: { rest: 'write' },
  optionValue: [emptied],
  keeps: 'input',
});

/** `sponge`. */
export const sponge = (): ProgramDescriptor => ({
  summary: 'writes its input to a file after reading all of it',
  prints: 'lines',
  endless: 'keeps',
  hides: true,
  operands: { rest: 'write' },
  optionValue: [emptied],
  keeps: 'input',
});
