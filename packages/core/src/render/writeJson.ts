/**
 * Writes data as indented JSON that is safe on a terminal: what would be invisible there stands as `\uXXXX`, so the
 * text still parses to the same data. The cause of a fault is left out, because it is for the developer's debugger and
 * may be no data at all; so is whatever else JSON cannot carry.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, portable, 2);
  return `${text.replace(UNSEEN, encode)}\n`;
}

const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u007f-\u009f\u2800]/gu;

function portable(key: string, value: unknown): unknown {
  if (key === 'cause' || typeof value === 'function' || typeof value === 'symbol') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

function encode(character: string): string {
  let codes = '';
  for (let at = 0; at < character.length; at++) codes += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return codes;
}
