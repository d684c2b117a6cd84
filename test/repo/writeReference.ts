import { readFileSync, writeFileSync } from 'node:fs';

import { COMMANDS } from 'licet/source/table/index.ts';

import { conformancePage } from '../contract/runtimes/page.ts';
import { incidentsPage } from '../golden/incidents/page.ts';
import { commandPage } from './commandPage.ts';
import { HOST_SECTIONS, fillSections, loadHosts } from './hostSections.ts';
import { allNodes } from './policyDefinitions.ts';
import { referencePage } from './referencePage.ts';

writeFileSync(new URL('../../docs/reference.md', import.meta.url), referencePage(allNodes));
writeFileSync(new URL('../../docs/commands.md', import.meta.url), commandPage(COMMANDS));
writeFileSync(new URL('../../docs/guide/conformance.md', import.meta.url), conformancePage());
writeFileSync(new URL('../../docs/guide/incidents.md', import.meta.url), incidentsPage());

const hosts = await loadHosts();
for (const [page, sections] of Object.entries(HOST_SECTIONS)) {
  const file = new URL(`../../${page}`, import.meta.url);
  writeFileSync(file, fillSections(readFileSync(file, 'utf8'), sections, hosts));
}
