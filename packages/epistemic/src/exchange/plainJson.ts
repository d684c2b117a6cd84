/**
 * Reads JSON text whose maps name no key twice. Undefined for any other text: a reader of YAML then says what is wrong, and where.
 */
export function readPlainJson(text: string): unknown {
  if (!/^\s*\{/u.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value) === countColons(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many keys the text has: colons that are in no string. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COLON) count += 1;
    else if (code === QUOTE) at = endOfString(text, at + 1);
  }
  return count;
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a] as const;

function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** How many keys a value has that came from JSON, its parts included. */
function countKeys(value: unknown): number {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const parts: readonly unknown[] = Object.values(part);
    if (!Array.isArray(part)) count += parts.length;
    for (const each of parts) if (typeof each === 'object') open.push(each);
  }
  return count;
}
