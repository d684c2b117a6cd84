import type { Effect, FileTarget, GuardNode, Json } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import {
  filesFor,
  governedPatterns,
  governingSecrets,
  knownPlace,
  matcherFor,
  pathsStillLead,
  putAsideByStash,
  redirectsGovernance,
  typesIntoProgram,
} from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { fileName, shortPath, verdictOf } from '../judging/findings.ts';
import { nameTarget } from '../judging/nameTarget.ts';
import { patterns, hostPlace, placeParams } from '../judging/params.ts';
import { programFinder, runsCopy } from './copiedProgram.ts';
import type { IsProgram } from './copiedProgram.ts';
import { protectedPath, writtenAmong } from './governedMatches.ts';
import { changingCommand } from './licetCommand.ts';
import type { GoverningSecretReads } from './governingSecretReads.ts';
import { governingSecretReads } from './governingSecretReads.ts';
import { ownServerJudge } from './ownServers.ts';
import { plantedFindings } from './planted.ts';
import { programChanges } from './programFiles.ts';
import { typingFinding } from './typedInput.ts';
import { includesPath } from '../judging/includesPath.ts';
import { catastropheWords } from '../judging/markWords.ts';
import { tells } from '../judging/tells.ts';

const selfProtectionParams = params({
  /** More files that the agent may not change. */
  paths: param.optional(patterns('more files that the agent may not change')),
  /** Files and folders that the program that judges runs from. */
  program: param.code<readonly string[]>({ doc: 'files and folders that the program that judges runs from' }),
  /** Files that the policy in force was made of, or names. */
  governing: param.code<readonly string[]>({ doc: 'files that the policy in force was made of, or names' }),
  /** Finds files that programs made in a sandbox although a rule closes them. */
  planted: param.code<() => readonly string[]>({
    doc: 'finds files that programs made in a sandbox although a rule closes them',
  }),
  ...placeParams,
});

/**
 * What {@link SelfProtection} takes. `paths` come on top of the files that Licet and the runtimes are known to use. `program` is
 * absolute, and so is `governing`; packages of Licet and their drivers are known wherever they are installed.
 */
export type SelfProtectionOptions = ParamsOf<typeof selfProtectionParams>;

