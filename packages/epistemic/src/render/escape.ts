/** Control characters, bidi controls, zero-width and other invisible characters. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Makes text from a graph safe for a terminal or a prompt: what could hide or move text is shown as `\u{…}`. */
export function visible(text: string): string {
  return text.replace(unsafe, char => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
