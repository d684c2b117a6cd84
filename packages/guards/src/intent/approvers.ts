import { InvariantError } from '@licet/core';
import { foldPersonName, isName } from '@licet/core/store';

/** Checks a list of people: names that can be seen, and no one twice. Returns how many they are. */
export function checkNames(param: string, names: readonly string[]): number {
  if (!Array.isArray(names) || names.length === 0)
    throw new InvariantError('invalid_param', `\`${param}\` must name somebody: leave it out for anybody`, { path: [param] });
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (!isName(name))
      throw new InvariantError('invalid_param', `\`${param}\` must hold names, found \`${String(name)}\``, {
        path: [param, index],
      });
    if (seen.has(foldPersonName(name)))
      throw new InvariantError('invalid_param', `\`${param}\` names \`${name}\` twice`, { path: [param, index] });
    seen.add(foldPersonName(name));
  }
  return seen.size;
}
