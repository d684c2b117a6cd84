import type { CommandDescriptor, Family, Keyword, OptionTable, OptionValue } from './descriptor.ts';
import { setsUp } from './output.ts';
import { does, effect, lookAt, loses, sends, sharing, shows, unseen } from './shapes.ts';

const PROXY = '(?i)^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]+';

/** Options of ssh that run a command on this machine. Source: ssh_config(5). */
const sshCommands: OptionValue = {
  of: '-o',
  fits: `${PROXY}(?!none$)`,
  take: [PROXY, ''],
  use: { as: 'shell', tags: ['runs_code'] },
};

const sshOptions: OptionTable = {
  '-o': 'text',
  '-i -F -P -l -c -J -R -B -X': 'text',
  '-S -D': { as: 'program', tags: ['runs_code', 'dynamic'] },
  '-r': { recursive: true },
};

const scp = (): CommandDescriptor => ({
  options: sshOptions,
  operands: { rest: 'source', last: 'target' },
  copies: 'copy',
  spares: { any: ['--ignore-existing', '-b'] },
  optionValue: [sshCommands],
});

const sftp = (): CommandDescriptor => ({
  options: { ...sshOptions, '-b': 'read' },
  operands: { first: ['source'] },
  optionValue: [sshCommands],
  effects: [effect('network', 'network:both', 'remote_change')],
});

const lost = (): CommandDescriptor => ({ effects: [loses('backup:data')] });
const sent = (): CommandDescriptor => ({ operands: { rest: 'read' }, effects: [sends('uploads')] });

const REPOSITORY = '^(?:sftp|s3|rest|rclone|gs|azure|b2|swift|ssh|webdavs?|https?|ftp):|^[\\w.-]+@?[\\w.-]+:(?!:)';

/** A repository on another machine gets what is backed up. */
const toRepository: Keyword = {
  when: { either: [{ program: '^kopia$' }, { value: { '-r': REPOSITORY } }, { operand: REPOSITORY }] },
  effects: [sends('uploads')],
};

const backup = (): CommandDescriptor => ({
  options: {
    '-r --repo --repository-file -p --password-file --tag --host --exclude': 'text',
    '--password-command --rsh': { as: 'shell', tags: ['runs_code'] },
  },
  subcommands: {
    'forget prune delete rebuild-index unlock key compact recreate remove-all-but-n-full remove-older-than remove-all-inc-of-but-n-full cleanup':
      lost,
    'backup create copy incremental full snapshot': () => ({ operands: { rest: 'read' }, keyword: [toRepository] }),
    'snapshots list ls check stats diff find mount info cat init version': () => ({}),
    'restore extract': () => ({ options: { '-t --target': { as: 'write', recursive: true } } }),
  },
});

/** Programs that copy files between machines, to stores and into backups, and the keys they use. */
export const remoteCopy: Family = {
  ...sharing('scp pscp', scp),
  rsync: () => ({
    options: {
      '-e --rsh': { as: 'shell', tags: ['runs_code'] },
      '-a -r --archive --recursive': { recursive: true },
      '--delete --del --delete-before --delete-after --delete-during --delete-delay --delete-excluded': 'flag',
      '-n --dry-run': 'flag',
      '--remove-source-files': 'flag',
      '--files-from --exclude-from --include-from --password-file': 'read',
      '--write-batch --only-write-batch': 'write',
      '--log-file': 'update',
      '--exclude --include -f --filter -B --block-size --bwlimit --chmod --chown --max-size --min-size --port --timeout --contimeout --rsync-path --suffix -T --temp-dir --backup-dir --partial-dir --compare-dest --copy-dest --link-dest -M --remote-option --out-format --info --debug --max-delete --usermap --groupmap --address --compress-level':
        'text',
    },
    operands: { rest: 'source', last: 'target' },
    copies: 'copy',
    listed: { in: ['--files-from'] },
    cases: [
      { when: { any: ['--delete'], none: ['-n'] }, tags: ['destructive'] },
      { when: { any: ['-n'] }, operands: { rest: 'source', last: 'read' } },
    ],
    optionValue: [
      { to: -1, when: { any: ['--remove-source-files'] }, use: 'move' },
      { from: -1, when: { any: ['--files-from'], none: ['-n'] }, use: unseen },
    ],
  }),
  sftp,
  ...sharing('ftp lftp tftp ncftpput smbclient', () => ({
    options: { '-c -e': 'text', '-f': 'read', '-u -p': 'text' },
    operands: { first: [{ as: 'url', direction: 'both' }] },
    stdin: 'data',
    effects: [effect('network', 'network:both', 'remote_change')],
  })),
  rclone: () => {
    const sending = (...tags: readonly ('destructive' | 'remote_change')[]) => ({
      effects: [sends('uploads', ...tags)],
      operands: { rest: 'text' } as const,
    });
    return {
      options: {
        '--config --transfers --checkers --exclude --include --filter --bwlimit': 'text',
        '--password-command --metadata-mapper --sftp-ssh --webdav-bearer-token-command': { as: 'shell', tags: ['runs_code'] },
        '-n --dry-run': 'flag',
      },
      subcommands: {
        'copy copyto rcat': () => sending(),
        'sync move moveto bisync': () => sending('destructive', 'remote_change'),
        'delete purge deletefile rmdir rmdirs cleanup': does(loses('resource:cloud', 'remote_change')),
        config: () => ({ subcommands: { 'show dump userinfo': does(shows('rclone')) } }),
        reveal: does(shows('rclone')),
        cat: does(effect('network', 'network:download')),
        'serve rcd': does(effect('network', 'network:listen', 'shares', 'remote_change')),
        'ls lsd lsl lsf lsjson tree size about check listremotes version': () => ({}),
      },
    };
  },
  'ssh-keygen': () => ({
    options: {
      '-f': 'text',
      '-R': { value: 'text', effects: [effect('write', 'file:~/.ssh/known_hosts')] },
      '-D': { as: 'program', tags: ['runs_code', 'dynamic'] },
      '-b -t -C -N -P -m -I -n -V -s -E -a -r -O -w -z': 'text',
    },
    optionValue: [
      { of: '-f', when: { any: ['-y', '-e'] }, use: 'read' },
      { of: '-f', when: { any: ['-l', '-F', '-H'], none: ['-y', '-e'] }, use: lookAt },
      { of: '-f', when: { none: ['-l', '-y', '-e', '-F', '-H'] }, use: 'write' },
    ],
  }),
  'ssh-copy-id': () => ({
    options: { '-i -p -o -F': 'text' },
    operands: { first: [{ as: 'url', direction: 'upload', method: 'ssh' }] },
    tags: ['persistence', 'remote_change'],
  }),
  'ssh-keyscan': () => ({ options: { '-t -p -T -f': 'text' }, operands: { rest: 'url' } }),
  'ssh-agent': () => ({
    prints: setsUp('$'),
    style: 'posix',
    options: { '-a -t -E -O -P': 'text' },
    operands: { first: ['command'] },
  }),
  ...sharing('restic borg kopia rdiff-backup bup', backup),
  duplicity: () => ({ ...backup(), keyword: [{ ...toRepository, when: { ...toRepository.when, verb: '^$' } }] }),
  ...sharing('s3cmd mc b2 azcopy swift-cli s5cmd', () => ({
    subcommands: {
      'del rm rb delete remove delete-file-version delete-bucket': lost,
      'anonymous policy share setacl setpolicy': does(sends('shares', 'remote_change')),
      'put sync mb cp copy mirror upload-file upload mv pipe': sent,
      file: () => ({ subcommands: { upload: sent } }),
    },
  })),
};
