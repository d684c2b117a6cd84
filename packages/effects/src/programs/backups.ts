import type { CommandDescriptor, Family, ProgramDescriptor } from './descriptor.ts';
import { destroys, sharing } from './shapes.ts';

const lost = (): CommandDescriptor => ({ effects: [{ kind: 'delete', target: 'backup:data', tags: ['destructive'] }] });
const sent = (): CommandDescriptor => ({
  operands: { rest: 'read' },
  effects: [{ kind: 'network', target: 'network:upload', tags: ['uploads'] }],
});

const backup = (): ProgramDescriptor => ({
  summary: 'keeps backups',
  options: { '-r --repo --repository-file -p --password-file --tag --host --exclude': 'text' },
  subcommands: {
    'forget prune delete rebuild-index unlock key': lost,
    'backup create copy': () => ({ operands: { rest: 'read' } }),
    'snapshots list ls check stats diff find mount info cat init version': () => ({}),
    'restore extract': () => ({ options: { '-t --target': { as: 'write', recursive: true } } }),
  },
  match: { 'restic forget --prune latest': 'delete backup:data #destructive' },
  notMatch: { 'restic snapshots': 'delete' },
});

const bucket = (): ProgramDescriptor => ({
  summary: 'works on an object store',
  subcommands: {
    'del rm rb delete remove delete-file-version': lost,
    'put sync mb cp mirror upload-file upload mv': sent,
    'ls la info du get stat cat diff find download-file list-buckets list': () => ({}),
  },
  match: { 's3cmd del s3://b/x': 'delete #destructive', 'b2 upload-file b .env x': 'network upload #uploads' },
});

/** Backups, object stores and virtual machines. */
export const backups: Family = {
  ...sharing('restic borg kopia duplicity rdiff-backup bup', backup),
  ...sharing('s3cmd mc b2 azcopy swift-cli s5cmd', bucket),
  ...sharing('multipass lxc incus virsh VBoxManage limactl colima', () => ({
    summary: 'runs virtual machines',
    subcommands: {
      'destroy delete undefine unregistervm purge remove': destroys('machine'),
      'up start stop halt list ls info status ssh exec shell reload launch console dominfo suspend resume snapshot provision create clone':
        () => ({}),
    },
  })),
  ...sharing('nomad consul packer', () => ({
    summary: 'runs work on a cluster',
    subcommands: {
      'destroy stop delete purge': destroys('job', 'remote_change'),
      'status validate fmt build plan inspect members catalog version monitor logs': () => ({}),
      'run kv deploy': () => ({ effects: [{ kind: 'configure', target: 'resource:cluster', tags: ['remote_change'] }] }),
    },
  })),
  ...sharing('tailscale wg wg-quick openvpn zerotier-cli', () => ({
    summary: 'joins a private network',
    subcommands: { 'status ip ping netcheck version show': () => ({}) },
    cases: [
      {
        when: { operand: '^(?:up|down|set|serve|funnel|login|logout|join|leave|syncconf)$' },
        effects: [{ kind: 'configure', target: 'network:private', tags: ['weakens'] }],
      },
    ],
  })),
  ...sharing('testdisk photorec ddrescue foremost', () => ({ summary: 'rescues data', operands: { rest: 'read' } })),
};
