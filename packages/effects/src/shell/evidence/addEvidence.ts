import type { Effect } from '@licet/core';
import { baseName, isWithin } from '../../places/lexical.ts';
import { classOf, contentOf, proofOf } from '../../programs/evidence.ts';
import { findDescriptor } from '../../programs/index.ts';
import { plainCall } from '../calls/resolve.ts';
import type { ChangedBy } from './changedChecks.ts';
import { spoiledBy } from './changedChecks.ts';

/** A program whose exit status is known when the call succeeds, or why it is not. */
interface Judged {
  readonly argv: readonly string[];
  /** What is before that: a launcher with its options, such as `npx -y`. */
  readonly launcher: readonly string[];
  /** Where the command ends in the text. */
  readonly end: number;
  /** The folder it runs in, where that is not the policy's own. */
  readonly folder?: string;
  readonly lacks?: string;
}

/** What is gathered on the way through a command line. */
export interface Walk {
  /** The folder of the policy. */
  readonly root: string;
  readonly found: Judged[];
  /** The end of the last command of all. */
  end: number;
}

/** An execution with the names of its program, and with the evidence it gives. */
export function addEvidence(effect: Effect, { found, end, root }: Walk, changed?: ChangedBy): Effect {
  const { target } = effect;
  if (effect.kind !== 'execute' || target?.type !== 'program') return effect;
  const argv = target.argv.map(word => word ?? '?');
  const judged = found.filter(each => isSame(each.argv, argv) || isSame([...each.launcher, ...each.argv], argv));
  const runs = [...new Set([...namesOf(argv), ...fileNames(target.file, argv, root), ...(effect.runs ?? [])])];
  const best = judged.find(({ lacks }) => lacks === undefined) ?? judged[0];
  if (best === undefined) return { ...effect, runs };
  const lacks = best.lacks ?? (changed && spoiledBy(best, changed, root));
  return {
    ...effect,
    runs: [...new Set([...runs, ...(isSame(best.argv, argv) ? [best.argv.join(' ')] : [])])],
    evidence: lacks === undefined ? evidenceOf(best, best.end === end) : { lacks },
  };
}

const isSame = (judged: readonly string[], argv: readonly string[]): boolean =>
  judged.length === argv.length &&
  judged.every((word, index) => word === argv[index] || (index === 0 && baseName(word) === baseName(argv[0] ?? '')));

/** The names under which a policy may speak of a call: its leading words, and what sort of program it is. */
export function namesOf(argv: readonly string[]): readonly string[] {
  const [program = '', ...rest] = argv;
  const descriptor = findDescriptor(program);
  const path = descriptor?.subcommands === undefined ? [] : plainCall(program, descriptor, rest).path;
  const plain = argv.findIndex((word, index) => index > 0 && word.startsWith('-'));
  const leading = argv.slice(0, plain < 0 ? 4 : Math.min(plain, 4));
  const kind = classOf(argv);
  const names = [leading, path].flatMap(words => words.map((_, index) => words.slice(0, index + 1).join(' ')));
  return [...new Set([...names, ...(kind === undefined ? [] : [kind]), ...contentOf(names, argv)])];
}

/** The names of a file that runs, however it was started: from the folder of the policy, absolute, and its own; with the words behind it. */
function fileNames(file: string | undefined, argv: readonly string[], root: string): readonly string[] {
  if (file === undefined) return [];
  const inside = isWithin(file, root) ? file.slice(root.length + 1) : undefined;
  const names = [file, baseName(file), ...(inside === undefined ? [] : [inside, `./${inside}`])];
  return names.flatMap(name => argv.slice(0, 4).map((_, index) => [name, ...argv.slice(1, index + 1)].join(' ')));
}

function evidenceOf({ argv, launcher, folder }: Judged, isLast: boolean): NonNullable<Effect['evidence']> {
  const proof = proofOf(argv);
  const more = { ...(isLast && ({ last: true } as const)), ...(folder !== undefined && { folder }) };
  const launched = (names: readonly string[]): readonly string[] =>
    launcher.length === 0 ? names : [...names, ...names.map(name => [...launcher, name].join(' '))];
  if (proof === undefined) return { proves: launched([argv.join(' ')]), ...more };
  if ('spoiledBy' in proof) return { lacks: `\`${proof.spoiledBy}\` may leave something out` };
  const names = argv.map((_, index) => argv.slice(0, index + 1).join(' '));
  return { proves: [proof.proves, ...launched(names.filter(name => classOf(name.split(' ')) !== undefined))], ...more };
}
