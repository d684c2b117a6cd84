/** One value under several names, separated by spaces: for tables in which many rows say the same. */
export const alike = <const T>(names: string, value: T): Readonly<Record<string, T>> =>
  Object.fromEntries(names.split(' ').map(name => [name, value]));
