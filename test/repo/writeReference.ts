import { writeFileSync } from 'node:fs';

import { referencePage } from '@licet/core/yaml';

import { allNodes } from './policyDefinitions.ts';

writeFileSync(new URL('../../docs/reference.md', import.meta.url), referencePage(allNodes));
