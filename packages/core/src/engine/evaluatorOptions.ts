import { refuseUnknown } from '../model/refuseUnknown.ts';
import { withDeclaredEffects } from '../model/declaredTools.ts';
import type { DeclaredTools } from '../model/declaredTools.ts';
import type { Certify } from '../model/certificate.ts';
import type { EffectAnalyzer, OfferContainment } from '../model/effects.ts';
import { InvariantError } from '../model/errors.ts';
import type { GuardInput } from '../model/guard.ts';
import type { Given } from '../model/json.ts';
import { isRuling } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { BuiltPolicy, Mode, PolicySettings } from '../model/settings.ts';
import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/clock.ts';
import type { HashText } from '../store/auditChain.ts';
import { sha256 } from '../text/sha256.ts';

/** What deciding alone may be given. Everything has a default that works without a host. */
export interface EvaluatorOptions {
  /** Finds the effects of an action. @defaultValue none: a policy that needs effects is refused, and reading `ctx.effects` is a fault */
  readonly effects?: EffectAnalyzer;
  /** Gives certificates to calls that pass. @defaultValue none gets one */
  readonly certify?: Certify;
  /** Offers sandboxes to calls. @defaultValue no call has one */
  readonly contain?: OfferContainment;
  /** `observe` records the real ruling and stops nothing. @defaultValue 'enforce' */
  readonly mode?: Mode;
  /** The ruling when no guard applies. @defaultValue 'pass' */
  readonly default?: Ruling;
  /** How long one asynchronous guard may take, in milliseconds. @defaultValue 5000 */
  readonly guardTimeoutMs?: number;
  /** How deep a tree may be evaluated. @defaultValue 64 */
  readonly maxDepth?: number;
  readonly clock?: Clock;
  /** Makes the identities of evaluations. @defaultValue version 7 UUIDs */
  readonly ids?: () => string;
  /** The SHA-256 of a text as hexadecimal digits, where the host has a faster one. @defaultValue core's own, which needs no host */
  readonly hash?: HashText;
  /** What `digestPolicy` gives for the policy, where the host has kept it. @defaultValue found when it is first needed */
  readonly policyDigest?: string;
}

/** The options of deciding with every default filled in. */
export type ResolvedEvaluatorOptions = Required<
  Omit<EvaluatorOptions, 'certify' | 'contain' | 'effects' | 'ids' | 'policyDigest'>
> &
  Pick<EvaluatorOptions, 'certify' | 'contain' | 'effects' | 'ids' | 'policyDigest'> & {
    /** What the policy declares of tools. */
    readonly tools: DeclaredTools | undefined;
  };

/** What counts where an option is left out. Every option by name; the compiler sees to it that none is missing. */
export const EVALUATOR_DEFAULTS: Required<Given<EvaluatorOptions>> = {
  effects: undefined,
  certify: undefined,
  contain: undefined,
  mode: 'enforce',
  default: 'pass',
  guardTimeoutMs: 5_000,
  maxDepth: 64,
  clock: systemClock,
  ids: undefined,
  hash: sha256,
  policyDigest: undefined,
};

/** Takes a loaded policy apart; a tree alone has no settings. */
export function settingsOf(
  policy: GuardInput | BuiltPolicy,
): Pick<BuiltPolicy, 'settings' | 'placeOf'> & { readonly policy: GuardInput } {
  const isBuilt = typeof policy === 'object' && policy !== null && 'policy' in policy && !('check' in policy);
  return isBuilt ? policy : { policy, settings: {} };
}

/**
 * Fills in the defaults and takes over `said`, what the policy itself says. Throws an {@link InvariantError} for an option that
 * there is not, since a misspelled one would be a protection that is not there, and for what the policy says otherwise: neither
 * may lift the other unseen. `owner` is who has the options, for the message.
 */
export function resolved<Options extends EvaluatorOptions>(
  owner: string,
  defaults: Required<Given<Options>>,
  options: Options,
  said: Partial<Options>,
): Required<Given<Options>> {
  refuseUnknown(owner, options, Object.keys(defaults));
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const other = options[name as 'mode' | 'default' | 'guardTimeoutMs'];
    if (other !== undefined && other !== value)
      throw new InvariantError(
        'invalid_param',
        `\`${name}\` is \`${String(value)}\` in the policy and \`${String(other)}\` in the options: leave it out of one of them`,
      );
  }
  return { ...defaults, ...options, ...Object.fromEntries(given) };
}

/** What decides by the options: the declared tools of the policy stand beside the analyser. Throws for what makes no sense. */
export function evaluatorOptions(
  options: Required<Given<EvaluatorOptions>>,
  { tools }: PolicySettings,
  limits: readonly string[] = ['guardTimeoutMs', 'maxDepth'],
): ResolvedEvaluatorOptions {
  const { default: fallback, mode, effects } = options;
  if (!isRuling(fallback))
    throw new InvariantError('invalid_param', `\`default\` must be a ruling, found \`${String(fallback)}\``);
  if (!['enforce', 'observe'].includes(mode as string))
    throw new InvariantError('invalid_param', `\`mode\` must be \`enforce\` or \`observe\`, found \`${String(mode)}\``);
  for (const name of limits) {
    const value = options[name as 'maxDepth'];
    if (!((value as number) > 0))
      throw new InvariantError('invalid_param', `\`${name}\` must be a number above 0, found \`${value}\``);
  }
  const shown = effects && withDeclaredEffects(effects, tools);
  return { ...options, tools, ...(shown && { effects: shown }) } as ResolvedEvaluatorOptions;
}
