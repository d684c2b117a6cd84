import type { Effect, FileTarget, Json, Ruling, StopDetails, Verdict } from '@licet/core';
import { ask, block, pass, warn } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { Place } from '@licet/effects/places';

/** The ruling of a guard for one effect. */
export interface Finding {
  readonly ruling: Ruling;
  readonly code: string;
  /** A clause that says what is wrong, for people. */
  readonly reason: string;
  /** What to do instead. */
  readonly fix: string;
  readonly effect?: Effect;
  /** A command that does the job safely. */
  readonly command?: string;
}

const MOST_REASONS = 3;

/** Turns findings into one verdict: the strictest ruling, with the distinct reasons of that ruling. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const [worst] = findings.toSorted((a, b) => severityOf(b.ruling) - severityOf(a.ruling));
  if (worst === undefined || worst.ruling === 'pass') return pass();
  const decisive = findings.filter(({ ruling }) => ruling === worst.ruling);
  const reasons = [...new Set(decisive.map(({ reason }) => reason))];
  const more = reasons.length > MOST_REASONS ? `; and ${reasons.length - MOST_REASONS} more like these` : '';
  const reason = reasons.slice(0, MOST_REASONS).join('; ') + more;
  const fixes = [...new Set(decisive.map(({ fix }) => fix))].slice(0, MOST_REASONS).join('; ');
  const evidence = decisive.slice(0, 8).map(finding => evidenceOf(finding));
  if (worst.ruling === 'warn') return warn(reason, { code: worst.code, evidence, fix: { summary: fixes } });
  const command = decisive.length === 1 ? worst.command : undefined;
  const details: StopDetails = { code: worst.code, fix: { summary: fixes, ...(command !== undefined && { command }) }, evidence };
  return worst.ruling === 'ask' ? ask(reason, details) : block(reason, details);
}

function evidenceOf({ code, effect }: Finding): Json {
  if (effect === undefined) return { code };
  return {
    code,
    kind: effect.kind,
    target: describeTarget(effect),
    certainty: effect.certainty,
    ...(effect.program !== undefined && { program: effect.program }),
    ...(effect.via.length > 0 && { via: effect.via }),
    ...(effect.tags !== undefined && effect.tags.length > 0 && { tags: effect.tags }),
  };
}

/** Names what an effect acts upon, in few words. */
export function describeTarget({ target, program }: Effect): string {
  switch (target?.type) {
    case undefined:
      return program ?? 'something that cannot be seen';
    case 'file':
      return target.glob ?? (target.recursive === true ? `${target.lexical}/**` : target.lexical);
    case 'network':
      return target.host === undefined
        ? (program ?? 'an unknown host')
        : `${target.host}${target.port === undefined ? '' : `:${target.port}`}`;
    case 'program':
      return target.argv[0] ?? 'an unknown program';
    case 'named':
      return `${target.category} ${target.name}`;
  }
}

/** Names a file, or the files of a pattern, as the agent knows them. */
export function fileName({ glob, lexical }: FileTarget, place: Pick<Place, 'root' | 'home'>): string {
  return shortPath(glob ?? lexical, place);
}

/** Names a path as the agent knows it: relative to the project where it lies inside, from `~` where it lies in the home folder. */
export function shortPath(path: string, { root, home }: Pick<Place, 'root' | 'home'>): string {
  if (path === root) return '`.`';
  if (root !== undefined && path.startsWith(`${root}/`)) return `\`${path.slice(root.length + 1)}\``;
  const isAtHome = home !== undefined && home !== '/' && (path === home || path.startsWith(`${home}/`));
  return isAtHome ? `\`~${path.slice(home.length)}\`` : `\`${path}\``;
}
