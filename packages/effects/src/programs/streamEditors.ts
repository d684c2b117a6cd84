import type { CommandDescriptor, Family, Keyword } from './descriptor.ts';
import { effect, sharing, sourceOf, unseen } from './shapes.ts';
import { sed } from './sed.ts';

/** Whether a filter of jq takes the whole environment. */
const environment: Keyword = {
  when: { first: sourceOf(/\$ENV(?!\s*(?:\.|\[)\s*"?\w)|(?<![\w.$"])env(?!\s*(?:\.|\[)\s*"?\w)(?![\w"])/) },
  effects: [effect('read', 'variable:*', 'secret')],
};

/** Both versions: the file is an option, or a program's standard input. */
const dasel = (): CommandDescriptor => {
  const options = { '-r -w -t -v -o --read --write --type --value --selector -s': 'text' } as const;
  const changing = (): CommandDescriptor => ({ options: { ...options, '-f --file': 'update' } });
  return {
    options: { ...options, '-f --file': 'read' },
    operands: { rest: 'text' },
    subcommands: { 'put delete': changing },
  };
};

/** Programs that take text apart by a script: sed, and those for JSON, YAML and TOML. */
export const streamEditors: Family = {
  ...sharing('sed gsed ssed', sed),
  ...sharing('jq jaq gojq', () => ({
    prints: 'fields',
    options: {
      '--arg --argjson': { value: 'text', more: ['text'] },
      '--slurpfile --rawfile': { value: 'text', more: ['read'] },
      '-f --from-file': { value: 'read', suppliesFirst: true },
      '--indent -L': 'text',
      '--args --jsonargs': { operands: { rest: 'text' } },
      '-i --in-place --inplace': { operands: { first: ['text'], rest: 'update' } },
    },
    operands: { first: ['text'], rest: 'read' },
    keyword: [environment],
  })),
  ...sharing('yq xq tomlq', () => ({
    prints: 'fields',
    options: {
      '-i --inplace --in-place': 'flag',
      '-o -p -I --output-format --input-format --indent -s --split-exp': 'text',
      '--arg --argjson': { value: 'text', more: ['text'] },
      '--from-file': { value: 'read', suppliesFirst: true },
      '-f --file': 'read',
    },
    operands: { first: ['text'], rest: 'read' },
    cases: [
      { when: { any: ['-i'] }, operands: { first: ['text'], rest: 'update' } },
      { when: { operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' }, operands: { first: ['text', 'text'], rest: 'read' } },
      {
        when: { any: ['-i'], operand: '^(?:e|ea|eval|eval-all|r|w|m|d)$' },
        operands: { first: ['text', 'text'], rest: 'update' },
      },
    ],
    // An expression names the files.
    optionValue: [{ value: '.', when: { value: { '-s': '^[?]$|"[^"]*[./][^"]*"' } }, use: unseen }],
  })),
  dasel,
  jless: () => ({
    options: { '-m --mode --scrolloff': 'text', '-n -N -r -R -h -V --json --yaml': 'flag' },
    operands: { first: ['read'] },
  }),
};
