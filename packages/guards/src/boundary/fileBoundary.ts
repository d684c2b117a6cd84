import type { Action, Effect, FileTarget, GovernanceContext, GuardNode, Json, Ruling, Verdict } from '@licet/core';
import type { Confinement, ParamsOf } from '@licet/core/nodes';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { isFreePlace } from '@licet/effects/marks';
import { knownPlace, matcherFor, pathsStillLead, patternTexts } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import { aroundFinding, judgeFiles, namesAnother } from '../judging/around.ts';
import { inYaml, pathExemptions } from '../judging/exemptions.ts';
import type { Finding } from '../judging/findings.ts';
import { fileName, shortPath } from '../judging/findings.ts';
import { hostPlace, patterns, placeParams, withoutPlace } from '../judging/params.ts';
import { includesPath } from '../judging/includesPath.ts';
import { named, tells } from '../judging/tells.ts';
import { deniedAmong, deniedFindings, isAmongSearched, leavingOut } from './deniedAmong.ts';
import type { DeniedAmong } from './deniedAmong.ts';

const fileBoundaryParams = params({
  /** Where files may be written and deleted. */
  allow: param.optional(
    patterns('where files may be written and deleted'),
    'no restriction; the project, where no list is given',
  ),
  /** Where files may be read; `allow` counts too. */
  read: param.optional(patterns('where files may be read; `allow` counts too'), 'no restriction'),
  /** What may be read but not changed, inside `allow` too. */
  readOnly: param.optional(patterns('what may be read but not changed, inside `allow` too')),
  /** What may be neither read nor changed. */
  deny: param.optional(patterns('what may be neither read nor changed')),
  /** The ruling for an effect that cannot be seen. */
  unknown: param.optional(param.ruling({ doc: 'the ruling for an effect that cannot be seen' }), 'ask'),
  ...placeParams,
});

/**
 * What {@link FileBoundary} takes. Without any of `allow`, `read`, `readOnly` and `deny` the agent may change the project, and read
 * everything; `deny` wins over all the others.
 */
export type FileBoundaryOptions = ParamsOf<typeof fileBoundaryParams>;

interface Rules extends Pick<FileBoundaryOptions, 'unknown'> {
  readonly place: KnownPlace;
  readonly allow: PathMatcher | undefined;
  readonly read: PathMatcher | undefined;
  readonly readOnly: PathMatcher | undefined;
  readonly deny: PathMatcher | undefined;
  /** What to do instead of changing a file outside `allow`. */
  readonly fix: string;
}

/**
 * Keeps the agent's files within bounds, whatever touches them: a file tool, a shell redirection, `cp`, a script it wrote
 * inline. It looks at the effects of the action: every path as it is named and as the links lead to.
 *
 * | the action | ruling |
 * |---|---|
 * | reads or changes what `deny` matches, or may through a glob or a folder | block |
 * | changes what `readOnly` matches | block |
 * | changes something outside `allow` | block |
 * | reads something outside `read` and `allow`, when `read` is given | block |
 * | lists names, sizes and dates | pass |
 * | does something to files that cannot be seen | `unknown` (ask) |
 * | does nothing to files | skipped |
 * | anything else | pass |
 *
 * A recursive change of a folder around something `readOnly` (`prettier --write .`) is a warning: it names another target.
 *
 * The null device and the standard streams are always free. So are the places of ordinary work, unless `deny` or `readOnly`
 * names them: temporary folders, the agent's own plan and memory folders, other worktrees of the same repository, and what a
 * tool makes again (installed packages, build output, caches). It cannot see what a program that runs does by itself: a build
 * script, a binary, code on another machine. Patterns: see `compilePattern`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { FileBoundary } from '@licet/guards';
 *
 * const policy = FileBoundary({ allow: ['src/**'], deny: ['**' + '/.env*'], root: '/project' });
 * const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root: '/project' }) });
 * const read = { kind: 'read', tool: 'Read', cwd: '/project', payload: { file_path: '/project/.env' } };
 * (await engine.evaluate(read)).ruling; // => 'block'
 * ```
 */
