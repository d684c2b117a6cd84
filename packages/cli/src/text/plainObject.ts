/** Whether a value is an object with these members, all of them where none is optional, and no other. */
export function isPlainObject(
  value: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return required.every(name => names.includes(name)) && names.every(name => required.includes(name) || optional.includes(name));
}
