const MAX_LEVELS = 64;

/**
 * True for what JSON carries without loss: no function, symbol, BigInt, number that is not finite, lone surrogate, hole
 * in an array or object that is not plain, and no more than 64 levels, which a cycle always has. A member that is
 * `undefined` counts as left out.
 */
export function isData(value: unknown, levels: number = MAX_LEVELS): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return true;
    case 'object':
      return value === null || (levels > 0 && isPlain(value, levels - 1));
    default:
      return false;
  }
}

function isPlain(value: object, levels: number): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!isData(item, levels)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && (member === undefined || isData(member, levels)));
}
