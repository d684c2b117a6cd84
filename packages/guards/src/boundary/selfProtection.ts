import type { Effect, Guard } from '@licet/core';
import { checkOptions, defineNode, param, params, skip } from '@licet/core';
import {
  filesFor,
  findHardLink,
  governedPatterns,
  knownPlace,
  matcherFor,
  pathsStillLead,
  tokenPatterns,
  treeOf,
} from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PatternInput, Place } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { shortPath, verdictOf } from '../judging/findings.ts';
import { nameTarget } from '../judging/nameTarget.ts';
import { patterns, placeParams } from '../judging/params.ts';
import { changingCommand } from './licetCommand.ts';
import { programChanges } from './programFiles.ts';

const selfProtectionParams = params({
  paths: param.optional(patterns('more files that the agent may not change')),
  program: param.code<readonly string[]>({ doc: 'files and folders that the program that judges runs from' }),
  ...placeParams,
});

/** What {@link SelfProtection} takes. */
export interface SelfProtectionOptions extends Place {
  /** More files that the agent may not change, besides those that Licet and the runtimes are known to use. */
  readonly paths?: readonly PatternInput[];
  /**
   * Files and folders, absolute, that the program that judges runs from. Packages of Licet and their drivers are known
   * wherever they are installed. @defaultValue none
   */
  readonly program?: readonly string[];
}

const GOVERNANCE_SETTINGS =
  /^(?:core\.hookspath|core\.fsmonitor|core\.sshcommand|core\.pager|core\.editor|alias\..*|include(?:if)?\..*)$/i;
/** What runs with every `npx licet` that a human types. */
const PACKAGE_SETTINGS = /^(?:script-shell|node-options)$/;
const GOVERNANCE_VARIABLES = /^(?:CLAUDE_CONFIG_DIR|LICET_.*|GIT_CONFIG(?:_.*)?|NODE_OPTIONS)$/;

/**
 * Keeps the agent from changing what governs it: the policy, Licet's own state and program, the hook and permission
 * settings of the agent runtimes, and git's hooks. A floor: put it into the outer `all`, where nothing can lift it.
 *
 * | the action | ruling |
 * |---|---|
 * | changes, deletes, moves or links over such a file | block |
 * | deletes or moves a folder that such a file lies in | block |
 * | puts something else in the place of Licet's own code, its drivers, or a folder around them | block |
 * | installs, updates or deletes whole packages, or builds | pass |
 * | redirects hooks or settings by git config or by a variable | block |
 * | runs a `licet` command that changes something | block |
 * | reads the token of a running server | block |
 * | reads any other such file, or asks `licet` a question | pass |
 * | has no effects | skipped |
 *
 * It cannot see what a program that runs changes by itself, and it does not stop the user, whom no hook watches.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { SelfProtection } from '@licet/guards';
 *
 * const engine = new PolicyEngine(SelfProtection({ root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * const bash = (command: string) => ({ kind: 'bash', cwd: '/project', payload: { command } });
 * (await engine.evaluate(bash('echo "{}" > .claude/settings.json'))).ruling; // => 'block'
 * (await engine.evaluate(bash('cat governance.yaml'))).ruling; // => 'pass'
 * ```
 */
