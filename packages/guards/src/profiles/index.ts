import { standard } from './standard.ts';
import { strict } from './strict.ts';
import { unattended } from './unattended.ts';

/** The names of the profiles, from the mildest to the strictest. */
export const profileNames = ['standard', 'strict', 'unattended'] as const;

/** One of the {@link profileNames}. */
export type ProfileName = (typeof profileNames)[number];

/**
 * The profiles, each the text of a governance.yaml.
 *
 * @example
 * ```ts
 * import { profiles } from '@licet/guards';
 *
 * profiles.standard.includes('floor: {}'); // => true
 * ```
 */
export const profiles: Readonly<Record<ProfileName, string>> = Object.freeze({ standard, strict, unattended });
