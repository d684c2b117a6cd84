/** What terminals act upon, or do not show: C1 controls, and characters that hide or turn text around. C0 is JSON's own to escape. */
const HIDDEN = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;

/** Writes a value as JSON that is safe on a terminal. What could hide in it is written as `\u202e`, and reads back as it was. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(HIDDEN, char =>
    Array.from({ length: char.length }, (_, unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
}
