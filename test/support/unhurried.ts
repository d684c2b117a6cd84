/** Limits of an engine whose test is about something else than time: on a busy machine a process may stand still for many seconds. */
export const UNHURRIED = { guardTimeoutMs: 100_000, storeTimeoutMs: 100_000 };

/** The same for a PostgreSQL state. */
export const UNHURRIED_POSTGRES = { connectTimeoutMs: 100_000, statementTimeoutMs: 100_000 };
