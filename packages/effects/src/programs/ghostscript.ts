import type { Argument, Call, Finding, ProgramDescriptor } from './descriptor.ts';

/** Ghostscript and the scripts that pass their options on to it. */
export const GHOSTSCRIPT =
  'gs gsc gsx gswin32c gswin64c gswin32 gswin64 ps2pdf ps2pdf12 ps2pdf13 ps2pdf14 ps2pdfwr ps2ps ps2ps2 eps2eps pdf2ps pdf2dsc ps2ascii ps2epsi';

/** The files behind `--permit-file-…=`, of which an asterisk alone is any. */
const permitted = (call: Call, option: string): readonly Argument[] =>
  call.values(option).flatMap(({ text }) => (text ?? '*').split(':').map(path => ({ text: path, glob: path.includes('*') })));

const isAny = ({ text }: Argument): boolean => text === '*' || text === '/*' || text === '/' || text === '';

/** Whether the code that a call runs may open any file: it could write what governs the agent, or delete it. */
const isUnsafe = (call: Call): boolean =>
  call.has('-dNOSAFER') ||
  call.has('-dDELAYSAFER') ||
  ['--permit-file-all', '--permit-file-write', '--permit-file-control'].some(option => permitted(call, option).some(isAny));

/** What a page description does: by default it only draws, and opens no file but those that are named. */
function drawn(call: Call): readonly Finding[] {
  const code = call.values('-c').map((value): Finding => ({ use: { as: 'code', language: 'postscript' }, value }));
  const files = call.operands.map((value): Finding => ({ use: { as: 'execute', language: 'postscript' }, value }));
  const named = (option: string, use: 'read' | 'write'): readonly Finding[] =>
    permitted(call, option)
      .filter(value => !isAny(value))
      .map(value => ({ use: { as: use, certainty: 'possible' }, value }));
  return [
    ...(isUnsafe(call) ? [...code, ...files] : []),
    ...named('--permit-file-read', 'read'),
    ...['--permit-file-write', '--permit-file-all', '--permit-file-control'].flatMap(option => named(option, 'write')),
  ];
}

/** Ghostscript, which runs PostScript: a language that opens, writes and deletes files unless `-dSAFER` is on, as it is by default. */
export const ghostscript = (): ProgramDescriptor => ({
  summary: 'interprets PostScript',
  style: 'long',
  options: {
    '-sOutputFile -o': 'text',
    '-c': 'text',
    '--permit-file-read': 'text',
    '--permit-file-write': 'text',
    '--permit-file-control': 'text',
    '--permit-file-all': 'text',
    '-dSAFER -dBATCH -dNOPAUSE -dNOSAFER -dDELAYSAFER -f': 'flag',
  },
  inspect: call => [
    ...call.values('-sOutputFile').map((value): Finding => {
      const command = /^(?:%pipe%|\|)(.*)$/s.exec(value.text ?? '')?.[1];
      return command === undefined ? { use: 'write', value } : { use: { as: 'shell', tags: ['runs_code'] }, value: command };
    }),
    ...drawn(call),
  ],
  operands: { rest: 'read' },
});
