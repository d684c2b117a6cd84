/**
 * Turns a name of the code into the name in governance.yaml: `minDepth` becomes `min_depth`. Capitals that follow no small letter stay, as
 * in names of variables.
 *
 * @example
 * ```ts
 * import { toSnake } from '@licet/core/text';
 *
 * toSnake('minDepth'); // => 'min_depth'
 * toSnake('GITHUB_TOKEN'); // => 'GITHUB_TOKEN'
 * ```
 */
export function toSnake(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
