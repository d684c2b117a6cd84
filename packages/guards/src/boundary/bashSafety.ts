import type { Action, Effect, GovernanceContext, Guard, NodeDefinition, Ruling, Verdict } from '@licet/core';
import { defineNode, skip } from '@licet/core';
import { effectClasses } from '@licet/effects/marks';
import type { EffectClass } from '@licet/effects/marks';
import { knownPlace } from '@licet/effects/places';
import type { Place } from '@licet/effects/places';

import { classFindings } from '../judging/classWords.ts';
import type { Finding } from '../judging/findings.ts';
import { verdictOf } from '../judging/findings.ts';
import { optionalRuling } from '../judging/schemas.ts';
import { textPattern } from '../judging/textPattern.ts';
import type { TextPattern } from '../judging/textPattern.ts';

/** What {@link BashSafety} takes: a ruling for each class of effects, and patterns of one's own. */
export interface BashSafetyOptions extends Place, Partial<Record<EffectClass, Ruling>> {
  /** Regular expressions (RE2 syntax) over the text of the command: what matches is blocked. Text is easily rewritten: prefer rulings on effects. */
  readonly blockedPatterns?: readonly string[];
}

/** The rulings where a policy says nothing: what the `standard` profile has. */
export const standardRulings: Readonly<Record<EffectClass, Ruling>> = Object.freeze({
  unknown: 'ask',
  catastrophic: 'block',
  destructive: 'ask',
  destructiveOutside: 'block',
  writeOutside: 'ask',
  recoverable: 'warn',
  historyLoss: 'ask',
  shares: 'warn',
  remoteChange: 'ask',
  remoteExecution: 'warn',
  uploads: 'ask',
  downloadedCode: 'block',
  obfuscated: 'block',
  untrustedCode: 'ask',
  poisons: 'block',
  persistence: 'ask',
  weakens: 'ask',
  skipsChecks: 'ask',
  unguardedAgents: 'block',
  coversTracks: 'block',
  disrupts: 'ask',
  elevation: 'warn',
  privilege: 'ask',
  unlisted: 'pass',
});

const MAX_TEXT = 256_000;

/**
 * Judges what a command, or any other action, does to the world: by its effects, not by its text. `rm -rf /`, `r\m -rf /`,
 * `sh -c 'rm -rf /'` and a tool called `delete_directory` with the path `/` are the same to it, and a commit message that
 * mentions `rm -rf /` is nothing.
 *
 * Every effect belongs to classes (lost for good, lost outside the project, published, hidden by an encoding, …); each
 * class has a ruling, see {@link standardRulings}; the strictest one counts. An action without effects is skipped.
 *
 * It sees what the analyser sees: what a build script, a binary or another machine does by itself is not in the command.
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
export function BashSafety(options: BashSafetyOptions = {}): Guard {
  return bashSafety(options, false);
}

function bashSafety(options: BashSafetyOptions, checked: boolean): Guard {
  const { root: _root, home: _home, files: _files, blockedPatterns = [], ...chosen } = options;
  const { root } = knownPlace(options);
  const rulings = { ...standardRulings, ...chosen };
  const patterns = blockedPatterns.map((source, index) => textPattern(source, checked, ['blockedPatterns', index]));
  const judge = (effect: Effect): readonly Finding[] => classFindings(effect, root, rulings);
  return Object.freeze<Guard>({
    name: 'bash_safety',
    kind: 'bash_safety',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze({ ...chosen, ...(blockedPatterns.length > 0 && { blockedPatterns }) }),
    check(action: Action, ctx: GovernanceContext): Verdict {
      const forbidden = forbiddenText(action, patterns);
      if (forbidden.length === 0 && ctx.effects.length === 0) return skip();
      return verdictOf([...forbidden, ...ctx.effects.flatMap(judge)]);
    },
  });
}

function forbiddenText({ payload }: Action, patterns: readonly TextPattern[]): readonly Finding[] {
  const { command } = payload;
  if (patterns.length === 0 || typeof command !== 'string') return [];
  const words = { ruling: 'block', code: 'command_forbidden', fix: 'do it another way, or ask the user' } as const;
  if (command.length > MAX_TEXT)
    return [{ ...words, reason: 'the command is too long to be compared with the forbidden patterns' }];
  return patterns.some(pattern => pattern.isFoundIn(command))
    ? [{ ...words, reason: 'the policy forbids this command by its text' }]
    : [];
}

type Params = Omit<BashSafetyOptions, keyof Place>;

/** `bash_safety` in governance.yaml. */
export const bashSafetyDefinition: NodeDefinition<Params> = defineNode<Params>({
  kind: 'bash_safety',
  doc: 'judges what a command, or any other action, does to the world',
  params: z => {
    const classes = Object.fromEntries(
      effectClasses.map(name => [name, optionalRuling(z, `the ruling for effects of the class ${name}`).exactOptional()]),
    );
    const blockedPatterns = z
      .array(z.string().min(1))
      .min(1)
      .exactOptional()
      .describe('regular expressions (RE2) over the text of the command');
    return z.strictObject({ ...classes, blockedPatterns });
  },
  build: (params, _children, { root, home, checked }) => bashSafety({ ...params, root, home }, checked === true),
});
