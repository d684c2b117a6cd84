import type { Call, CommandDescriptor, Family, Finding, ProgramDescriptor } from './descriptor.ts';
import { credentialFindings } from './secretStores.ts';
import { destroys, sharing } from './shapes.ts';
import { byLosingVerb } from './verbs.ts';

const lost = (): CommandDescriptor => ({ effects: [{ kind: 'delete', target: 'backup:data', tags: ['destructive'] }] });
const sent = (): CommandDescriptor => ({
  operands: { rest: 'read' },
  effects: [{ kind: 'network', target: 'network:upload', tags: ['uploads'] }],
});

/** A repository on another machine gets what is backed up. */
const repositoryFindings = (call: Call): readonly Finding[] =>
  [...call.values('-r'), ...call.operands].some(({ text = '' }) =>
    /^(?:sftp|s3|rest|rclone|gs|azure|b2|swift|ssh|webdavs?|https?|ftp):|^[\w.-]+@?[\w.-]+:(?!:)/.test(text),
  )
    ? [{ kind: 'network', target: 'network:upload', tags: ['uploads'] }]
    : [];

const backup = (): ProgramDescriptor => ({
  summary: 'keeps backups',
  options: { '-r --repo --repository-file -p --password-file --tag --host --exclude': 'text' },
  subcommands: {
    'forget prune delete rebuild-index unlock key compact recreate remove-all-but-n-full remove-older-than remove-all-inc-of-but-n-full cleanup':
      lost,
    'backup create copy': () => ({ operands: { rest: 'read' }, inspect: repositoryFindings }),
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
    'put sync mb cp mirror upload-file upload mv pipe': sent,
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
    match: { 'lxc exec box -- rm a': 'delete #container' },
    subcommands: {
      'exec ssh shell': () => ({ style: 'posix', operands: { first: ['text', { as: 'command', tags: ['container'] }] } }),
      'destroy delete undefine unregistervm remove vol-delete pool-destroy pool-delete net-destroy net-undefine snapshot-delete snapshot-revert managedsave-remove reset':
        destroys('machine'),
      purge: lost,
      controlvm: () => ({
        inspect: ({ operands }) => (/^(?:poweroff|reset|savestate)$/.test(operands[1]?.text ?? '') ? (lost().effects ?? []) : []),
      }),
      snapshot: () => ({
        inspect: ({ operands }) =>
          operands.some(({ text = '' }) => /^(?:restore|restorecurrent|delete)$/.test(text)) ? (lost().effects ?? []) : [],
      }),
      'up start stop halt list ls info status reload launch console dominfo suspend resume provision create clone': () => ({}),
    },
  })),
  ...sharing('nomad consul packer', () => ({
    summary: 'runs work on a cluster',
    inspect: call =>
      call.path[0] === 'packer' || /^(?:agent|dev)$/.test(call.operands[0]?.text ?? '')
        ? credentialFindings(call)
        : byLosingVerb(call),
    match: { 'nomad job stop -purge x': 'delete #remote_change' },
    subcommands: {
      'job system node kv volume namespace deployment operator acl': () => ({
        subcommands: {
          'stop delete purge drain deregister gc detach remove destroy': destroys('job', 'remote_change'),
          'status inspect list validate plan history allocs get info': () => ({}),
          'run put scale promote fail revert dispatch eligibility create apply': () => ({
            effects: [{ kind: 'configure', target: 'resource:cluster', tags: ['remote_change'] }],
          }),
        },
      }),
      'destroy stop delete purge': destroys('job', 'remote_change'),
      'status validate fmt build plan inspect members catalog version monitor logs': () => ({}),
      'run deploy': () => ({ effects: [{ kind: 'configure', target: 'resource:cluster', tags: ['remote_change'] }] }),
    },
  })),
  ...sharing('tailscale wg-quick openvpn zerotier-cli', () => ({
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
