/**
 * Returns what a YAML parser says of a text, in one line and with the place where the parser names one, but without the text itself: a file that is not
 * what it was taken for may hold a secret.
 *
 * @example
 * ```ts
 * import { yamlFault } from '@licet/core/text';
 *
 * yamlFault('Unexpected scalar token in YAML stream: "hunter2" at line 1, column 3:\n\n...'); // => 'unexpected scalar token in YAML stream at line 1, column 3'
 * ```
 */
export function yamlFault(message: string): string {
  const [line = ''] = message.split('\n');
  const place = / at line \d+, column \d+(?=:?$)/u.exec(line);
  const [words = ''] = line
    .slice(0, place?.index)
    .replace(/ [%*&!]\S+$/u, '')
    .split(': ', 1);
  return `${words.charAt(0).toLowerCase()}${words.slice(1).replace(/[.:]$/u, '')}${place?.[0] ?? ''}`;
}
