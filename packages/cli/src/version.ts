declare const LICET_VERSION: string;

/** The version of this program; `0.0.0` when it runs from its sources. */
export const VERSION: string = typeof LICET_VERSION === 'string' ? LICET_VERSION : '0.0.0';
