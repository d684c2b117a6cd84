import type { OptionSpec, OptionValue, ProgramDescriptor } from './descriptor.ts';
import { effect, option } from './shapes.ts';

/** The other end of the connection gets a shell here. */
const backdoor: OptionSpec = {
  value: { as: 'shell', tags: ['runs_code'] },
  effects: [effect('execute', 'program:remote shell', 'downloaded_code', 'runs_code')],
};

/** `nc` and the programs like it. */
export const nc = (): ProgramDescriptor => ({
  summary: 'connects to or listens on a port',
  options: {
    '-e -c --exec --sh-exec --lua-exec': backdoor,
    '-l --listen -k': option(effect('network', 'network:listen')),
    '-p -s -w -q -i -x -X -T -O -P -I -V -g -G --source-port --wait --proxy --proxy-type --idle-timeout --max-conns': 'text',
    '-o --output --append-output': 'write',
    '-U --unixsock': 'read',
  },
  operands: { first: [{ as: 'url', direction: 'both' }] },
  stdin: 'data',
  cases: [{ when: { any: ['-l'] }, operands: { rest: 'text' } }],
});

const LISTENS = '(?i)^[\\w-]*?(?:listen|recv)';
const firstPart = ['^[\\w-]+:?["\']?([^,]*?)["\']?(?:,[^]*)?$', '$1'] as const;

/** What an address of socat runs, opens, listens on or connects to. Source: socat(1). */
const addresses: readonly OptionValue[] = [
  { fits: '^[?]$', effects: [{ kind: 'unknown', tags: ['dynamic'] }] },
  {
    fits: '(?i)^(?:exec|system|shell)(?![\\w-])',
    take: firstPart,
    use: { as: 'shell', tags: ['runs_code'] },
    effects: [effect('execute', 'program:remote shell', 'downloaded_code', 'runs_code')],
  },
  { fits: LISTENS, effects: [effect('network', 'network:listen')] },
  {
    fits: '(?i)^(?:tcp|udp|ssl|openssl|sctp|proxy|socks)',
    unless: LISTENS,
    take: firstPart,
    use: { as: 'url', direction: 'both' },
  },
  { fits: '(?i)^(?:create|open|file|gopen)(?![\\w-])', take: firstPart, use: 'update' },
  { fits: '(?i)^unix(?:-(?:connect|client|sendto))?(?![\\w-])', take: firstPart, use: 'read' },
];

/** `socat`. */
export const socat = (): ProgramDescriptor => ({
  summary: 'joins two data channels',
  style: 'posix',
  options: { '-t -T -b -L -W -lf': 'text' },
  stdin: 'data',
  optionValue: addresses,
});
