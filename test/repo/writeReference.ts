import { writeFileSync } from 'node:fs';

import { referencePage } from '@licet/core/yaml';

import { conformancePage } from '../contract/runtimes/page.ts';
import { allNodes } from './policyDefinitions.ts';

writeFileSync(new URL('../../docs/reference.md', import.meta.url), referencePage(allNodes));
writeFileSync(new URL('../../docs/guide/conformance.md', import.meta.url), conformancePage());
