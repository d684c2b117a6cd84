import type { OptionTable, OptionValue, ProgramDescriptor } from './descriptor.ts';
import { effect } from './shapes.ts';

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

/** `scp`. */
export const scp = (): ProgramDescriptor => ({
  summary: 'copies files between machines',
  options: sshOptions,
  operands: { rest: 'source', last: 'target' },
  copies: 'copy',
  spares: { any: ['--ignore-existing', '-b'] },
  optionValue: [sshCommands],
});

/** `sftp`. */
export const sftp = (): ProgramDescriptor => ({
  summary: 'copies files between machines',
  options: { ...sshOptions, '-b': 'read' },
  operands: { first: ['source'] },
  optionValue: [sshCommands],
  effects: [effect('network', 'network:both', 'remote_change')],
});
