import { byLosingVerb } from './verbs.ts';
import type { CommandDescriptor, Family, FixedEffect, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { sharing } from './shapes.ts';

const sent: FixedEffect = { kind: 'network', target: 'network:upload', tags: ['uploads'] };
const received: FixedEffect = { kind: 'network', target: 'network:download' };

/** Sends what it is given, by operand, option or input. */
const sender = (summary: string, options: OptionTable = {}): ProgramDescriptor => ({
  summary,
  options,
  operands: { rest: { as: 'read', certainty: 'possible' } },
  stdin: 'data',
  cases: [{ when: { atLeast: 1 }, effects: [sent] }],
  informational: ['--help', '--version', '-h', '-V', '-v'],
});

/** Sends with some subcommands, receives with others. */
const transfer = (summary: string, sending: string, receiving: string): ProgramDescriptor => {
  const sends = (): CommandDescriptor => ({
    options: { '-r -p --text --code --expire -e -n': 'text' },
    operands: { rest: { as: 'read', recursive: true, certainty: 'possible' } },
    stdin: 'data',
    effects: [sent],
  });
  return {
    summary,
    subcommands: { [sending]: sends, [receiving]: () => ({ effects: [received] }) },
  };
};

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

const topics = (): ProgramDescriptor => ({
  summary: 'sends messages to a topic',
  options: {
    '-f --file': { value: 'read', effects: [sent] },
    '-l --stdin-line -s --stdin-file': { effects: [sent] },
    '-P': { operands: { rest: 'read' }, effects: [sent] },
    '-m --message': 'data',
    '-h --host -b --bootstrap-server': { as: 'url', direction: 'both' },
    '-t --topic -p --port -u -K -q -i --id --cafile --cert --key': 'text',
    '-C -L': 'flag',
  },
  stdin: 'data',
});

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
  inspect: ({ operands }) =>
    operands
      .slice(1)
      .some(
        ({ text }) =>
          text === undefined || /[/.](?:\w*(?:Delete|Destroy|Remove|Purge|Drop|Terminate|Truncate|Reset|Revoke))/.test(text),
      )
      ? [{ kind: 'delete', target: 'resource:rpc', tags: ['destructive', 'remote_change'] }]
      : [],
  match: { 'grpcurl h.example:1 a.B/DeleteUser': 'delete resource:rpc #remote_change' },
  notMatch: { 'grpcurl h.example:1 list': 'delete', 'grpcurl -plaintext localhost:1 a.B/Get': '* #uploads' },
});

const browser = (): ProgramDescriptor => ({
  summary: 'shows pages in the terminal',
  style: 'long',
  options: { '-post_data -get_data': { effects: [sent] }, '-post': { value: 'read', effects: [sent] }, '-cfg -lss': 'text' },
  operands: { rest: 'url' },
});

/** Programs that are made to hand data to others. */
export const sendingTools: Family = {
  ...Object.fromEntries(
    Object.entries(transfers).map(([name, [summary, sending, receiving]]) => [
      name,
      (): ProgramDescriptor => ({
        ...transfer(summary, sending, receiving),
        match: { [`${name} ${sending.split(' ')[0]} a`]: 'network upload #uploads' },
      }),
    ]),
  ),
  ...sharing(
    'pastebinit pastebin wgetpaste sprunge haste hastebin paste.rs termbin ix fiche 0x0 ctrlv gist gist-paste snip imgur imgurbash2 transfer.sh',
    () => ({
      ...sender('puts text on a public page'),
      effects: [sent],
      match: { 'pastebinit a': 'read /w/a; network upload #uploads' },
    }),
  ),
  ...sharing('telegram-send slackcat slack-cli notify apprise ntfy pushover gotify discord.sh teams-send wall', () =>
    sender('sends messages'),
  ),
  ...sharing('mosquitto_pub kcat kafkacat kafka-console-producer nats', () => ({ ...topics(), inspect: byLosingVerb })),
  ...sharing('rabbitmqctl rabbitmqadmin rabbitmq-diagnostics', () => ({
    summary: 'works on a broker of messages',
    options: { '-n --node -p --vhost -u --username --password -H --host -P --port': 'text' },
    inspect: ({ operands }) =>
      /^(?:force_)?(?:reset|delete\w*|purge\w*|clear_\w+|stop|stop_app|shutdown|forget_\w+|delete|purge)$/.test(
        operands[0]?.text ?? '',
      )
        ? [{ kind: 'delete', target: 'database:data', tags: ['destructive', 'remote_change'] }]
        : [],
    match: { 'rabbitmqadmin delete queue name=q': 'delete #destructive' },
    notMatch: { 'rabbitmqctl list_queues': 'delete' },
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
