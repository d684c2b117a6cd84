import { writeFileSync } from 'node:fs';

import { referencePage } from '@licet/core/yaml';
import { COMMANDS } from 'licet/source/table/index.ts';

import { conformancePage } from '../contract/runtimes/page.ts';
import { incidentsPage } from '../golden/incidents/page.ts';
import { commandPage } from './commandPage.ts';
import { allNodes } from './policyDefinitions.ts';

writeFileSync(new URL('../../docs/reference.md', import.meta.url), referencePage(allNodes));
writeFileSync(new URL('../../docs/commands.md', import.meta.url), commandPage(COMMANDS));
writeFileSync(new URL('../../docs/guide/conformance.md', import.meta.url), conformancePage());
writeFileSync(new URL('../../docs/guide/incidents.md', import.meta.url), incidentsPage());
