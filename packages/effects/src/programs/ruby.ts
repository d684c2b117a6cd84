import type { ProgramDescriptor, Call, Finding } from './descriptor.ts';
import { interpreter } from './interpreter.ts';
import { emptied } from './perl.ts';
import { serves } from './serving.ts';

/** `ruby`, which also changes files in place. */
export const ruby = (): ProgramDescriptor => ({
  ...interpreter('ruby', '-e', {
    '-i': { value: 'text', attachedOnly: true, operands: { rest: 'update' } },
    '-0': { value: 'text', attachedOnly: '[0-7]{0,3}' },
    '-F -x -T -W -K': { value: 'text', attachedOnly: true },
    '-r -I -C -E': 'text',
    '-n -p -a -w -l -s -c': 'flag',
  }),
  inspect: call => [...emptied(call), ...rubyTools(call)],
  match: {
    "ruby -e 'puts `id`'": 'unknown #inline_code',
    'ruby a.rb': 'execute a.rb',
    'ruby -run -e rm -- -r a': 'delete /w/a/**',
    "ruby -i -ne 'puts $_ if /x/' a b": 'write /w/a #destructive',
  },
  notMatch: { "ruby -e 'puts 1 + 1'": 'unknown' },
});

/** `ruby -run -e rm -- -r src`: the library `un` has the file tools, and a server of files. */
export function rubyTools(call: Call): readonly Finding[] {
  const [{ text = '' } = {}] = call.values('-e');
  if (!call.values('-r').some(({ text: library }) => library === 'un')) return [];
  if (text === 'httpd') return serves(call, '--bind-address');
  return /^\w+$/.test(text) ? [{ use: 'command', value: text, following: call.operands }] : [];
}