/**
 * Keeps the agent from changing what governs it: the policy, Licet's own state and program, the hook and permission
 * settings of the agent runtimes, and git's hooks. A floor: put it into the outer `all`, where nothing can lift it.
 *
 * | the action | ruling |
 * |---|---|
 * | changes, deletes, moves or links over such a file | block |
 * | deletes or moves a folder that such a file lies in | block |
 * | names such a file to a program whose use of it is unknown | ask |
 * | puts something else in the place of Licet's own code, its drivers, or a folder around them | block |
 * | removes the package `licet` | block |
 * | installs, updates or deletes other packages, or builds | pass |
 * | types into another program: a pane of a terminal, a window, a browser that is open | ask |
 * | redirects hooks or settings by git config or by a variable | block |
 * | runs a `licet` command that changes something | block |
 * | reads a token, a key, a pinned policy or the state of Licet, by name, by a pattern or within a folder | block |
 * | sends a request to a running server of Licet, other than for its health or its description | block |
 * | changes only how an editor looks, formats and searches, in settings whose new content is seen whole | pass |
 * | reads any other such file, or asks `licet` a question | pass |
 * | reads, changes or runs a file that a program made in a sandbox although a rule closes it | block |
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
export function SelfProtection(options: SelfProtectionOptions = {}): GuardNode {
  checkOptions('self_protection', selfProtectionParams, options);
  const place = knownPlace(options);
  const { paths, program = [], governing = [], planted = () => [] } = options;
  const more = [...(paths ?? []), ...governing.filter(file => !/[*?[\]{}!\\]/u.test(file))];
  const own = more.length === 0 ? undefined : matcherFor('paths', more, place, 'restrict');
  const governance = matcherFor('paths', governedPatterns, place, 'restrict', true);
  const secrets = governingSecretReads(place);
  const asksOwnServer = ownServerJudge(place);
  const judging = programChanges(program, place);
  const isProgram = programFinder(program, place);
  return Object.freeze<GuardNode>({
    name: 'self_protection',
    kind: 'self_protection',
    layer: 'boundary',
    floor: true,
    needs: ['effects'],
    ...tells({ never: 'the policy, its hook and the files of Licet' }),
    params: Object.freeze(paths === undefined ? {} : { paths }),
    check(action, ctx) {
      if (ctx.effects.length === 0) return skip();
      const replaced = judging.changesIn(ctx.effects).map(effect => finding(named(effect, place), effect, place));
      const touched = judging.namesIn(ctx.effects).map(effect => unclear(effect, '', named(effect, place), place));
      const found = ctx.effects.flatMap(effect => [
        ...judge(effect, [governance, own], place),
        ...commandOf(effect, isProgram, program, place),
        ...readOf(effect, secrets, place),
      ]);
      const made = plantedFindings(ctx.effects, planted(), place);
      return verdictOf([...found, ...replaced, ...touched, ...made, ...asksOwnServer(action, ctx.effects)]);
    },
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

function judge(effect: Effect, matchers: readonly (PathMatcher | undefined)[], place: KnownPlace): readonly Finding[] {
  const { target } = effect;
  switch (target?.type) {
    case 'file':
      return changes(effect) ? changeFindings(effect, target, matchers, place) : [];
    case 'named':
      if (typesIntoProgram(effect)) return [typingFinding(effect)];
      return redirectsGovernance(effect) ? [finding(nameTarget(effect, place) ?? 'it', effect, place)] : [];
    case 'program':
    case 'network':
    case undefined:
      return [];
  }
}

/** A command of `licet` that changes something, by whatever name or copy of the program. */
function commandOf(effect: Effect, isProgram: IsProgram, program: readonly string[], place: KnownPlace): readonly Finding[] {
  const { target } = effect;
  if (target?.type !== 'program') return [];
  const command = changingCommand(target.argv, isProgram);
  if (command === 'package') return [forPeople('to remove or replace the package `licet`', effect)];
  if (command !== undefined) return [forPeople(`\`licet ${command}\``, effect)];
  const copy = runsCopy(effect, program, place);
  if (copy === undefined) return [];
  const words = `\`${target.argv[0] ?? ''}\``;
  if (copy === 'copy') return [forPeople(`${words}, a copy of \`licet\`,`, effect)];
  const reason = `${words} may be a copy of \`licet\`: its words are those of a command for humans`;
  return [{ ruling: 'ask', code: 'governance_unclear', reason, fix: 'ask the user to run it', effect }];
}

function changeFindings(
  effect: Effect,
  target: FileTarget,
  matchers: readonly (PathMatcher | undefined)[],
  place: KnownPlace,
): readonly Finding[] {
  const [, own] = matchers;
  if (isStash(effect)) return stashFindings(effect, target, matchers, place);
  const reached = protectedPath(effect, effect.tags?.includes('preferences') === true ? [own] : matchers, place);
  const among = reached === undefined ? writtenAmong(effect, target, matchers, place) : undefined;
  if (among !== undefined) return [unclear(effect, among, fileName(target, place), place)];
  if (reached === undefined) return [];
  if (effect.tags?.some(tag => tag === 'unlisted' || tag === 'unseen') === true && effect.certainty === 'possible')
    return [unclear(effect, reached, fileName(target, place), place)];
  return [finding(reachedWords(effect, target, reached, place), effect, place)];
}

/** `git stash -u` and `git clean`, which take what git does not hold, and only that. */
function isStash({ tags = [], certainty }: Effect): boolean {
  return certainty === 'possible' && ['moved', 'unlisted', 'recoverable'].every(tag => tags.includes(tag));
}

/** What governs the agent is put aside only while git does not hold it: it would be gone until the stash is popped. */
function stashFindings(
  effect: Effect,
  target: FileTarget,
  matchers: readonly (PathMatcher | undefined)[],
  place: KnownPlace,
): readonly Finding[] {
  const isGoverned = (path: string): boolean => matchers.some(matcher => (matcher?.match(path).length ?? 0) > 0);
  const files = place.files === undefined ? undefined : filesFor(target, place.files);
  const aside = files === undefined ? undefined : putAsideByStash(target.resolved, isGoverned, files);
  if (aside?.length === 0) return [];
  const what = aside?.[0] === undefined ? 'a file' : shortPath(aside[0], place);
  const reason = `\`git\` would take away ${what}, which governs the agent and is not committed`;
  const fix =
    'name the files of the task (`git stash push -- PATH`, `git clean -f -- PATH`), or ask the user to commit what governs the agent';
  return [{ ruling: 'ask', code: 'governance_unclear', reason, fix, effect }];
}

