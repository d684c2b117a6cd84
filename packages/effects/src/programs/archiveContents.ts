import type { Argument, Call, Finding, Use } from './descriptor.ts';
import { unseen } from './shapes.ts';

/** A folder that is filled. */
export const tree: Use = { as: 'write', recursive: true };

const cleared: Use = { as: 'write', recursive: true, tags: ['destructive'] };

/** A folder that is read with all that is in it. */
export const below: Use = { as: 'read', recursive: true };

/** Unpacking over what is there without a question. What is lost is not known if it is the folder that one works in. */
export const over = (folder: Argument | undefined): Use => {
  if (folder === undefined || /^(?:\.\/?)?$/.test(folder.text ?? '')) return { ...cleared, certainty: 'possible' };
  return folder.text?.startsWith('/') === true ? { ...tree, clears: true, certainty: 'possible' } : tree;
};

/** Members that the call does not name come into a folder. */
export const unseenMembers = (names: readonly Argument[], folder: Argument | string = '.'): readonly Finding[] =>
  names.length > 0 ? [] : [{ use: unseen, value: folder }];

/** The files that are named are written, where they come to lie below the folder that is unpacked into. */
export function members(names: readonly Argument[], folder: string = '.'): readonly Finding[] {
  return names.flatMap(({ text, glob }) =>
    text === undefined || text.startsWith('/')
      ? []
      : [{ use: tree, value: { text: `${folder}/${text}`, glob: glob || /[*?[]/.test(text) } }],
  );
}

/** The words that name members which a call prints from an archive: none for all of them, `undefined` when it prints no content. */
export function printedMembers(call: Call): readonly Argument[] | undefined {
  const [first, ...rest] = call.operands;
  switch (call.path[0]) {
    case 'tar':
    case 'gtar':
    case 'bsdtar':
    case 'star':
      return call.has('-x') && (call.has('-O') || call.has('--to-command'))
        ? [...call.operands, ...call.values('--include')]
        : undefined;
    case 'unzip':
    case 'bsdunzip':
      return call.has('-p') || call.has('-c') ? rest : undefined;
    case '7z':
    case '7za':
    case '7zr':
    case '7zz':
    case 'p7zip':
    case 'rar':
    case 'unrar':
      return first?.text === 'p' || (/^[xe]$/.test(first?.text ?? '') && call.has('-so')) ? rest.slice(1) : undefined;
    case 'cpio':
      return call.has('-i') && call.has('--to-stdout') ? call.operands : undefined;
    case 'ar':
      return /^-?pv?$/.test(first?.text ?? '') ? rest.slice(1) : undefined;
    case 'unar':
      return call.values('-o').some(({ text }) => text === '-') ? rest : undefined;
    default:
      return undefined;
  }
}

/** Members that are printed: a secret in an archive is one. All of what comes through a pipe may be the project itself. */
export function printed(names: readonly Argument[], isFile: boolean): readonly Finding[] {
  if (names.length > 0)
    return names.map(({ text, glob }) => ({ use: 'read', value: { text, glob: glob || /[*?[]/.test(text ?? '') } }));
  return isFile ? [] : [{ use: { as: 'read', recursive: true, searches: { except: [] } }, value: '.' }];
}

/** What lies where an archive is unpacked goes, or may go. */
export const extracting = (call: Call): Use => {
  if (call.has('--recursive-unlink')) return cleared;
  return call.has('--overwrite') && call.operands.length === 0 ? over(call.values('-C').at(-1)) : tree;
};
