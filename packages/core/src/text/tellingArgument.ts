/** The arguments that say what a call is about, the most telling first, however a tool writes them: `file_path`, `filePath`. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'url',
  'uri',
  'pattern',
  'path',
  'query',
  'description',
  'name',
  'id',
];

/** The arguments that hold the content of a file or a message. They say what is written, not where. */
const CONTENT =
  /^(?:(?:file_)?(?:content|text|data|body)s?|(?:old|new)_(?:string|str|source|text)|prompt|message|input|patch|code|edits)$/u;

/**
 * Returns the argument that says what a call of a tool is about, as text: its command, path, address or pattern, whatever is before it. Of
 * other arguments it is the first that holds no content. Undefined for a call without arguments.
 *
 * @example
 * ```ts
 * import { tellingArgument } from '@licet/core/text';
 *
 * tellingArgument({ content: 'all of the file', file_path: 'src/a.ts' }); // => 'src/a.ts'
 * tellingArgument({ to: ['ann'], body: 'hello' }); // => '["ann"]'
 * tellingArgument({}); // => undefined
 * ```
 */
export function tellingArgument(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const given = Object.entries(payload).map(([name, value]): readonly [string, unknown] => [snake(name), value]);
  for (const wanted of TELLING) {
    const found = given.find(([name, value]) => name === wanted && typeof value === 'string' && value !== '');
    if (found !== undefined) return String(found[1]);
  }
  const [, value] = given.find(([name]) => !CONTENT.test(name)) ?? given[0] ?? [];
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const snake = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