export function SelfProtection(options: SelfProtectionOptions = {}): Guard {
  checkOptions('self_protection', selfProtectionParams, options);
  const place = knownPlace(options);
  const { paths, program = [] } = options;
  const own = paths === undefined ? undefined : matcherFor('paths', paths, place, 'restrict');
  const governance = matcherFor('paths', governedPatterns, place, 'restrict', true);
  const tokens = matcherFor('paths', tokenPatterns, place, 'restrict', true);
  const judging = programChanges(program, place);
  return Object.freeze<Guard>({
    name: 'self_protection',
    kind: 'self_protection',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze(paths === undefined ? {} : { paths }),
    check(_action, ctx) {
      if (ctx.effects.length === 0) return skip();
      const replaced = judging(ctx.effects).map(effect => finding(named(effect, place), effect));
      const found = ctx.effects.flatMap(effect => [...judge(effect, [governance, own], place), ...readOf(effect, tokens, place)]);
      return verdictOf([...found, ...replaced]);
    },
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

function judge(effect: Effect, matchers: readonly (PathMatcher | undefined)[], place: KnownPlace): readonly Finding[] {
  const { target } = effect;
  switch (target?.type) {
    case 'file':
      return changes(effect) ? protectedBy(effect, matchers, place).map(what => finding(what, effect)) : [];
    case 'program': {
      const command = changingCommand(target.argv);
      return command === undefined ? [] : [finding(`\`licet ${command}\``, effect)];
    }
    case 'named':
      return redirects(effect, target.category, target.name) ? [finding(nameTarget(effect, place) ?? 'it', effect)] : [];
    case 'network':
    case undefined:
      return [];
  }
}

function finding(what: string, effect: Effect): Finding {
  return {
    ruling: 'block',
    code: 'governance_protected',
    reason: `${what} governs the agent and is not the agent's to change`,
    fix: 'ask the user to change it',
    effect,
  };
}

function named({ target }: Effect, place: KnownPlace): string {
  return target?.type === 'file' ? shortPath(target.glob ?? target.lexical, place) : 'the program';
}

/** What a server believes is for those whom it was given to. */
function readOf(effect: Effect, tokens: PathMatcher | undefined, place: KnownPlace): readonly Finding[] {
  if (effect.kind !== 'read') return [];
  return protectedBy(effect, [tokens], place).map(what => ({
    ruling: 'block',
    code: 'governance_protected',
    reason: `${what} is the token of a decision server, and not for agents`,
    fix: 'leave it alone',
    effect,
  }));
}

function changes({ kind }: Effect): boolean {
  return kind === 'write' || kind === 'delete' || kind === 'configure';
}

/** A pager or an editor that only shows or edits is an everyday setting: the analyser marks those that run something. */
function redirects({ kind, tags = [] }: Effect, category: string, name: string): boolean {
  if (kind === 'configure' && category === 'package_setting') return PACKAGE_SETTINGS.test(name);
  if (kind === 'configure')
    return category === 'git_config' && GOVERNANCE_SETTINGS.test(name) && (tags.length > 0 || /hookspath/i.test(name));
  return kind === 'environment' && GOVERNANCE_VARIABLES.test(name);
}

/**
 * What it changes of that which governs, in words. A command that rewrites the whole project (`git checkout`) changes none of it; one
 * that deletes it does, unless it is build output.
 */
function protectedBy(effect: Effect, matchers: readonly (PathMatcher | undefined)[], place: KnownPlace): readonly string[] {
  const { kind } = effect;
  if (effect.target?.type !== 'file') return [];
  const target = effect.tags?.includes('moved') === true ? treeOf(effect.target) : effect.target;
  const wide = (target.recursive === true || target.glob !== undefined) && effect.tags?.includes('regenerable') !== true;
  const single = target.recursive !== true && target.glob === undefined;
  const asWritten = shortPath(target.glob ?? target.lexical, place);
  for (const matcher of matchers) {
    if (matcher === undefined) continue;
    if (matcher.match(target.lexical).length > 0 || matcher.match(target.resolved).length > 0) return [asWritten];
    if (wide && (kind === 'delete' || target.recursive !== true || target.lexical !== place.root)) {
      const hits = matcher.touches(target, place.files).filter(hit => kind === 'delete' || hit.certainty === 'certain');
      const certain = hits.find(hit => hit.certainty === 'certain');
      if (certain !== undefined) return [`${shortPath(certain.path, place)}, which ${asWritten} reaches,`];
      if (hits.length > 0) return [`${asWritten} may reach what`];
    }
    const link = single
      ? findHardLink(target.resolved, matcher, place.root, filesFor(target, place.files), 500)?.protectedPath
      : undefined;
    if (link !== undefined) return [`${asWritten}, another name of ${shortPath(link, place)},`];
  }
  return [];
}

/** `self_protection` in governance.yaml. */
export const selfProtectionDefinition = defineNode({
  kind: 'self_protection',
  doc: 'keeps the agent from changing what governs it',
  floor: true,
  params: selfProtectionParams,
  rulings: [
    ['it changes the policy, its state, the program, or the settings that call it', 'block'],
    ['it reads the token of a running server', 'block'],
    ['it has no effects', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "self_protection: { paths: ['policies/**'] }",
  build: (given, _children, { root, home, program = [] }) => SelfProtection({ ...given, root, home, program }),
});
