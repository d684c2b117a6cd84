import { expression } from './rules/condition.ts';
import type { Call, CommandDescriptor, Finding, FixedEffect, OptionSpec } from './descriptor.ts';
import { pushedTo } from './gitConfig.ts';
import { effect, option, sets } from './shapes.ts';

/** An option that names a program to run. */
export const runsCode: OptionSpec = { value: { as: 'shell', tags: ['runs_code', 'dynamic'] } };

/** An address of a repository. */
export const ADDRESS = '(?i)^(?:[a-z][a-z\\d+.-]*://|[\\w.-]+@[\\w.-]+:|[\\w.-]+[.][a-z]{2,}:)';

/** What the address of a repository does: `ext::` runs a command, a URL is a host. */
export function repository(text: string | undefined, direction: 'download' | 'upload'): readonly Finding[] {
  const command = /^ext::(.*)$/s.exec(text ?? '')?.[1];
  if (command !== undefined) {
    const words = command.replace(/% /g, ' ');
    return [{ use: { as: 'shell', tags: ['runs_code'] }, value: words }, sets('git_transport:ext', 'tampered_environment')];
  }
  if (text === undefined || !expression(ADDRESS).test(text)) return [];
  const value = text.includes('://') ? text : text.replace(/:(?!\d+(?:\/|$))/, '/');
  return [
    { use: { as: 'url', direction, method: 'git', ...(direction === 'upload' ? { tags: ['shares', 'uploads'] } : {}) }, value },
  ];
}

/** What a push names: `main of origin`; `remote` where it names no ref, or several. */
function pushedRef(remote: string | undefined, refs: Call['operands']): string {
  const [ref] = refs;
  const name = /^\+?(?:[^:]*:)?(?:refs\/(?:heads|tags)\/)?([\w./-]+)$/.exec(ref?.text ?? '')?.[1];
  return refs.length !== 1 || name === undefined || !/^[\w.-]+$/.test(remote ?? '') ? 'remote' : `${name} of ${remote}`;
}

/** Branches that several people build on: a lease keeps what one has not seen, and takes away what the others hold all the same. */
const COMMON_REF = /^(?:[^:]*:)?(?:refs\/heads\/)?(?:main|master|trunk|develop|production|stable|release(?:[-/].*)?)$/;

const unseenRefs: FixedEffect = {
  kind: 'unknown',
  target: 'git_ref:remote',
  tags: ['dynamic'],
  note: 'pushes what a command makes up, which may delete',
};

function pushFindings(call: Call): readonly Finding[] {
  const [remote, ...refs] = call.operands;
  const target = `git_ref:${pushedRef(remote?.text, refs)}`;
  const lost: FixedEffect = { kind: 'delete', target, tags: ['history_loss', 'remote_change'] };
  const dry = call.has('-n');
  const leased = call.has('--force-with-lease');
  const drops =
    ['-f', '-d', '--mirror', '--prune'].some(option => call.has(option)) ||
    refs.some(({ text, begins = text ?? '' }) => /^[+:]/.test(begins) || (leased && COMMON_REF.test(begins)));
  const hidden = refs.some(({ text, origins = [] }) => text === undefined && origins.includes('decoded'));
  const rewrites: FixedEffect = { kind: 'configure', target, tags: ['recoverable', 'shares'] };
  if (dry) return [];
  return [
    ...pushedTo(call, remote?.text ?? call.values('--repo').at(-1)?.text).flatMap(at => repository(at, 'upload')),
    effect('network', 'network:both', 'shares'),
    ...(drops ? [lost] : []),
    ...(hidden ? [unseenRefs] : []),
    ...(leased && !drops ? [rewrites] : []),
  ];
}

/** `git push`. */
export const push = (): CommandDescriptor => ({
  options: {
    '-f --force': 'flag',
    '-d --delete': 'flag',
    '-n --dry-run': 'flag',
    '--mirror --prune': 'flag',
    '--no-verify': option(sets('git_hook:checks', 'skips_checks')),
    '--push-option -o': 'text',
    '--repo': 'text',
    '--receive-pack --exec': runsCode,
  },
  inspect: pushFindings,
});
