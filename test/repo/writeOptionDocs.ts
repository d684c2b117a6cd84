import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OPTION_SOURCES, withOptionDocs } from './optionDocs.ts';
import { ROOT } from './source.ts';

// Writes the doc comment of every option of a node, which editors show, from the description that the schema and the reference have.
for (const { path, text } of OPTION_SOURCES) {
  const written = withOptionDocs(text);
  if (written !== text) writeFileSync(join(ROOT, path), written);
}