export function FileBoundary(options: FileBoundaryOptions = {}): GuardNode {
  checkOptions('file_boundary', fileBoundaryParams, options);
  const place = knownPlace(options);
  const { read, readOnly, deny, unknown } = options;
  const isBare = (options.allow ?? read ?? readOnly ?? deny) === undefined;
  const allow = isBare ? PROJECT : options.allow;
  const rules: Rules = {
    place,
    allow: allow && matcherFor('allow', allow, place, 'grant'),
    read: read && matcherFor('read', [...read, ...(allow ?? [])], place, 'grant'),
    readOnly: readOnly && matcherFor('readOnly', readOnly, place, 'restrict'),
    deny: deny && matcherFor('deny', deny, place, 'restrict'),
    fix: insteadOf(patternTexts(allow ?? [])),
    unknown: unknown ?? 'ask',
  };
  return Object.freeze<GuardNode>({
    name: 'file_boundary',
    kind: 'file_boundary',
    layer: 'boundary',
    needs: ['effects'],
    params: withoutPlace(options),
    ...tells({
      may: named(patternTexts(allow ?? [])),
      read: named([...patternTexts(read ?? []), ...patternTexts(readOnly ?? [])]),
      never: named(patternTexts(deny ?? [])),
    }),
    check: (action, ctx) => judgeAll(action, ctx, rules),
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

/** Judges what a call opens by itself first. What it opens among other things is left out where that can be, and otherwise said. */
function judgeAll(action: Action, ctx: GovernanceContext, rules: Rules): Verdict {
  const denied: DeniedAmong[] = [];
  const judgeWith = (among: AmongFindings): Verdict =>
    judgeFiles(ctx, rules.unknown ?? 'ask', (effect, target) =>
      isAmongSearched(effect, ctx.effects) ? [] : judge(effect, target, rules, among),
    );
  const verdict = judgeWith(each => (denied.push(each), []));
  if (denied.length === 0) return verdict;
  const { effects, meets } = ctx;
  const isStopped = verdict.ruling === 'ask' || verdict.ruling === 'block';
  const left = isStopped ? undefined : leavingOut(denied, { action, effects, meets }, rules.place);
  const found = left === undefined ? deniedFindings(denied, action, effects, rules.place) : [];
  return left ?? judgeWith(each => found.filter(({ effect }) => effect === each.effect));
}

/** What is said of a read that opens something off limits among the rest. */
type AmongFindings = (denied: DeniedAmong) => readonly Finding[];

/** Where a policy names no files at all, the agent may change the project. */
const PROJECT: readonly string[] = ['**'];

function judge(effect: Effect, target: FileTarget, rules: Rules, findAmong: AmongFindings): readonly Finding[] {
  const name = shortPath(target.lexical, rules.place);
  const finding = (code: string, reason: string, fix: string): readonly Finding[] => [
    { ruling: 'block', code, reason, fix, effect },
  ];
  const among = rules.deny && deniedAmong(effect, target, rules.deny, rules.place);
  if (among !== undefined && (among.paths.length > 0 || !among.complete)) return findAmong(among);
  if (among === undefined && touches(rules.deny, target, rules) && !namesAnother(effect, rules.deny))
    return finding('path_denied', `${name} is off limits`, 'do without this file, or ask the user for what is needed from it');
  if (effect.kind === 'read') {
    if (rules.read === undefined || rules.read.covers(target, rules.place.files) || isFreePlace(effect, rules.place.root))
      return [];
    return finding('path_outside', `${name} is outside what may be read`, 'read the files of the task only');
  }
  if (!['write', 'delete', 'configure'].includes(effect.kind)) return [];
  const isAround = touches(rules.readOnly, target, rules) || touches(rules.deny, target, rules);
  const kept = isAround ? readOnlyFinding(effect, rules) : [];
  if (rules.allow === undefined || rules.allow.covers(target, rules.place.files) || isFreePlace(effect, rules.place.root))
    return kept;
  return finding('path_outside', `${name} is outside what may be changed`, rules.fix);
}

/** A whole folder that is formatted or unpacked into is named, what lies in it is not: that it is left alone is to be looked at. */
function readOnlyFinding(effect: Effect, rules: Rules): readonly Finding[] {
  const { target } = effect;
  if (target?.type !== 'file') return [];
  if (namesAnother(effect, rules.readOnly)) return [aroundFinding(effect, rules.place)];
  const fix = 'change another file, or ask the user to change this one';
  const reason = `${fileName(target, rules.place)} may be read but not changed`;
  return [{ ruling: 'block', code: 'path_read_only', reason, fix, effect }];
}

function insteadOf(allowed: readonly string[]): string {
  if (allowed.some(pattern => pattern === '**' || pattern === './')) return 'change files in the project, or ask the user';
  return `change files in ${allowed.map(pattern => `\`${pattern}\``).join(', ')}, or ask the user`;
}

function touches(matcher: PathMatcher | undefined, target: FileTarget, { place }: Rules): boolean {
  return matcher !== undefined && matcher.touches(target, place.files).length > 0;
}

const compareRules = compareBy({
  allow: paramOrder.permits(includesPath('grant')),
  read: paramOrder.permits(includesPath('grant')),
  readOnly: paramOrder.forbids(includesPath('restrict')),
  deny: paramOrder.forbids(includesPath('restrict')),
  unknown: paramOrder.ruling('ask'),
});

/** A node without any list is about the project; what may be written may be read, too, where `read` says what may be. */
function withReadable(params: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  const { allow, read, readOnly, deny } = params;
  if ((allow ?? read ?? readOnly ?? deny) === undefined) return { ...params, allow: [...PROJECT] };
  return Array.isArray(read) && Array.isArray(allow) ? { ...params, read: [...read, ...allow] as Json } : params;
}

/**
 * What is denied may not be changed either; where everything is, nothing may. What may be changed below a pattern that forbids it may not. The list of
 * what may be read stays: it also judges a pattern such as `docs/*` that finds no file, which opens nothing that is denied.
 */
function withEffective(params: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  const { readOnly = [], deny = [], allow, ...others } = withReadable(params);
  if ([deny].flat().some(isEverything)) return { ...others, deny, readOnly: deny, allow: [] };
  const kept = [readOnly, deny].flat();
  return {
    ...others,
    deny,
    readOnly: kept,
    ...(allow !== undefined && { allow: withoutCovered(allow, kept) }),
  };
}

const isEverything = (pattern: Json): boolean => pattern === '**' || pattern === '/' || pattern === '/**';

const restricts = includesPath('restrict');

/** Patterns without those that others match everywhere. */
const withoutCovered = (patterns: Json, others: readonly Json[]): Json =>
  [patterns]
    .flat()
    .filter(
      pattern => typeof pattern !== 'string' || !others.some(other => typeof other === 'string' && restricts(other, pattern)),
    );

/** The lists of a node, which are patterns or are not there. */
function confinementOf({ allow, read, readOnly, deny }: { readonly [name: string]: Json }): Confinement {
  return {
    ...(Array.isArray(allow) && { write: allow as readonly Json[] }),
    ...(Array.isArray(read) && { read: read as readonly Json[] }),
    ...(Array.isArray(readOnly) && { readOnly: readOnly as readonly Json[] }),
    ...(Array.isArray(deny) && { hide: deny as readonly Json[] }),
  };
}

/** `file_boundary` in governance.yaml. */
export const fileBoundaryDefinition = defineNode({
  kind: 'file_boundary',
  doc: 'keeps the files that the agent reads, writes and deletes within bounds',
  params: fileBoundaryParams,
  rulings: [
    ['it touches what `deny` matches, or changes what `read_only` matches', 'block'],
    ['it changes something outside `allow`, or reads something outside `read` and `allow`', 'block'],
    ['it changes a whole folder around such files (`prettier --write .`)', 'warn'],
    ['it changes temporary folders, plan and memory folders, other worktrees, build output', 'pass'],
    ['it does something to files that cannot be seen', '`unknown` (ask)'],
    ['it does nothing to files', 'skipped'],
    ['anything else', 'pass'],
  ],
  patterns: ({ allow, read, readOnly, deny }) => ({ named: [allow, read], forbidden: [readOnly, deny] }),
  confines: params => confinementOf(withReadable(params)),
  example: "file_boundary: { allow: ['src/**', 'test/**'], deny: ['**/.env*'] }",
  analysis: {
    range: ({ unknown = 'ask' }) => ({
      rulings: ['pass', 'warn', 'block', unknown as Ruling],
      applies: 'with_files',
      fails: 'without_effects',
    }),
    compare: (older, newer) => compareRules(withEffective(older), withEffective(newer)),
    exempt: (params, calls, place) =>
      (['allow', 'read'] as const).flatMap(name => {
        const list = params[name];
        if (!Array.isArray(list)) return [];
        const isMeant = ({ kind }: Effect): boolean => (kind === 'read') === (name === 'read') && kind !== 'execute';
        return pathExemptions(calls, isMeant, place).map(words => ({
          words,
          params: { ...params, [name]: [...(list as readonly Json[]), words] },
        }));
      }),
  },
  exception: ({ path }) =>
    path === undefined ? undefined : `\`file_boundary: { allow: [${inYaml(path)}] }\` in addition to what it has`,
  build: (given, _children, context) => FileBoundary({ ...given, ...hostPlace(context) }),
});
