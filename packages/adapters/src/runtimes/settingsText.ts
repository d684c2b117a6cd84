/** How settings that are JSON are written. */
export const jsonFile = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Each event with the list of its one entry, as settings have it under `hooks`. */
export const listsOf = (entries: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(entries).map(([event, entry]) => [event, [entry]]));
