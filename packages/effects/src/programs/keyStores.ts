import type { CommandDescriptor, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { losesRedisData, printsRedisPasswords } from './documentScripts.ts';
import { does, effect, loses, shows } from './shapes.ts';
import { statements, file } from './psql.ts';

/** Data of a database goes. */
export const DROPPED: readonly FixedEffect[] = [loses('database:data', 'remote_change')];

/** The shell of MongoDB. */
export const mongosh = (): ProgramDescriptor => ({
  summary: 'talks to MongoDB',
  options: {
    '--eval': statements('mongo'),
    '-h --host': 'text',
    '--port -u --username -p --password --authenticationDatabase --tls': 'text',
    '-f --file': file('mongo'),
    '--quiet --nodb --norc --shell': 'flag',
  },
  optionValue: [{ fits: '[.](?:m?js|mongodb)$', use: file('mongo') }],
  stdin: statements('mongo'),
});

/** The client of Redis. */
export const redis = (): ProgramDescriptor => ({
  summary: 'talks to Redis',
  style: 'posix',
  options: {
    '-h -p -s -a -u -n -r -i -t --user --pass --pattern --cacert --cert --key -X': 'text',
    '--eval': { value: 'execute', effects: [effect('unknown', 'database:script', 'inline_code')] },
    '--raw --csv --stat --scan --bigkeys --memkeys --hotkeys --latency --tls --no-auth-warning -x': 'flag',
    '--rdb': 'write',
  },
  cases: [{ when: { atMost: 0, none: ['--scan', '--stat', '--bigkeys'] }, stdin: statements('redis') }],
  inspect: ({ operands }) => [
    ...(operands[0] !== undefined && losesRedisData(operands[0].text, operands[1]?.text) ? DROPPED : []),
    ...(printsRedisPasswords(operands.map(({ text }) => text).join(' ')) ? [shows('database')] : []),
  ],
});

const losingEtcd: CommandDescriptor = { effects: [loses('database:keys', 'remote_change')] };

/** The client of etcd. */
export const etcdctl = (): ProgramDescriptor => ({
  summary: 'talks to etcd',
  options: { '--endpoints --cacert --cert --key --user': 'text' },
  subcommands: {
    'del compaction defrag': () => losingEtcd,
    'member role user auth': () => ({
      subcommands: { 'list get': () => ({}), 'remove delete add grant-permission revoke disable enable': () => losingEtcd },
    }),
    put: does(effect('write', 'database:keys', 'remote_change')),
    snapshot: () => ({
      subcommands: { save: () => ({ operands: { first: ['write'] } }), restore: () => losingEtcd, status: () => ({}) },
    }),
  },
});
