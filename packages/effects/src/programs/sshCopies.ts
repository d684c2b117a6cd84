import type { Call, Finding, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { effect } from './shapes.ts';

const PROXY = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]+(.*)$/is;

/** Options of ssh that run a command on this machine. Source: ssh_config(5). */
const sshOptionFindings = (call: Call): readonly Finding[] =>
  call.values('-o').flatMap(({ text }): Finding[] => {
    const command = PROXY.exec(text ?? '')?.[1];
    return command === undefined || command === 'none' ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: command }];
  });

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
  inspect: sshOptionFindings,
  match: {
    'scp a u@h.example:/tmp': 'read /w/a; network upload h.example #uploads',
    'scp a b:c': 'read /w/a; network upload b #uploads',
    'scp -r h.example:/a /opt/b': 'network download h.example; write /opt/b/**',
    "scp -o ProxyCommand='rm a' x h.example:": 'delete /w/a #runs_code',
  },
  notMatch: { 'scp h.example:a .': '* #uploads' },
});

/** `sftp`. */
export const sftp = (): ProgramDescriptor => ({
  summary: 'copies files between machines',
  options: { ...sshOptions, '-b': 'read' },
  operands: { first: ['source'] },
  inspect: sshOptionFindings,
  effects: [effect('network', 'network:both', 'remote_change')],
  match: { 'sftp u@h.example': 'network #remote_change' },
});
