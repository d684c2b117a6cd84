import type { Effect, FileTarget, GuardNode, Json, Ruling } from '@licet/core';
import type { ParamOrder, ParamsOf } from '@licet/core/nodes';
import { InvariantError } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { isFreePlace } from '@licet/effects/marks';
import { knownPlace, matcherFor, mostSpecific, pathsStillLead } from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PathPattern } from '@licet/effects/places';

import { aroundFinding, judgeFiles, namesAnother } from '../judging/around.ts';
import type { Finding } from '../judging/findings.ts';
import { fileName } from '../judging/findings.ts';
import { hostPlace, placeParams, withoutPlace } from '../judging/params.ts';
import { named, tells } from '../judging/tells.ts';

/** What may be done with a path, from the mildest to the strictest. */
export const accessLevels = ['read-write', 'read-only', 'no-access'] as const;

/** One of the {@link accessLevels}. */
export type AccessLevel = (typeof accessLevels)[number];

const accessMapParams = params({
  /** The access to each pattern. */
  paths: param.record(param.choice(accessLevels), { doc: 'the access to each pattern' }),
  /** The access to what no pattern matches. */
  otherwise: param.optional(param.choice(accessLevels, { doc: 'the access to what no pattern matches' }), 'read-only'),
  /** The ruling for an effect that cannot be seen. */
  unknown: param.optional(param.ruling({ doc: 'the ruling for an effect that cannot be seen' }), 'ask'),
  ...placeParams,
});

/** What {@link AccessMap} takes. The most specific pattern that matches a path wins; among equals the stricter access. */
export type AccessMapOptions = ParamsOf<typeof accessMapParams>;

interface Rules {
  readonly place: KnownPlace;
  readonly matcher: PathMatcher;
  readonly level: (pattern: PathPattern) => AccessLevel;
  readonly otherwise: AccessLevel;
  readonly unknown: Ruling;
  readonly writable: string;
}

const strictness = (level: AccessLevel): number => accessLevels.indexOf(level);

/**
 * Gives each path its own access, the most specific pattern first: `src/` may be written although `src/generated/` may
 * only be read.
 *
 * | the action | ruling |
 * |---|---|
 * | reads or changes what has `no-access` | block |
 * | changes what is `read-only` | block |
 * | reads a file that a pattern makes `read-only` | warn: the agent is told |
 * | changes a whole folder around such files (`prettier --write .`) | warn |
 * | lists names, sizes and dates | pass |
 * | does something to files that cannot be seen | `unknown` (ask) |
 * | does nothing to files | skipped |
 * | anything else | pass |
 *
 * What no pattern names has the access `otherwise`, but for the places of ordinary work: see `FileBoundary`.
 * A glob or a folder has the strictest access of everything it may reach. It cannot see what a program that runs does by
 * itself.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { AccessMap } from '@licet/guards';
 *
 * const policy = AccessMap({ paths: { 'src/': 'read-write', 'src/generated/': 'read-only' }, root: '/project' });
 * const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root: '/project' }) });
 * const write = (path: string) => ({ kind: 'write', tool: 'Write', cwd: '/project', payload: { file_path: path, content: '' } });
 * (await engine.evaluate(write('/project/src/a.ts'))).ruling; // => 'pass'
 * (await engine.evaluate(write('/project/src/generated/a.ts'))).ruling; // => 'block'
 * ```
 */
