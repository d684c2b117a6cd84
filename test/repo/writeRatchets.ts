import { writeFileSync } from 'node:fs';

import { measure } from './ratchets.ts';

writeFileSync(new URL('ratchets.json', import.meta.url), `${JSON.stringify(measure(), undefined, 2)}\n`);
