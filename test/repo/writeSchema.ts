// Writes schema/governance.schema.json: node --conditions=@licet/source test/repo/writeSchema.ts
import { mkdirSync, writeFileSync } from 'node:fs';

import { policySchema } from '@licet/core/yaml';
import { shortForms } from '@licet/guards';

import { allNodes } from './policyDefinitions.ts';

const file = new URL('../../schema/governance.schema.json', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, `${JSON.stringify(policySchema(allNodes, shortForms), null, 2)}\n`);
