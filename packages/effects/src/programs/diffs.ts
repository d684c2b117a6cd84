import type { Call, Finding, CommandDescriptor, Use } from './descriptor.ts';
import { effect, option } from './shapes.ts';
import { textsOf } from './searches.ts';

/** `patch`: the files that a patch names. */
export const patchFile = (): CommandDescriptor => ({
  options: {
    '-i --input': 'read',
    '-o --output -r --reject-file': 'write',
    '-d --directory': 'chdir',
    '-p -F -B -D -V -Y -z -x -g --strip --fuzz --prefix --suffix --ifdef': 'text',
    '--dry-run': 'flag',
    '-e --ed': option(effect('unknown', 'program:ed', 'runs_code')),
  },
  operands: { first: ['update', 'read'] },
  stdin: 'patch',
  cases: [{ when: { any: ['--dry-run'] }, stdin: 'text' }],
  optionValue: [{ value: '.', when: { none: ['--dry-run'], atMost: 0 }, use: { as: 'write', recursive: true } }],
});

/** What differs in two trees: lines of files that both have, and with `-N` all of the files that one of them lacks. */
const compared = (call: Call): readonly Finding[] => {
  if (call.has('-q')) return [];
  const leavesOut = /^(?:colordiff|g?diff)$/.test(call.path[0] ?? '') ? { leaveOut: "-x '{name}'" } : {};
  const searches = { except: textsOf(call, '-x'), ...leavesOut };
  return call.operands.map(value => ({ use: { as: 'read', searches }, value }));
};

/** `diff`, also of whole trees. */
export const diff = (): CommandDescriptor => ({
  options: {
    '-r --recursive': { recursive: true },
    '-q --brief': 'flag',
    '-N --new-file --unidirectional-new-file -P': 'flag',
    '-x --exclude': 'text',
    '-X -I -U -C -W -F -S -L -D --ignore-matching-lines --label --width --ifdef --starting-file --horizon-lines --tabsize':
      'text',
    '--from-file --to-file --exclude-from': 'read',
    '-o': 'write',
  },
  operands: { rest: 'read' },
  cases: [{ when: { any: ['-q'] }, operands: { rest: { as: 'read', tags: ['metadata'] } } }],
  inspect: compared,
});

const tree: Use = { as: 'write', recursive: true };

/** `patch-package`: applies the patches of a folder to installed packages; with names it writes such patches instead. */
export const patchPackage = (): CommandDescriptor => ({
  options: { '--patch-dir --include --exclude --append': 'text', '--reverse --use-yarn --error-on-fail --partial': 'flag' },
  stdin: 'text',
  cases: [{ when: { atMost: 0 }, stdin: 'patch' }],
  optionValue: [
    { of: '--patch-dir', from: -1, when: { atMost: 0 }, take: ['$', '/*.patch'], isPattern: true, use: 'read' },
    { value: 'patches/*.patch', isPattern: true, when: { atMost: 0, not: { value: { '--patch-dir': '' } } }, use: 'read' },
    { of: '--patch-dir', from: -1, when: { atLeast: 1 }, use: tree },
    { value: 'patches', when: { atLeast: 1, not: { value: { '--patch-dir': '' } } }, use: tree },
  ],
});
