/** The names of the graphs that come with Licet. */
export const SEED_NAMES = ['filesystem', 'network', 'database', 'cloud', 'containers', 'gaps'] as const;

/** One of the {@link SEED_NAMES}. */
export type SeedName = (typeof SEED_NAMES)[number];
