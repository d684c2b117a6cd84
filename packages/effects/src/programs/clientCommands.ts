import type { Finding } from './descriptor.ts';
import { effect } from './shapes.ts';
import { sqlPieces } from './readSql.ts';

/** A text for the client of a database or for a builder of images, taken apart: what it does here, and what is left for the database. */
export interface ClientScript {
  readonly findings: readonly Finding[];
  readonly statements: string;
}

/** A command line that a client runs. */
export const shell = (value: string): Finding => ({ use: { as: 'shell', tags: ['runs_code'] }, value });

/** Something of a database that is not read. */
export const unseen = (note: string): Finding => effect('unknown', `database:${note}`, 'runs_code');

/** A text without its quotes. */
export const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(['"])([\s\S]*)\1$/, '$2')
    .replace(/^\$\$([\s\S]*)\$\$$/, '$1');

/** A place for output: a file, or a program behind `|`. */
export const sink = (text: string): readonly Finding[] => {
  const target = unquoted(text);
  if (target.startsWith('|')) return [{ use: { as: 'shell', fed: true, tags: ['runs_code'] }, value: target.slice(1) }];
  return target === '' || /^(?:stdout|pstdout|off|on)$/i.test(target)
    ? []
    : [{ use: 'write', value: target.split(/\s+/)[0] ?? target }];
};

/** A place for input: a file, or a program behind `|`. */
export const source = (text: string): readonly Finding[] => {
  const target = unquoted(text);
  return target.startsWith('|')
    ? [shell(target.slice(1))]
    : target === '' || /^p?stdin$/i.test(target)
      ? []
      : [{ use: 'read', value: target }];
};

/** A file of commands, or a program that prints them. */
export const script = (text: string, language: string): readonly Finding[] => {
  const target = unquoted(text);
  if (target.startsWith('|')) return [shell(target.slice(1)), unseen('runs what a program prints')];
  return target === '' ? [] : [{ use: { as: 'execute', language }, value: target }];
};

/** Takes the commands of a client out of a text and judges each; what is in texts and comments is none. */
export function takeCommands(language: string, text: string, judge: (command: string) => readonly Finding[]): ClientScript {
  const pieces = sqlPieces(text, language);
  return {
    findings: pieces.flatMap(({ kind, text: command }) => (kind === 'command' ? judge(command) : [])),
    statements: pieces.map(({ kind, text: part }) => (kind === 'command' ? '\n' : part)).join(''),
  };
}
