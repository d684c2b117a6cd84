import type { Call, Finding, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';
import { option, sets } from './shapes.ts';
import { below, members, printedMembers, printed, extracting, unseenMembers } from './archiveContents.ts';

/** What tar does with its archive and its words depends on the letter of its mode. */
function tarFindings(call: Call): readonly Finding[] {
  const creates = call.has('-c') || call.has('-r') || call.has('-u') || call.has('-A') || call.has('--delete');
  const archive: Use = { as: creates ? 'write' : 'read', beforeChange: true };
  const extracts = call.has('-x') && !call.has('-O');
  const actions = call.values('--checkpoint-action').flatMap(({ text }): Finding[] => {
    const command = /^exec=(.*)$/s.exec(text ?? '')?.[1];
    return command === undefined ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: command }];
  });
  return [
    ...call.values('-f').map(value => ({ use: archive, value })),
    ...actions,
    ...(extracts
      ? [
          { use: extracting(call), value: '.' },
          ...unseenMembers([...call.operands, ...call.values('--include')]),
          ...members(call.operands),
        ]
      : []),
    ...(call.has('-x') && !extracts ? printed(printedMembers(call) ?? [], call.has('-f')) : []),
    ...(creates && !call.has('--delete') ? call.operands.map(value => ({ use: below, value })) : []),
    ...(call.has('--remove-files')
      ? call.operands.map(value => ({ use: { as: 'delete', recursive: true } as const, value }))
      : []),
  ];
}

const tarOptions: OptionTable = {
  '-f --file': 'text',
  '-C --directory --cd': 'chdir',
  '-T --files-from -X --exclude-from': 'read',
  '--one-top-level': { value: 'write', attachedOnly: true },
  '-c --create': 'flag',
  '-x --extract --get': 'flag',
  '-t --list': 'flag',
  '-r --append': 'flag',
  '-u --update': 'flag',
  '-A --catenate': 'flag',
  '--delete': 'flag',
  '-O --to-stdout': 'flag',
  '--recursive-unlink -U --unlink-first': 'flag',
  '--remove-files': 'flag',
  '-P --absolute-names': option(sets('protection:archive_paths', 'weakens')),
  '--to-command': { as: 'shell', fed: true, tags: ['runs_code'] },
  '-I --use-compress-program -F --info-script --new-volume-script --rsh-command --rmt-command': {
    as: 'shell',
    tags: ['runs_code'],
  },
  '--checkpoint-action': 'text',
  '--include': 'text',
  '--checkpoint --totals': { value: 'text', attachedOnly: true },
  '--exclude --strip-components --transform --xform -b --blocking-factor -H --format -V --label -g --listed-incremental -K -N --newer --mtime --mode --owner --group --sort --suffix --exclude-ignore -L --level --warning --pax-option':
    'text',
};

/** `tar`. */
export const tar = (): ProgramDescriptor => ({
  summary: 'packs and unpacks archives',
  archives: 'both',
  listed: { in: ['-T'], unless: '-x' },
  style: 'bundle',
  options: tarOptions,
  operands: { rest: 'text' },
  inspect: tarFindings,
});
