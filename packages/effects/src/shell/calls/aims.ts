import type { Effect } from '@licet/core';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { secretsBelow } from '../../places/secretsBelow.ts';
import { printedMembers } from '../../programs/archiveContents.ts';
import { seeksCredentials } from '../../programs/credentialShapes.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame, Run } from '../words/frame.ts';
import { emitPacked, readsPacked } from './broughtAlong.ts';
import { packs, showsText } from './described.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/** Searches that pass over what git is told to ignore, where secrets lie. */
const PASSES_OVER = /^(?:rg|ripgrep|rga|ag|ack|git)$/;

/** Options with which these look into that too. */
const UNIGNORING =
  '--no-ignore --no-ignore-vcs --no-ignore-files -u -uu -uuu -U --unrestricted --no-index --no-exclude-standard --skip-vcs-ignores'.split(
    ' ',
  );

const NAMES_ONLY = ['-l', '-L', '-q', '-c', '--files-with-matches', '--count', '--quiet'];

/** Options by which git looks for a text in its history. */
const HISTORY_SEARCH = ['-S', '-G'];

const history = { type: 'named', category: 'secret', name: 'history' } as const;

const isCredential = ({ text = '' }: { readonly text?: string | undefined }): boolean => seeksCredentials(text, true);

/** Programs that show what files have that others have not. */
const COMPARES = /^(?:g?diff|colordiff|[sw]diff|dwdiff|icdiff|difft|delta|diffoscope)$/;

/** Whether files are compared with nothing, which prints all of them. */
function comparesWithNothing(call: ResolvedCall, frame: Frame): boolean {
  const [program = '', subcommand] = call.path;
  const isGit = program === 'git' && (subcommand === 'diff' || subcommand === 'difftool') && call.has('--no-index');
  if (!isGit && !COMPARES.test(program)) return false;
  if (/^(?:g?diff|colordiff)$/.test(program) && !call.has('-N')) return false;
  return call.operandFields.some(field => isEmptyFolder(field, frame));
}

/** A folder that is not there, or has nothing in it, and into which the command has put nothing. */
function isEmptyFolder(field: Field, { state, run }: Frame): boolean {
  const text = knownText(field);
  const path = text === undefined || field.glob ? undefined : absolutePath(text, state.cwd);
  const { files } = run.options;
  if (path === undefined || files === undefined) return false;
  if (path === '/dev/null') return true;
  const listed = files.list(path);
  if (listed === undefined ? files.identity(path) !== undefined : listed.length > 0) return false;
  return ![...run.effects.values()].some(
    ({ kind, target, program }) =>
      kind === 'write' &&
      program !== 'mkdir' &&
      target?.type === 'file' &&
      (isWithin(target.lexical, path) || isWithin(path, target.lexical)),
  );
}

/** Notices a search whose pattern has the shape of a credential's value: what it looks through is not looked through by the way. */
export function noticeAim(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): void {
  const { run, stdin, via } = frame;
  const [program = '', subcommand] = call.path;
  const members = printedMembers(call);
  if (members !== undefined) emitPacked(members, call, frame, ['secret']);
  else if (readsPacked(call, frame)) emitPacked([], call, frame, ['secret', 'among']);
  run.aims ||= comparesWithNothing(call, frame);
  if (program === 'git' && subcommand !== 'grep' && HISTORY_SEARCH.some(option => call.values(option).some(isCredential)))
    emit(frame, { kind: 'read', target: history, program, tags: ['secret'] });
  const isSearch = showsText(call) || subcommand === 'grep' || words.some(({ use }) => use.as === 'code' || use.as === 'execute');
  if (!isSearch) return;
  if (NAMES_ONLY.some(option => call.has(option))) return;
  const isOutOfSight = PASSES_OVER.test(program) && UNIGNORING.some(option => call.has(option));
  if (PASSES_OVER.test(program) && !isOutOfSight && stdin === undefined && via.length === 0) return;
  const given = words.filter(({ use }) => use.as === 'text' || use.as === 'code');
  run.aims ||= given.some(({ field }) => seeksCredentials(field.text, isOutOfSight));
}

/** Marks what a command whose search aims at credentials reads: secrets among the files are what it is for, also in an archive of them. */
export function markAimed(effects: readonly Effect[], run: Run): readonly Effect[] {
  const { aims, options } = run;
  if (!aims) return effects;
  return effects.flatMap((effect): readonly Effect[] => {
    const { kind, target, program = '', tags = [] } = effect;
    if (kind !== 'read' || target?.type !== 'file') return [effect];
    if (tags.includes('among')) return [{ ...effect, tags: tags.filter(tag => tag !== 'among') }];
    if (!packs(program, run) || tags.length > 0) return [effect];
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
