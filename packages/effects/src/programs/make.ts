import type { Argument, Finding, FixedEffect, OptionValue, ProgramDescriptor, Use } from './descriptor.ts';
import { effect, projectCode } from './shapes.ts';

/** A folder that is filled. */
export const tree: Use = { as: 'write', recursive: true };

/** Rules that come through a pipe: nobody of the project has seen them. */
export const pipedRules: FixedEffect = effect('unknown', 'text:rules that come through a pipe', 'inline_code');

const PIPED = '^(?:[?]|-|/dev/(?:stdin|fd/.*)|/proc/.*)$';

/** A file of rules runs. */
const rules: readonly OptionValue[] = [
  { of: '-f', fits: PIPED, effects: [pipedRules] },
  { of: '-f', unless: PIPED, use: { as: 'execute', language: 'rules' } },
];

/** `NAME=value` on make's command line replaces what the rules say; make itself runs what stands in `$(shell …)`. */
function makeVariable({ text = '' }: Argument): readonly Finding[] {
  const [, name = '', value = ''] = /^(\.?\w+)(?::{0,3}|[?+!])=(.*)$/s.exec(text) ?? [];
  if (/^(?:DESTDIR|PREFIX|prefix|INSTALL_ROOT|exec_prefix)$/.test(name))
    return [{ use: tree, value: value === '' ? '/' : value }];
  if (name === '') return [];
  if (/\$[({]\s*(?:shell|eval|call)\b|^\w+!=/.test(text)) return [effect('unknown', `text:${name}`, 'inline_code', 'runs_code')];
  const isShell =
    /^(?:SHELL|\.SHELLFLAGS)$/.test(name) &&
    !/^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh$|^-e?u?c$|^-eu?o? ?pipefail -c$/.test(value);
  if (isShell) return [effect('environment', `variable:${name}`, 'tampered_environment')];
  return name === 'SHELL' ? [] : [{ use: 'environment', value: `${name}=${value}` }];
}

/** `make`: it runs what its file says. */
export const make = (): ProgramDescriptor => ({
  summary: 'builds by rules',
  options: {
    '-C --directory': 'chdir',
    '-f --file --makefile': 'text',
    '--eval -E': { as: 'shell', tags: ['runs_code'] },
    '-j --jobs -l --load-average': { value: 'text', attachedOnly: true },
    '-I --include-dir -o --old-file -W --what-if': 'text',
    '-n --dry-run --just-print --recon': 'flag',
  },
  effects: [projectCode],
  operands: { rest: 'text' },
  optionValue: rules,
  runs: [{ tasks: 'Makefile', from: '-f' }],
  inspect: call => [
    ...call.operands
      .filter(
        ({ text = '' }) =>
          !/^(?:DESTDIR|PREFIX|prefix)=/.test(text) ||
          call.operands.some(({ text: word }) => word?.startsWith('install') === true),
      )
      .flatMap(makeVariable),
  ],
});

/** `ninja`: it runs what its file says. */
export const ninja = (): ProgramDescriptor => ({
  summary: 'builds by rules',
  optionValue: rules,
  options: { '-C': 'chdir', '-f': 'text', '-j -k -l -t -d -w': 'text' },
  effects: [projectCode],
});
