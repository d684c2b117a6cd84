import type { CommandDescriptor, Family, FixedEffect, OptionSpec, OptionTable, OptionValue } from './descriptor.ts';
import { does, effect, ifSaid, loses, option, sends, sharing, shows, tabled } from './shapes.ts';

/** Sends mail with what is attached. */
const mail = (): CommandDescriptor => ({
  options: {
    '-a -A --attach --attachments --attach-body': 'text',
    '-i -s -c -b -r -S -q -f -H --subject --to --from --server --header --body -t': 'text',
  },
  optionValue: [{ of: '-a', use: 'read' }],
  cases: [
    { when: { atLeast: 1 }, effects: [sends('uploads', 'shares', 'remote_change')] },
    { when: { any: ['-a', '-i'] }, effects: [sends('uploads', 'shares', 'remote_change')] },
  ],
});

/** Something leaves the machine. */
const sent: FixedEffect = sends('uploads');

const received: FixedEffect = effect('network', 'network:download');

/** Sends what it is given, by operand, option or input. */
const sender = (options: OptionTable = {}): CommandDescriptor => ({
  options,
  operands: { rest: { as: 'read', certainty: 'possible' } },
  stdin: 'data',
  cases: [{ when: { atLeast: 1 }, effects: [sent] }],
  informational: ['--help', '--version', '-h', '-V', '-v'],
});

/** Sends with some subcommands, receives with others. */
const transfer = (sending: string, receiving: string): CommandDescriptor => {
  const sends = (): CommandDescriptor => ({
    options: { '-r -p --text --code --expire -e -n': 'text' },
    operands: { rest: { as: 'read', recursive: true, certainty: 'possible' } },
    stdin: 'data',
    effects: [sent],
  });
  return { subcommands: { [sending]: sends, [receiving]: does(received) } };
};

/** Sends messages to a topic that others read. */
const topics = (): CommandDescriptor => ({
  options: {
    '-f --file': { value: 'read', effects: [sent] },
    '-l --stdin-line -s --stdin-file': option(sent),
    '-P': { operands: { rest: 'read' }, effects: [sent] },
    '-m --message': 'data',
    '-h --host -b --bootstrap-server': { as: 'url', direction: 'both' },
    '-t --topic -p --port -u -K -q -i --id --cafile --cert --key': 'text',
  },
  stdin: 'data',
});

/** The other end of the connection gets a shell here. */
const backdoor: OptionSpec = {
  value: { as: 'shell', tags: ['runs_code'] },
  effects: [effect('execute', 'program:remote shell', 'downloaded_code', 'runs_code')],
};

/** `nc` and the programs like it. */
const nc = (): CommandDescriptor => ({
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
    fits: '(?i)^(?:tcp|udp|ssl|openssl|sctp|proxy|socks)[\\w-]*:?(?:,|$)',
    unless: LISTENS,
    effects: [effect('network', 'network:both')],
  },
  {
    fits: '(?i)^(?:tcp|udp|ssl|openssl|sctp|proxy|socks)',
    unless: LISTENS,
    take: firstPart,
    use: { as: 'url', direction: 'both' },
  },
  { fits: '(?i)^(?:create|open|file|gopen)(?![\\w-])', take: firstPart, use: 'update' },
  { fits: '(?i)^unix(?:-(?:connect|client|sendto))?(?![\\w-])', take: firstPart, use: 'read' },
];

const socat = (): CommandDescriptor => ({
  style: 'posix',
  options: { '-t -T -b -L -W -lf': 'text' },
  stdin: 'data',
  optionValue: addresses,
});

const lookUp = (): CommandDescriptor => ({
  options: { '-p': 'text' },
  operands: { rest: { as: 'url', method: 'dns' } },
});

const capture = (): CommandDescriptor => ({
  options: {
    '-w': 'write',
    '-r -F': 'read',
    '-z': { as: 'shell', tags: ['runs_code', 'dynamic'] },
    '-i -c -s -C -G -W -Z -f -Y -T -e -E -M -m -D': 'text',
  },
});

/** `tshark`: its `-z` names a statistic, and a capture file is read. Lua scripts that it is given run. Source: its manual. */
const tshark = (): CommandDescriptor => ({
  ...capture(),
  options: {
    '-w': 'write',
    '-r': 'read',
    '-X': { as: 'text' },
    '-z -i -c -s -C -G -W -f -Y -R -T -e -E -M -m -D -O -j -J -t -u -K -b -a -B -d -o -N -F -y': 'text',
  },
  keyword: [
    { when: { value: { '-X': '^(?:lua_script|[?]$)' } }, effects: [effect('unknown', 'code:lua', 'runs_code', 'inline_code')] },
  ],
});

