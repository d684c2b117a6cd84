import { Document, visit } from 'yaml';

import type { Json } from '../model/json.ts';
import type { NodeData } from '../policy/policyData.ts';
import type { PolicySettings } from '../model/settings.ts';
import { POLICY_VERSION } from './loadFile.ts';
import { FORBIDDEN } from './checkText.ts';
import { settingsSchema } from './settings.ts';
import { fileNames, toSpec } from './toSpec.ts';
import { alternatives } from './zodShape.ts';
import type { Registry } from '../policy/definition.ts';

/**
 * Writes a policy as the text of a governance.yaml. Loading that text gives the same data and the same settings again;
 * comments, includes and short forms of the file that it once came from are gone. Throws as {@link toSpec} does.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { printPolicy } from '@licet/core/yaml';
 *
 * const data = { kind: 'not', children: [{ kind: 'any', children: [] }] };
 * printPolicy({ data, settings: { default: 'block' } }, createRegistry([])).split('\n')[1]; // => 'default: block'
 * ```
 */
export function printPolicy(
  { data, settings = {} }: { readonly data: NodeData; readonly settings?: PolicySettings },
  registry: Registry,
): string {
  const head = fileNames(settings as unknown as Json, alternatives(settingsSchema)) as { readonly [name: string]: Json };
  const document = new Document(
    { version: POLICY_VERSION, ...head, policy: toSpec(data, registry) },
    { version: '1.2', schema: 'core', aliasDuplicateObjects: false },
  );
  const hidden = new RegExp(FORBIDDEN, 'gv');
  visit(document, {
    Scalar(_key, node) {
      // As it is in the file: behind a space or a quote.
      if (typeof node.value === 'string' && ` ${node.value}`.search(hidden) >= 0) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Block scalars do not carry every text: one of blanks and a line break comes back shorter.
  let text = document.toString({ lineWidth: 120, singleQuote: true, blockQuote: false });
  // What was behind an escape is behind a letter now.
  while (FORBIDDEN.test(text)) text = text.replaceAll(hidden, escaped);
  return text;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
