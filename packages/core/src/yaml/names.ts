/** Turns a name of the code into the name in governance.yaml: `minDepth` becomes `min_depth`. */
export function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

const MAX_SHOWN = 60;

/** Quotes what somebody wrote for a message: on one line, control characters escaped, not too long. */
export function quote(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    char => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;
}

/** Lists names for a message: `a`, `b` or `c`. */
export function listed(names: readonly string[]): string {
  const quoted = names.map(quote);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