const transfers: Readonly<Record<string, readonly [sending: string, receiving: string]>> = {
  croc: ['send', 'relay'],
  wormhole: ['send tx ssh', 'receive rx recv'],
  'magic-wormhole': ['send', 'receive'],
  ffsend: ['upload up u', 'download down d exists info'],
  portal: ['send', 'receive'],
  ipfs: ['add pin name files', 'cat get ls id stats swarm'],
  onionshare: ['share', 'receive'],
  rport: ['send', 'receive'],
  transfer: ['upload', 'download'],
  sendme: ['send', 'receive'],
};

/** Programs that speak to the network: sockets, names, mail, messages, and what hands data to others. */
export const sockets: Family = {
  ...sharing('nc ncat netcat nc.traditional nc.openbsd powercat', nc),
  socat,
  telnet: () => ({ operands: { first: [{ as: 'url', direction: 'both' }] }, stdin: 'data' }),
  ...sharing('dig nslookup host drill kdig doggo dog ping ping6 fping traceroute tracepath mtr whois', lookUp),
  resolvectl: () => ({ subcommands: { 'query service tlsa openpgp': lookUp } }),
  getent: () => ({ subcommands: { 'hosts ahosts ahostsv4 ahostsv6': lookUp, 'shadow gshadow': does(shows('service')) } }),
  ...sharing('nmap masscan', () => ({
    options: {
      '--script': 'text',
      '--script-args -p -D -e -S -g --top-ports --max-rate --min-rate -T --exclude': 'text',
      '-iL --excludefile --script-args-file': 'read',
      '-oN -oX -oG -oA -oS': 'write',
      '--interactive': option(effect('unknown', 'program:shell', 'runs_code')),
    },
    style: 'long',
    operands: { rest: 'url' },
    keyword: [{ when: { value: { '--script': '[/.]|^[?]$' } }, effects: [effect('unknown', 'program:script', 'runs_code')] }],
  })),
  ...sharing('mail mailx s-nail mutt neomutt sendmail msmtp swaks ssmtp mpack', mail),
  ...sharing('tcpdump dumpcap', capture),
  tshark,
  ...sharing('netstat ss', () => ({})),
  ...tabled(transfers, ([sending, receiving]) => transfer(sending, receiving)),
  ...sharing(
    'pastebinit pastebin wgetpaste sprunge haste hastebin paste.rs termbin ix fiche 0x0 ctrlv gist gist-paste snip imgur imgurbash2 transfer.sh',
    () => ({ ...sender(), effects: [sent] }),
  ),
  ...sharing(
    'telegram-send slackcat slack-cli notify apprise ntfy pushover gotify discord.sh teams-send wall signal-cli matrix-commander amqp-publish nping hping3 megaput mega-put mega-sync gupload onedrive onionshare-cli unison clearml-data webwormhole oshi bashupload',
    () => sender(),
  ),
  ...sharing('mosquitto_pub kcat kafkacat kafka-console-producer nats', () => ({ ...topics(), verbClass: [{ of: 'losses' }] })),
  ...sharing('rabbitmqctl rabbitmqadmin rabbitmq-diagnostics', () => ({
    options: { '-n --node -p --vhost -u --username --password -H --host -P --port': 'text' },
    keyword: [
      ifSaid(
        /^(?:force_)?(?:reset|delete\w*|purge\w*|clear_\w+|stop|stop_app|shutdown|forget_\w+)(?: |$)/,
        loses('database:data', 'remote_change'),
      ),
    ],
  })),
  ...sharing('grpcurl evans ghz', () => ({
    options: {
      '-d': 'data',
      '-H -proto -import-path -protoset -authority -max-time -connect-timeout -rpc-header -reflect-header': 'text',
      '-cacert -cert -key': 'text',
    },
    style: 'long',
    operands: { first: [{ as: 'url', direction: 'both' }] },
    stdin: 'data',
    keyword: [
      { when: { reaches: 'this machine' }, ends: true },
      { when: { second: '^(?:list|describe)$' }, ends: true },
      {
        when: { words: ' (?:[?](?: |$)|\\S*[/.]\\w*(?:Delete|Destroy|Remove|Purge|Drop|Terminate|Truncate|Reset|Revoke))' },
        effects: [loses('resource:rpc', 'remote_change')],
      },
    ],
  })),
  ...sharing('websocat wscat wsc', () => ({
    options: { '-H --header -c --connect -x': 'text', '-e --exec': { as: 'shell', tags: ['runs_code'] } },
    operands: { rest: { as: 'url', direction: 'both' } },
    stdin: 'data',
  })),
  ...sharing('lynx w3m links elinks', () => ({
    style: 'long',
    options: { '-post_data -get_data': option(sent), '-post': { value: 'read', effects: [sent] }, '-cfg -lss': 'text' },
    operands: { rest: 'url' },
  })),
};
