import type { OperandSpec, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';

const given: OperandSpec = { rest: { as: 'read', certainty: 'possible' } };

/** A script file and its arguments, in a language. */
export function scriptFirst(language: string): OperandSpec {
  return { first: [{ as: 'execute', language }], rest: 'text' };
}

/** An interpreter: code by option, by file or on the standard input. */
export function interpreter(language: string, code: string, options: OptionTable = {}): ProgramDescriptor {
  const inline: Use = { as: 'code', language };
  const names = code.split(' ');
  return {
    summary: `runs ${language} code`,
    style: 'posix',
    options: { ...options, [code]: { value: inline, operands: given } },
    operands: scriptFirst(language),
    informational: ['--help', '--version', '-V', '-v'],
    cases: [
      { when: { atMost: 0, none: [names[0] ?? code, '-m', '-f', '-S'] }, stdin: inline },
      { when: { any: ['-i'] }, stdin: inline },
    ],
  };
}
