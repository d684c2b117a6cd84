import { visible } from '../../../packages/console/page/words.ts';

/** Makes an element with a class and what is in it. Texts are only ever texts: a link may come from anyone. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  kind: string = '',
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (kind !== '') element.className = kind;
  element.append(...content);
  return element;
}

/** Makes the content of a sentence: what is between backticks is code. */
export function prose(text: string): readonly (Node | string)[] {
  return visible(text)
    .split('`')
    .map((piece, index, { length }) => (index % 2 === 1 && index < length - 1 ? make('code', '', piece) : piece));
}

/** Returns the element of the page with an identity. Throws where it has another type, or is missing. */
export function find<Found extends HTMLElement>(id: string, type: new () => Found): Found {
  const element = document.querySelector(`#${id}`);
  if (element instanceof type) return element;
  throw new TypeError(`the page has no \`${id}\``);
}
