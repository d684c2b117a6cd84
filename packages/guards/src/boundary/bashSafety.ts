import type { Action, Effect, GovernanceContext, GuardNode, Json, Ruling, Verdict } from '@licet/core';
import type { ApprovedCall, Comparison, Exemption, NodeRange, OptionalParam, ParamsOf } from '@licet/core/nodes';
import { skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { judgedMarks, marks } from '@licet/effects/marks';
import type { JudgedMark } from '@licet/effects/marks';
import { knownPlace } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import { commandsThatBegin, coveredBy, wordsOf } from '../judging/commands.ts';
import { commandExemptions, inYaml } from '../judging/exemptions.ts';
import { markFindings } from '../judging/markWords.ts';
import type { Finding } from '../judging/findings.ts';
import { verdictOf } from '../judging/findings.ts';
import { hostPlace, placeParams, withoutPlace } from '../judging/params.ts';
import { forbiddenPatterns, forbiddenPatternsParam, forbiddenText } from './forbiddenText.ts';
import { tells } from '../judging/tells.ts';
import { noteOwn, settleOwn } from '../ownWork/noteOwn.ts';
import { markOwnWork } from '../ownWork/markOwnWork.ts';

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text;

/** A ruling for each of the {@link judgedMarks}, by its name in camel case. */
export type MarkRulings = { readonly [Name in JudgedMark as CamelCase<Name>]?: Ruling };

/** The rulings where a policy says nothing: what the `standard` profile has. */
export const standardRulings: Readonly<Record<JudgedMark, Ruling>> = Object.freeze({
  unknown: 'ask',
  catastrophic: 'block',
  destructive: 'ask',
  destructive_outside: 'block',
  write_outside: 'ask',
  recoverable: 'warn',
  history_loss: 'ask',
  overwritten: 'ask',
  commits: 'pass',
  shares: 'warn',
  remote_change: 'ask',
  remote_execution: 'warn',
  uploads: 'ask',
  opaque_address: 'ask',
  browses: 'warn',
  downloaded_code: 'block',
  obfuscated: 'block',
  untrusted_code: 'ask',
  tampered_environment: 'block',
  persistence: 'ask',
  weakens: 'ask',
  skips_checks: 'ask',
  unguarded_agents: 'block',
  covers_tracks: 'block',
  disrupts: 'ask',
  elevation: 'warn',
  privilege: 'ask',
  unlisted: 'pass',
});

const camelCase = (mark: string): string => mark.replace(/_[a-z]/g, pair => pair.charAt(1).toUpperCase());

/** A ruling for each mark, by its name in camel case. */
const markParams = Object.fromEntries(
  judgedMarks.map(mark => [
    camelCase(mark),
    param.optional(param.ruling({ doc: `the ruling for effects marked ${mark}` }), standardRulings[mark]),
  ]),
) as { readonly [Name in keyof MarkRulings]-?: OptionalParam<Ruling> };

const bashSafetyParams = params({
  ...markParams,
  /** The ruling for every mark that is not named here. */
  otherwise: param.optional(param.ruling({ doc: 'the ruling for every mark that is not named here' })),
  /** Patterns of commands that are blocked. */
  blockedPatterns: forbiddenPatternsParam,
  /** Beginnings of commands that are blocked, each command by itself. */
  blockedPrefixes: param.optional(
    param.list(param.text(), { doc: 'beginnings of commands that are blocked, each command by itself' }),
  ),
  /** Whole commands that are excepted; `*` matches anything; never from what a mark blocks by default. */
  allow: param.optional(
    param.list(
      param.object({
        /** What the command runs: its first words, with `*` for any others. */
        runs: param.either(param.text(), param.list(param.text()), {
          doc: 'what the command runs: its first words, with `*` for any others',
        }),
      }),
      {
        doc: 'whole commands that are excepted; `*` matches anything; never from what a mark blocks by default',
      },
    ),
  ),
  ...placeParams,
});

/**
 * What {@link BashSafety} takes: a ruling for each mark of effects, and patterns of one's own. A mark that is not named has the ruling
 * of `otherwise`, or else of {@link standardRulings}. Text is easily rewritten: prefer rulings on effects to `blockedPatterns`.
 * `blockedPrefixes` are written `sudo`, `git push --force`, `git add * -A`. In `allow`, `{ runs: 'git push' }` is not `git push --force`,
 * `{ runs: 'git push *' }` is; an exception holds for what the command itself does, never for another command of the line.
 */
export type BashSafetyOptions = ParamsOf<typeof bashSafetyParams>;

/**
 * Judges what a command, or any other action, does to the world: by its effects, not by its text. `rm -rf /`, `r\m -rf /`,
 * `sh -c 'rm -rf /'` and a tool called `delete_directory` with the path `/` are the same to it, and a commit message that
 * mentions `rm -rf /` is nothing.
 *
 * | the action | ruling |
 * |---|---|
 * | has effects with marks: lost for good, lost outside the project, published, hidden by an encoding, … | the ruling for each mark, see {@link standardRulings}; the strictest counts |
 * | is a command whose text matches `blockedPatterns` | block |
 * | has a command that begins as one of `blockedPrefixes`, or may | block; ask where its words are unknown |
 * | is a command that `allow` names whole | pass, but for marks that block in {@link standardRulings} |
 * | has no effects | skipped |
 * | anything else | pass |
 *
 * It remembers which files the session made: to delete one of them is `recoverable`, to write it again is nothing. A file that was there before
 * the session is never among them.
 *
 * It cannot see more than the analyser: what a build script, a binary or another machine does by itself is not in the command.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { BashSafety } from '@licet/guards';
 *
 * const engine = new PolicyEngine(BashSafety({ root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * const bash = (command: string) => ({ kind: 'bash', cwd: '/project', payload: { command } });
 * (await engine.evaluate(bash('rm -rf /'))).ruling; // => 'block'
 * (await engine.evaluate(bash('git commit -m "never run rm -rf /"'))).ruling; // => 'pass'
 * ```
 */
export function BashSafety(options: BashSafetyOptions = {}): GuardNode {
  return bashSafety(options, false);
}

function bashSafety(options: BashSafetyOptions, checked: boolean): GuardNode {
  checkOptions('bash_safety', bashSafetyParams, options);
  const { blockedPatterns, blockedPrefixes, allow, ...chosen } = withoutPlace(options);
  const place = knownPlace(options);
  const rulings = rulingsOf(chosen);
  const patterns = forbiddenPatterns(blockedPatterns ?? [], checked);
  const prefixes = wordsOf(blockedPrefixes ?? [], 'blockedPrefixes');
  const excepted = wordsOf(
    (allow ?? []).flatMap(({ runs }) => runs),
    'allow',
  );
  const lists = Object.entries({ blockedPatterns, blockedPrefixes, allow }).filter(([, list]) => (list ?? []).length > 0);
  return Object.freeze<GuardNode>({
    name: 'bash_safety',
    kind: 'bash_safety',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze({ ...chosen, ...Object.fromEntries(lists) }),
    ...tells({ ask: 'what destroys work, changes other systems or sends data elsewhere' }),
    check: (action, ctx) => judge(action, ctx, { place, rulings, patterns, prefixes, excepted }),
    watches: true,
    decidesAlone: true,
    commit: (action, ctx) => noteOwn(action, ctx, place),
    stopped: (action, ruling, ctx) => (ruling === 'ask' ? noteOwn(action, ctx, place, true) : undefined),
    record: (action, outcome, ctx) => settleOwn(action, outcome, ctx, place),
  });
}

interface Judging {
  readonly place: KnownPlace;
  readonly rulings: Readonly<Record<JudgedMark, Ruling>>;
  readonly patterns: ReturnType<typeof forbiddenPatterns>;
  readonly prefixes: readonly string[];
  readonly excepted: readonly string[];
}

function judge(action: Action, ctx: GovernanceContext, { place, rulings, patterns, prefixes, excepted }: Judging): Verdict {
  const effects = markOwnWork(ctx, place);
  const isCovered = coveredBy(effects, excepted);
  const isExcepted = effects.length > 0 && effects.every(isCovered);
  const forbidden = isExcepted ? [] : forbiddenText(action, patterns);
  if (forbidden.length === 0 && effects.length === 0) return skip();
  const beginnings = forbiddenBeginnings(
    effects.filter(effect => !isCovered(effect)),
    prefixes,
  );
  const marked = effects.flatMap(effect =>
    markFindings(effect, place, mark => (isCovered(effect) && standardRulings[mark] !== 'block' ? 'pass' : rulings[mark])),
  );
  return verdictOf([...forbidden, ...beginnings, ...marked]);
}

function rulingsOf({
  otherwise,
  ...chosen
}: Pick<BashSafetyOptions, keyof MarkRulings | 'otherwise'>): Readonly<Record<JudgedMark, Ruling>> {
  const named: Readonly<Record<string, Ruling | undefined>> = { ...chosen };
  const rulingOf = (mark: JudgedMark): Ruling => named[camelCase(mark)] ?? otherwise ?? standardRulings[mark];
  return Object.fromEntries(judgedMarks.map(mark => [mark, rulingOf(mark)])) as Record<JudgedMark, Ruling>;
}

function forbiddenBeginnings(effects: readonly Effect[], prefixes: readonly string[]): readonly Finding[] {
  return commandsThatBegin(effects, prefixes).map(({ effect, possible }) => {
    const who = `\`${effect.program ?? 'a program'}\``;
    const reason = possible
      ? `whether the policy forbids this command of ${who} depends on words that are unknown`
      : `the policy forbids this command of ${who}`;
    const fix = possible ? 'write the words of the command out' : 'do it another way, or ask the user';
    return { ruling: possible ? 'ask' : 'block', code: 'command_forbidden', reason, fix, effect };
  });
}

const compareMarks = compareBy({
  ...Object.fromEntries(judgedMarks.map(mark => [mark, paramOrder.ruling(standardRulings[mark])])),
  blockedPatterns: paramOrder.forbids(),
  blockedPrefixes: paramOrder.forbids(),
  allow: paramOrder.exempts(),
});

const OF_MARKS: ReadonlySet<string> = new Set(['otherwise', ...judgedMarks.map(camelCase)]);

/** Every mark is compared by the ruling that it has in the end, and exceptions by the commands that they name. */
function compareRulings(older: MarkParams, newer: MarkParams): Comparison {
  const whole = ({ allow, ...params }: MarkParams): MarkParams => {
    const [ofMarks, others] = [true, false].map(isWanted =>
      Object.fromEntries(Object.entries(params).filter(([name]) => OF_MARKS.has(name) === isWanted)),
    );
    const excepted = (Array.isArray(allow) ? (allow as readonly { readonly runs: string | readonly string[] }[]) : []).flatMap(
      ({ runs }) => runs,
    );
    return { ...rulingsOf(ofMarks ?? {}), ...others, allow: excepted };
  };
  return compareMarks(whole(older), whole(newer));
}

type MarkParams = { readonly [name: string]: Json };

/** The rulings of the marks, and those of forbidden texts. */
function rangeOf(params: MarkParams): NodeRange {
  const ofMarks = Object.entries(params).filter(([name]) => OF_MARKS.has(name));
  const isGiven = (name: string): boolean => Array.isArray(params[name]) && params[name].length > 0;
  return {
    rulings: [
      'pass',
      ...Object.values(rulingsOf(Object.fromEntries(ofMarks))),
      ...(isGiven('blockedPatterns') ? (['block'] as const) : []),
      ...(isGiven('blockedPrefixes') ? (['ask', 'block'] as const) : []),
    ],
    fails: 'without_effects',
  };
}

/** An exception is a whole command, or a program with its sub-command and the words before what differs. */
function exempted({ allow, ...params }: MarkParams, calls: readonly ApprovedCall[]): readonly Exemption[] {
  return commandExemptions(calls).map(({ patterns, neighbors }) => ({
    words: patterns.at(-1) ?? '',
    params: {
      ...params,
      allow: [...(Array.isArray(allow) ? (allow as readonly Json[]) : []), ...patterns.map(runs => ({ runs }))],
    },
    neighbors: neighbors.map(command => ({ kind: 'bash', tool: 'Bash', payload: { command }, ...folderOf(calls) })),
  }));
}

/** Where the first of some calls started. */
const folderOf = ([first]: readonly ApprovedCall[]): Pick<Action, 'cwd'> =>
  first?.action.cwd === undefined ? {} : { cwd: first.action.cwd };

/** `bash_safety` in governance.yaml. */
export const bashSafetyDefinition = defineNode({
  kind: 'bash_safety',
  doc: 'judges what a command, or any other action, does to the world',
  params: bashSafetyParams,
  marks,
  doubts: ({ catastrophic, otherwise }) => {
    const ruling = catastrophic ?? otherwise;
    if (typeof ruling !== 'string' || ruling === 'block') return [];
    return [
      `\`catastrophic\` is \`${ruling}\`, and there is no \`floor\` next to it: disks, the root and the home may be destroyed`,
    ];
  },
  rulings: [
    ['an effect has a mark', 'the ruling for the mark; the strictest counts'],
    ['the text of the command matches `blocked_patterns`', 'block'],
    ['a command of it begins as one of `blocked_prefixes`', 'block'],
    ['`allow` names the whole command', 'pass for what this command does, except what a mark blocks by default'],
    ['it has no effects', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "bash_safety: { shares: ask, blocked_patterns: ['curl .*internal'] }",
  analysis: {
    compare: compareRulings,
    range: rangeOf,
    exempt: exempted,
  },
  exception: ({ code, command }) =>
    command === undefined
      ? undefined
      : `\`bash_safety: { allow: [{ runs: [${inYaml(command)}] }] }\`, or another ruling for \`${code.replace(/^effect_/u, '')}\``,
  build: (given, _children, context) => bashSafety({ ...given, ...hostPlace(context) }, context.checked === true),
});
