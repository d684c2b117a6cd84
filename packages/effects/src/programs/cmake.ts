import type { Family, ProgramDescriptor } from './descriptor.ts';
import { projectCode, sharing } from './shapes.ts';

const cmake = (): ProgramDescriptor => ({
  summary: 'prepares builds',
  options: {
    '-P': 'execute',
    '-E': { as: 'command', family: 'cmake -E', tags: ['runs_code'] },
    '-B': { as: 'write', recursive: true },
    '--prefix': 'text',
    '-S --build --install --open -C -D -U -G -T -A --preset --target -t --config -j --parallel --component --toolchain --graphviz':
      'text',
  },
  effects: [projectCode],
  // What is staged lies below the folder that the variable names.
  inspect: call => {
    const stage = call.variable?.('DESTDIR')?.replace(/^\?$/, '') ?? '';
    return call.values('--prefix').map(value => ({
      use: { as: 'write', recursive: true },
      value: stage === '' || value.text === undefined ? value : stage + value.text,
    }));
  },
});

/** Commands of `cmake -E` that are not called like the program that does the same. */
const cmakeCommands: Family = {
  ...sharing('cmake -E remove,cmake -E remove_directory', () => ({
    summary: 'removes files and folders',
    options: { '-r -R': { recursive: true } },
    operands: { rest: { as: 'delete', recursive: true } },
  })),
  ...sharing('cmake -E make_directory,cmake -E touch_nocreate', () => ({
    summary: 'makes folders',
    operands: { rest: 'write' },
    spares: {},
  })),
  ...sharing('cmake -E copy,cmake -E copy_if_different,cmake -E copy_directory', () => ({
    summary: 'copies files',
    operands: { rest: 'read', last: 'destination' },
  })),
  'cmake -E rename': () => ({ summary: 'renames a file', operands: { rest: 'move', last: 'destination' } }),
  'cmake -E create_symlink': () => ({ summary: 'makes a link', operands: { rest: 'read', last: 'write' } }),
  'cmake -E chdir': () => ({ summary: 'runs a command elsewhere', style: 'posix', operands: { first: ['chdir', 'command'] } }),
  ...sharing('cmake -E echo,cmake -E echo_append,cmake -E capabilities,cmake -E sleep,cmake -E true,cmake -E false', () => ({
    summary: 'prints',
  })),
};

/** CMake and its commands. */
export const cmakeTools: Family = { cmake, ...cmakeCommands };