export function AccessMap(options: AccessMapOptions): GuardNode {
  checkOptions('access_map', accessMapParams, options);
  const place = knownPlace(options);
  const { paths, otherwise = 'read-only', unknown = 'ask' } = options;
  const patterns = Object.keys(paths);
  if (patterns.length === 0) throw new InvariantError('invalid_param', '`paths` names no path', { path: ['paths'] });
  for (const pattern of patterns) {
    const level = paths[pattern];
    if (level === undefined || !accessLevels.includes(level)) {
      throw new InvariantError(
        'invalid_param',
        `the access to \`${pattern}\` must be one of \`${accessLevels.join('`, `')}\`, found \`${String(level)}\``,
        { path: ['paths', pattern] },
      );
    }
  }
  const at = (level: AccessLevel): readonly string[] => patterns.filter(pattern => paths[pattern] === level);
  const writable = named(at('read-write'));
  const matcher = matcherFor('paths', patterns, place, 'restrict');
  const rules: Rules = { place, matcher, level: ({ source }) => paths[source] ?? 'no-access', otherwise, unknown, writable };
  return Object.freeze<GuardNode>({
    name: 'access_map',
    kind: 'access_map',
    layer: 'boundary',
    needs: ['effects'],
    params: withoutPlace(options),
    ...tells({ may: writable, read: named(at('read-only')), never: named(at('no-access')) }),
    check: (_action, ctx) => judgeFiles(ctx, unknown, (effect, target) => judge(effect, target, rules)),
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

function judge(effect: Effect, target: FileTarget, rules: Rules): readonly Finding[] {
  const access = accessTo(effect, target, rules);
  const name = fileName(target, rules.place);
  if (access !== 'read-write' && namesAnother(effect) && ownAccess(effect, target, rules) === 'read-write')
    return [aroundFinding(effect, rules.place)];
  if (access === 'no-access') {
    return [
      {
        ruling: 'block',
        code: 'path_denied',
        reason: `there is no access to ${name}`,
        fix: 'do without this file, or ask the user for what is needed from it',
        effect,
      },
    ];
  }
  if (access === 'read-write') return [];
  if (!['write', 'delete', 'configure'].includes(effect.kind)) return readNotice(effect, target, name, rules);
  const fix = rules.writable === '' ? 'ask the user to change it' : `change files in ${rules.writable}, or ask the user`;
  return [{ ruling: 'block', code: 'path_read_only', reason: `${name} may be read but not changed`, fix, effect }];
}

/** An agent that reads a file which a pattern makes read-only is told so: what is in it belongs there, and not into code. */
function readNotice(effect: Effect, target: FileTarget, name: string, { matcher }: Rules): readonly Finding[] {
  const isOne = effect.kind === 'read' && target.glob === undefined && target.recursive !== true;
  if (!isOne || matcher.match(target.lexical).length === 0) return [];
  const fix = 'write no value of it into code: load values from it at run time; ask the user where the file has to change';
  return [{ ruling: 'warn', code: 'path_read_only', reason: `${name} may be read but not changed`, fix, effect }];
}

const strictest = (levels: readonly AccessLevel[]): AccessLevel =>
  levels.reduce((a, b) => (strictness(b) > strictness(a) ? b : a), 'read-write');

/** The access that a path has by its own name. What no pattern names is free where agents work anyway. */
function ofPath(path: string, effect: Effect, { matcher, level, otherwise, place }: Rules): AccessLevel {
  const matching = mostSpecific(matcher.match(path).map(pattern => ({ pattern })));
  if (matching.length > 0) return strictest(matching.map(({ pattern }) => level(pattern)));
  return otherwise !== 'read-write' && isFreePlace(effect, place.root) ? 'read-write' : otherwise;
}

function ownAccess(effect: Effect, { lexical, resolved }: FileTarget, rules: Rules): AccessLevel {
  return strictest([ofPath(lexical, effect, rules), ofPath(resolved, effect, rules)]);
}

/** The strictest access among everything that a target may reach. */
function accessTo(effect: Effect, target: FileTarget, rules: Rules): AccessLevel {
  const { matcher, level, otherwise, place } = rules;
  if (target.glob === undefined && target.recursive !== true) return ownAccess(effect, target, rules);
  const reached = matcher
    .touches(target, place.files)
    .map(({ pattern, path, certainty }) => (certainty === 'certain' ? ofPath(path, effect, rules) : level(pattern)));
  const isNamed = matcher.covers(target, place.files) || (reached.length === 0 && isFreePlace(effect, place.root));
  return strictest([...reached, ...(isNamed ? [] : [otherwise])]);
}

const ACCESS = paramOrder.choice(accessLevels, 'no-access');

/** Patterns are compared by their access alone: one more or one less changes which of the others is the most specific, and what is covered. */
function comparePaths(older: Json | undefined, newer: Json | undefined): ReturnType<ParamOrder> {
  const [before, after] = [older, newer] as readonly { readonly [pattern: string]: Json }[];
  if (before === undefined || after === undefined) return 'unknown';
  const names = Object.keys(before).sort();
  if (JSON.stringify(names) !== JSON.stringify(Object.keys(after).sort())) return 'unknown';
  return compareBy(Object.fromEntries(names.map(name => [name, ACCESS])))(before, after);
}

const compareAccess = compareBy({
  paths: comparePaths,
  otherwise: paramOrder.choice(accessLevels, 'read-only'),
  unknown: paramOrder.ruling('ask'),
});

/** `access_map` in governance.yaml. */
export const accessMapDefinition = defineNode({
  kind: 'access_map',
  bare: 'paths',
  doc: 'gives each path its own access; the most specific pattern wins',
  params: accessMapParams,
  rulings: [
    ['it reads what is `no-access`, or changes what is not `read-write`', 'block'],
    ['it reads a file that a pattern makes `read-only`', 'warn: the agent is told'],
    ['it changes a whole folder around such files (`prettier --write .`)', 'warn'],
    ['it does something to files that cannot be seen', '`unknown` (ask)'],
    ['it does nothing to files', 'skipped'],
    ['anything else', 'pass'],
  ],
  patterns({ paths }) {
    const all = Object.entries(paths as Readonly<Record<string, AccessLevel>>);
    const named = (isForbidden: boolean): readonly string[] =>
      all.flatMap(([path, level]) => ((level === 'no-access') === isForbidden ? [path] : []));
    return { named: named(false), forbidden: named(true) };
  },
  confines({ paths, otherwise = 'read-only' }) {
    const all = Object.entries(paths as Readonly<Record<string, AccessLevel>>);
    const of = (wanted: AccessLevel): readonly string[] => all.flatMap(([path, level]) => (level === wanted ? [path] : []));
    const hide = of('no-access');
    return {
      ...(otherwise !== 'read-write' && { write: of('read-write') }),
      ...(otherwise === 'no-access' && { read: [...of('read-write'), ...of('read-only')] }),
      readOnly: of('read-only'),
      hide,
    };
  },
  example: "access_map: { 'src/': read-write, 'config/': read-only, '.env': no-access }",
  analysis: {
    compare: compareAccess,
    range: ({ unknown = 'ask' }) => ({
      rulings: ['pass', 'warn', 'block', unknown as Ruling],
      applies: 'with_files',
      fails: 'without_effects',
    }),
  },
  build: (given, _children, context) => AccessMap({ ...given, ...hostPlace(context) }),
});
