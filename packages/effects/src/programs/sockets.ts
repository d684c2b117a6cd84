import type { Family, ProgramDescriptor } from './descriptor.ts';
import { does, effect, ifSaid, loses, option, printers, sharing, shows } from './shapes.ts';
import { nc, socat } from './netcat.ts';
import { mail, sender, sent, topics, transfer } from './senders.ts';

const lookUp = (): ProgramDescriptor => ({
  summary: 'asks name servers or hosts',
  options: { '-p': 'text' },
  operands: { rest: { as: 'url', method: 'dns' } },
});

const nmap = (): ProgramDescriptor => ({
  summary: 'looks for open ports',
  options: {
    '--script': 'text',
    '--script-args -p -D -e -S -g --top-ports --max-rate --min-rate -T --exclude': 'text',
    '-iL --excludefile --script-args-file': 'read',
    '-oN -oX -oG -oA -oS': 'write',
    '--interactive': option(effect('unknown', 'program:shell', 'runs_code')),
    '-A -sS -sV -sn -sT -sU -Pn -O -v -n -F -6': 'flag',
  },
  style: 'long',
  operands: { rest: 'url' },
  keyword: [{ when: { value: { '--script': '[/.]|^[?]$' } }, effects: [effect('unknown', 'program:script', 'runs_code')] }],
});

const capture = (): ProgramDescriptor => ({
  summary: 'records network traffic',
  options: {
    '-w': 'write',
    '-r -F': 'read',
    '-z': { as: 'shell', tags: ['runs_code', 'dynamic'] },
    '-i -c -s -C -G -W -Z -f -Y -T -e -E -M -m -D': 'text',
  },
});

/** `tshark`: its `-z` names a statistic, and a capture file is read. Lua scripts that it is given run. Source: its manual. */
const tshark = (): ProgramDescriptor => ({
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

const transfers: Readonly<Record<string, readonly [summary: string, sending: string, receiving: string]>> = {
  croc: ['sends files to another person', 'send', 'relay'],
  wormhole: ['sends files to another person', 'send tx ssh', 'receive rx recv'],
  'magic-wormhole': ['sends files to another person', 'send', 'receive'],
  ffsend: ['shares files by a link', 'upload up u', 'download down d exists info'],
  portal: ['sends files to another person', 'send', 'receive'],
  ipfs: ['shares files with everybody', 'add pin name files', 'cat get ls id stats swarm'],
  onionshare: ['shares files by a link', 'share', 'receive'],
  rport: ['sends files', 'send', 'receive'],
  transfer: ['shares files by a link', 'upload', 'download'],
  sendme: ['sends files to another person', 'send', 'receive'],
};

const grpc = (): ProgramDescriptor => ({
  summary: 'calls a remote procedure',
  options: {
    '-d': 'data',
    '-H -proto -import-path -protoset -authority -max-time -connect-timeout -rpc-header -reflect-header': 'text',
    '-cacert -cert -key': 'text',
    '-plaintext -insecure -v -vv -emit-defaults': 'flag',
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
});

const browser = (): ProgramDescriptor => ({
  summary: 'shows pages in the terminal',
  style: 'long',
  options: { '-post_data -get_data': option(sent), '-post': { value: 'read', effects: [sent] }, '-cfg -lss': 'text' },
  operands: { rest: 'url' },
});

/** Programs that speak to the network: sockets, names, mail, messages, and what hands data to others. */
export const sockets: Family = {
  ...sharing('nc ncat netcat nc.traditional nc.openbsd powercat', nc),
  socat,
  telnet: () => ({ summary: 'connects to a port', operands: { first: [{ as: 'url', direction: 'both' }] }, stdin: 'data' }),
  ...sharing('dig nslookup host drill kdig doggo dog ping ping6 fping traceroute tracepath mtr whois', lookUp),
  resolvectl: () => ({ summary: 'asks the resolver', subcommands: { 'query service tlsa openpgp': lookUp } }),
  getent: () => ({
    summary: 'prints entries of databases of names',
    subcommands: { 'hosts ahosts ahostsv4 ahostsv6': lookUp, 'shadow gshadow': does(shows('service')) },
  }),
  ...sharing('nmap masscan', nmap),
  ...sharing('mail mailx s-nail mutt neomutt sendmail msmtp swaks ssmtp mpack', mail),
  ...sharing('tcpdump dumpcap', capture),
  tshark,
  ...printers('netstat ss', 'tells about the network'),
  ...Object.fromEntries(
    Object.entries(transfers).map(([name, [summary, sending, receiving]]) => [
      name,
      (): ProgramDescriptor => ({
        ...transfer(summary, sending, receiving),
      }),
    ]),
  ),
  ...sharing(
    'pastebinit pastebin wgetpaste sprunge haste hastebin paste.rs termbin ix fiche 0x0 ctrlv gist gist-paste snip imgur imgurbash2 transfer.sh',
    () => ({
      ...sender('puts text on a public page'),
      effects: [sent],
    }),
  ),
  ...sharing(
    'telegram-send slackcat slack-cli notify apprise ntfy pushover gotify discord.sh teams-send wall signal-cli matrix-commander amqp-publish nping hping3 megaput mega-put mega-sync gupload onedrive onionshare-cli tarsnap unison clearml-data webwormhole oshi bashupload',
    () => sender('sends messages'),
  ),
  ...sharing('mosquitto_pub kcat kafkacat kafka-console-producer nats', () => ({ ...topics(), verbClass: [{ of: 'losses' }] })),
  ...sharing('rabbitmqctl rabbitmqadmin rabbitmq-diagnostics', () => ({
    summary: 'works on a broker of messages',
    options: { '-n --node -p --vhost -u --username --password -H --host -P --port': 'text' },
    keyword: [
      ifSaid(
        /^(?:force_)?(?:reset|delete\w*|purge\w*|clear_\w+|stop|stop_app|shutdown|forget_\w+)(?: |$)/,
        loses('database:data', 'remote_change'),
      ),
    ],
  })),
  ...sharing('grpcurl evans ghz', grpc),
  ...sharing('websocat wscat wsc', () => ({
    summary: 'talks to a web socket',
    options: { '-H --header -c --connect -x': 'text', '-e --exec': { as: 'shell', tags: ['runs_code'] } },
    operands: { rest: { as: 'url', direction: 'both' } },
    stdin: 'data',
  })),
  ...sharing('lynx w3m links elinks', browser),
};
