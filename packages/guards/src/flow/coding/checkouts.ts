import type { CodeCall } from './calls.ts';
import { operandsOf, pathIn } from './calls.ts';
import { hasTag } from './effects.ts';
import type { MarkKind, Marks } from './foreign.ts';
import { foreignRoot, markedRoot } from './foreign.ts';
import { addressesIn } from './tenants.ts';

/** References under which hosts keep what others offer to be merged. */
const OFFERED = /(?:^|[/+])(?:pull|pulls|merge-requests|pull-requests|changes)\/\d+/u;
const OWN_BRANCH = /^(?:main|master|trunk|develop|dev|-|@\{-1\})$/u;

/**
 * Returns the folders of the project into which a command brings code that others offer: a pull request, a branch of another repository, a patch. What is
 * only fetched becomes code of the project with the next change of the branch. `taken` is what the command itself takes from elsewhere.
 */
export function checkoutsBy(calls: readonly CodeCall[], marks: Marks, taken: ReadonlySet<string>): ReadonlyMap<string, MarkKind> {
  const found = new Map<string, MarkKind>();
  let isPiped = false;
  for (const call of calls) {
    const { program, words, folder, effects } = call;
    const isFetched = found.has(folder) || (marks.state.marks.size > 0 && markedRoot('fetched', folder, marks) !== undefined);
    if (/^(?:gh|glab|hub)$/u.test(program) && /^(?:pr|mr|co)$/u.test(words[1] ?? '') && isCheckout(words))
      found.set(folder, 'checked out');
    else if (program === 'git') {
      const kind = gitBrings(call, isFetched);
      if (kind === 'checked out' && words.includes('worktree')) found.set(pathIn(folder, operandsOf(call)[2] ?? '.'), kind);
      else if (kind !== undefined && found.get(folder) !== 'checked out') found.set(folder, kind);
    }
    if (isPatch(call) && (isPiped || takesForeign(call, marks, taken))) found.set(folder, 'checked out');
    isPiped = effects.some(({ kind, target }) => kind === 'network' && target?.type === 'network') || (isPiped && !isPatch(call));
  }
  return found;
}

const isCheckout = (words: readonly string[]): boolean =>
  words[1] === 'co' || words.slice(2, 4).some(word => /^(?:checkout|co)$/u.test(word));

function gitBrings(call: CodeCall, isFetched: boolean): MarkKind | undefined {
  const [verb = '', ...rest] = operandsOf(call);
  const isOffered = call.words.some(word => OFFERED.test(word)) || (rest[0] !== undefined && addressesIn(rest[0]).length > 0);
  if (verb === 'pull' && isOffered) return 'checked out';
  if (verb === 'fetch') return isOffered ? 'fetched' : undefined;
  const takes = /^(?:checkout|switch|merge|cherry-pick|rebase|reset|worktree|restore|stash)$/u.test(verb);
  if (!takes || verb === 'stash' || rest.length === 0) return undefined;
  if (isOffered && /^(?:checkout|switch|merge|cherry-pick)$/u.test(verb)) return 'checked out';
  return isFetched && !rest.every(word => OWN_BRANCH.test(word)) ? 'checked out' : undefined;
}

const isPatch = ({ program, words }: CodeCall): boolean =>
  program === 'patch' || (program === 'git' && words.some(word => /^(?:apply|am)$/u.test(word)));

const takesForeign = ({ effects }: CodeCall, marks: Marks, taken: ReadonlySet<string>): boolean =>
  effects.some(
    effect =>
      hasTag(effect, 'downloaded_code') ||
      (effect.kind === 'read' &&
        effect.target?.type === 'file' &&
        foreignRoot(effect.target.lexical, marks, taken) !== undefined),
  );
