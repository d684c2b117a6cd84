/** The beginning of a text, as text that every encoding can hold. */
export const cut = (text: string, most = 2_000): string => text.slice(0, most).toWellFormed();