/** Names what is reached, and how, where that is by another name. */
function reachedWords({ tags = [] }: Effect, target: FileTarget, reached: string, place: KnownPlace): string {
  const own = fileName(target, place);
  if (reached === '') return `${own} may reach what`;
  if (reached === target.lexical || reached === target.resolved) return own;
  const isLink = target.glob === undefined && target.recursive !== true && !tags.includes('moved');
  const name = shortPath(reached, place);
  return isLink ? `${own}, another name of ${name},` : `${name}, which ${own} reaches,`;
}

/** It is not known whether the file is changed: a human can tell. */
function unclear(effect: Effect, reached: string, own: string, place: KnownPlace): Finding {
  const name = reached === '' ? own : shortPath(reached, place);
  return {
    ruling: 'ask',
    code: 'governance_unclear',
    reason: `\`${effect.program ?? 'the command'}\` may change ${name}, which governs the agent`,
    fix: 'read it with `cat` or `grep`, name only the files of the task, or ask the user',
    effect,
  };
}

const BY_NAME = 'delete only the files of the task, by name; if this one must go, ask the user';
const BY_THE_USER = 'leave it as it is; if it must change, ask the user';

function finding(what: string, effect: Effect, place: KnownPlace): Finding {
  const stop = { ruling: 'block', code: 'governance_protected', effect } as const;
  // An agent that destroys the home folder wants to change no rule: to ask the user for that would be no advice.
  if (effect.tags?.includes('catastrophic') === true) return { ...stop, ...catastropheWords(effect, place) };
  const reason = `${what} governs the agent, so the agent may not change it`;
  return { ...stop, reason, fix: effect.kind === 'delete' ? BY_NAME : BY_THE_USER };
}

/** A command for people that an agent runs. */
const forPeople = (what: string, effect: Effect): Finding => ({
  ruling: 'block',
  code: 'governance_protected',
  reason: `${what} is for people: it changes what governs the agent, so the agent may not run it`,
  fix: 'ask the user to run it in a terminal',
  effect,
});

function named({ target }: Effect, place: KnownPlace): string {
  return target?.type === 'file' ? fileName(target, place) : 'the program';
}

/** What governs is shown by commands of `licet`, which leave out what is secret. */
function readOf(effect: Effect, secrets: GoverningSecretReads, place: KnownPlace): readonly Finding[] {
  if (effect.kind !== 'read' || effect.target?.type !== 'file') return [];
  const reached =
    protectedPath(effect, secrets.matchersFor(effect.target, effect.tags), place) ??
    secrets.aimedPath(effect.target, effect.tags);
  if (reached === undefined) return [];
  const reason = `${reachedWords(effect, effect.target, reached, place)} holds what governs the agent, such as tokens, keys or answers, and is not for agents`;
  const fix = 'use `licet status`, `licet audit` or `licet doctor`, which show what is no secret, or name the files of the task';
  return [{ ruling: 'block', code: 'governance_protected', reason, fix, effect }];
}

function changes({ kind }: Effect): boolean {
  return kind === 'write' || kind === 'delete' || kind === 'configure';
}

/** `self_protection` in governance.yaml. */
export const selfProtectionDefinition = defineNode({
  kind: 'self_protection',
  doc: 'keeps the agent from changing what governs it',
  floor: true,
  params: selfProtectionParams,
  rulings: [
    ['it changes the policy, its state, the program, or the settings that call it', 'block'],
    ['it reads a token, a key, a pinned policy or the state of Licet', 'block'],
    ['it sends a request to a running server of Licet', 'block'],
    ['it reads, changes or runs a file that a program made in a sandbox although a rule closes it', 'block'],
    ['it types into another program', 'ask'],
    ['it has no effects', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "self_protection: { paths: ['policies/**'] }",
  analysis: {
    range: () => ({ rulings: ['pass', 'ask', 'block'], applies: 'with_effects', fails: 'without_effects' }),
    compare: compareBy({ paths: paramOrder.forbids(includesPath('restrict')) }),
  },
  protects: ({ paths = [] }) => paths as readonly Json[],
  confines: ({ paths = [] }) => ({ freeze: [...governedPatterns, ...(paths as readonly Json[])], hide: governingSecrets }),
  build: (given, _children, context) =>
    SelfProtection({
      ...given,
      ...hostPlace(context),
      program: context.program ?? [],
      governing: context.governing ?? [],
      planted: context.planted ?? (() => []),
    }),
});
