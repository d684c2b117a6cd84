import type { CommandDescriptor, FixedEffect, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { does, effect, option, sends } from './shapes.ts';

/** Sends mail with what is attached. */
export const mail = (): ProgramDescriptor => ({
  summary: 'sends mail',
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
export const sent: FixedEffect = sends('uploads');

const received: FixedEffect = effect('network', 'network:download');

/** Sends what it is given, by operand, option or input. */
export const sender = (summary: string, options: OptionTable = {}): ProgramDescriptor => ({
  summary,
  options,
  operands: { rest: { as: 'read', certainty: 'possible' } },
  stdin: 'data',
  cases: [{ when: { atLeast: 1 }, effects: [sent] }],
  informational: ['--help', '--version', '-h', '-V', '-v'],
});

/** Sends with some subcommands, receives with others. */
export const transfer = (summary: string, sending: string, receiving: string): ProgramDescriptor => {
  const sends = (): CommandDescriptor => ({
    options: { '-r -p --text --code --expire -e -n': 'text' },
    operands: { rest: { as: 'read', recursive: true, certainty: 'possible' } },
    stdin: 'data',
    effects: [sent],
  });
  return { summary, subcommands: { [sending]: sends, [receiving]: does(received) } };
};

/** Sends messages to a topic that others read. */
export const topics = (): ProgramDescriptor => ({
  summary: 'sends messages to a topic',
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
