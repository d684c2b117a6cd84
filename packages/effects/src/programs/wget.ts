import type { Call, Finding, ProgramDescriptor } from './descriptor.ts';
import { bodiesOf, losing, methodOf, nameIn, replacing } from './requestUses.ts';

const wgetMethod = (call: Call): string | undefined => {
  if (call.has('-e') || call.has('--config')) return undefined;
  const sends = call.has('--post-data') || call.has('--post-file');
  return methodOf(call.values('--method').at(-1), sends ? 'POST' : call.has('--spider') ? 'HEAD' : 'GET');
};

/** `wget`. */
export const wget = (): ProgramDescriptor => ({
  summary: 'downloads files',
  keeps: 'download',
  options: {
    '-O --output-document -o --output-file --save-cookies --warc-file': 'write',
    '-a --append-output': 'update',
    '-P --directory-prefix': { as: 'write', recursive: true },
    '-i --input-file': 'read',
    '--post-data --body-data': 'data',
    '--post-file --body-file': 'text',
    '--header': 'text',
    '--method': 'text',
    '--use-askpass': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '--config': 'read',
    '-e --execute': 'text',
    '-U --user-agent -t --tries -T --timeout -w --wait -Q -l --level -A --accept -R --reject -D --domains -I -X -B --base --referer --user --password --limit-rate --certificate --private-key --ca-certificate --load-cookies --cut-dirs --bind-address --waitretry --dns-timeout --connect-timeout --read-timeout --progress --restrict-file-names --secure-protocol':
      'text',
    '-q -c -N -r -k -p -m -nc -nv -nd -nH -np -b -S --mirror --continue --no-check-certificate --quiet': 'flag',
  },
  operands: { rest: { as: 'url', method: wgetMethod } },
  informational: ['--help', '--version', '-h', '-V'],
  inspect: call => [
    ...replacing([...call.values('-O'), ...call.values('-P').map(value => ({ ...value, text: `${value.text ?? ''}/` }))]),
    ...call.values('--post-file').map(({ text }): Finding => ({ use: 'data', value: `@${text ?? '?'}` })),
    ...call.values('-P').flatMap(({ text = '?' }) =>
      call.operands.flatMap((url): readonly Finding[] => {
        const name = url.text === undefined ? '' : nameIn(url.text);
        return name === '' ? [] : [{ use: 'write', value: `${text.replace(/\/+$/, '')}/${name}` }];
      }),
    ),
    ...losing(call, call.values('--method')[0], call.operands, '--header', bodiesOf(call, '--post-data')),
  ],
});
