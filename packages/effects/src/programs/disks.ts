import type { Family, FixedEffect } from './descriptor.ts';
import { does, loses, sets, sharing } from './shapes.ts';

const erased: FixedEffect = loses('disk:data', 'catastrophic');
/** Options with which programs that look at disks erase them, or take arrays of them apart. */
const ERASING = (
  '--security-erase --security-erase-enhanced --trim-sector-ranges --write-sector --repair-sector --make-bad-sector ' +
  '--fwdownload --dco-restore -w -n --create -C --zero-superblock --remove -r --fail -f --stop -S --grow -G --build ' +
  '-B --incremental --kill-subarray'
).split(' ');

/** Disks and file systems. */
export const disks: Family = {
  ...sharing(
    'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.jfs mkfs.reiserfs mkfs.minix mkfs.msdos mkfs.nilfs2 mkfs.udf mkfs.hfsplus mkfs.ocfs2 mkfs.gfs2 mkfs.bfs mkfs.cramfs mkdosfs mkntfs mkudffs mkreiserfs mke2fs mkswap newfs newfs_apfs newfs_msdos newfs_hfs newfs_exfat newfs_udf',
    () => ({
      options: { '-t -L -b -m -O -E -i -I -N -U -T -F -d': 'text' },
      effects: [erased],
    }),
  ),
  ...sharing('fdisk gdisk sgdisk sfdisk cfdisk parted', () => ({
    options: { '-l --list -h --help -V --version': 'flag', '-s --script': 'flag' },
    keyword: [{ when: { none: ['-l', '--list', '-h', '--help'], not: { operand: '^print$' } }, effects: [erased] }],
  })),
  ...sharing('wipefs blkdiscard nwipe', () => ({
    options: { '-n --no-act': 'flag', '-a --all': 'flag', '-t -o --offset --types': 'text' },
    keyword: [{ when: { none: ['-n'], either: [{ any: ['-a'] }, { program: '^(?!wipefs$)' }] }, effects: [erased] }],
  })),
  ...sharing('hdparm nvme badblocks mdadm', () => ({
    style: 'long',
    keyword: [
      {
        when: { either: [{ any: ERASING }, { first: '^(?:[?]|format|sanitize|write\\S*|dsm|delete-ns|zns)$' }] },
        effects: [erased],
      },
    ],
  })),
  diskutil: () => ({
    subcommands: {
      'mount unmount mountDisk unmountDisk eject rename': does(sets('disk:mount', 'disrupts')),
      'eraseDisk eraseVolume partitionDisk secureErase zeroDisk randomDisk reformat apfs': does(erased),
    },
  }),
  ...sharing('lvremove vgremove pvremove lvreduce', () => ({ effects: [erased] })),
  ...sharing('zfs zpool btrfs', () => ({
    subcommands: {
      'destroy labelclear rollback': does(erased),
      'subvolume device filesystem': () => ({ subcommands: { 'delete remove': does(erased) } }),
      'create set snapshot mount unmount send receive clone import export scrub balance add attach': does(
        sets('disk:pool', 'disrupts'),
      ),
    },
  })),
  ...sharing('mount umount', () => ({
    options: { '-t -o -L -U --types --options --source --target': 'text' },
    keyword: [{ when: { atLeast: 1 }, effects: [sets('disk:mount', 'disrupts', 'privilege')] }],
  })),
  ...sharing('swapoff swapon losetup', () => ({ effects: [sets('disk:swap', 'disrupts')] })),
  cryptsetup: () => ({
    subcommands: {
      'luksFormat luksErase luksKillSlot luksRemoveKey erase reencrypt': does(erased),
      'luksOpen open luksClose close luksAddKey resize': does(sets('disk:mount', 'disrupts')),
    },
  }),
  ...sharing('fsck fsck.ext4 e2fsck xfs_repair tune2fs resize2fs debugfs', () => ({
    keyword: [{ when: { none: ['-n', '-l'] }, effects: [sets('disk:data', 'destructive')] }],
  })),
  ...sharing('testdisk photorec ddrescue foremost', () => ({ operands: { rest: 'read' } })),
};
