import type { Effect } from '@licet/core';

import { secretsBelow } from '../../places/secrets.ts';
import { seeksCredentials } from '../../programs/credentialShapes.ts';
import { emit } from '../words/frame.ts';
import type { Frame, Run } from '../words/frame.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/** Programs that look for text, or pick lines by code. */
const looks =
  /^(?:(?:[efp]|z|ze|zf|bz|xz|pcre|pcre2|g)?grep|rg|ripgrep|rga|ag|ack|ugrep|ug|[gmn]?awk|g?sed|perl|ruby|python|node|php|look|strings)$/;

/** Those of them that pass over what git is told to ignore, where secrets lie. */
const passesOver = /^(?:rg|ripgrep|rga|ag|ack|git)$/;

/** Options with which these look into that too. */
const unignoring =
  '--no-ignore --no-ignore-vcs --no-ignore-files -u -uu -uuu -U --unrestricted --no-index --no-exclude-standard --skip-vcs-ignores'.split(
    ' ',
  );

const namesOnly = ['-l', '-L', '-q', '-c', '--files-with-matches', '--count', '--quiet'];

/** Options by which git looks for a text in its history. */
const historySearch = ['-S', '-G'];

const history = { type: 'named', category: 'secret', name: 'history' } as const;

const isCredential = ({ text = '' }: { readonly text?: string | undefined }): boolean => seeksCredentials(text, true);

/** All of an archive comes to the output, whatever is in it. */
const unpacksAll = (call: ResolvedCall): boolean =>
  /^(?:bsd|g)?tar$/.test(call.path[0] ?? '') && call.has('-O') && call.has('-x') && call.operands.length === 0;

/** Notices a search whose pattern has the shape of a credential's value: what it looks through is not looked through by the way. */
export function noticeAim(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): void {
  const { run, stdin, via } = frame;
  const [program = '', subcommand] = call.path;
  if (unpacksAll(call)) run.aims = true;
  if (program === 'git' && subcommand !== 'grep' && historySearch.some(option => call.values(option).some(isCredential)))
    emit(frame, { kind: 'read', target: history, program, tags: ['secret'] });
  if (!looks.test(program) && (program !== 'git' || subcommand !== 'grep')) return;
  if (namesOnly.some(option => call.has(option))) return;
  const isOutOfSight = passesOver.test(program) && unignoring.some(option => call.has(option));
  if (passesOver.test(program) && !isOutOfSight && stdin === undefined && via.length === 0) return;
  const given = words.filter(({ use }) => use.as === 'text' || use.as === 'code');
  run.aims ||= given.some(({ field }) => seeksCredentials(field.text, isOutOfSight));
}

const archivers = /^(?:tar|bsdtar|gtar|zip|7z|7za|7zz|cpio|pax|ar|star)$/;

/** Marks what a command whose search aims at credentials reads: secrets among the files are what it is for, also in an archive of them. */
export function markAimed(effects: readonly Effect[], { aims, options }: Run): readonly Effect[] {
  if (!aims) return effects;
  return effects.flatMap((effect): readonly Effect[] => {
    const { kind, target, program = '', tags = [] } = effect;
    if (kind !== 'read' || target?.type !== 'file') return [effect];
    if (tags.includes('among')) return [{ ...effect, tags: tags.filter(tag => tag !== 'among') }];
    if (!archivers.test(program) || tags.length > 0) return [effect];
    const found = secretsBelow(target, options).slice(0, 8);
    return [
      effect,
      ...found.map((path): Effect => ({
        ...effect,
        target: { type: 'file', lexical: path, resolved: path },
        certainty: 'possible',
        tags: ['secret'],
      })),
    ];
  });
}
