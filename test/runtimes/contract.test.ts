import type { Obligations } from '@licet/core';

import { describeAdapter } from '../contract/adapters.ts';
import type { Args, Play } from './sdks/sdk.ts';
import { sdks } from './sdks/index.ts';

let calls = 0;

for (const { facts, title = facts.title, lacks = [], play } of sdks) {
  const capabilities = { ...facts.capabilities, ...Object.fromEntries(lacks.map(name => [name, false])) };
  describeAdapter({
    name: title,
    capabilities,
    meets: [...(capabilities.canRewriteArgs ? (['rewrite'] as const) : []), 'notices'] satisfies (keyof Obligations)[],
    drive: async (engine, args) => {
      const tool = (given: Args): unknown => {
        if (given['fail'] === true) throw new Error('broken');
        return 'done';
      };
      const { ended, told, args: ran } = await play({ engine, calls: [{ id: `call_${++calls}`, args }], tool } satisfies Play);
      const said = told.replaceAll(/\bdone\b/gu, '');
      return {
        ended: ended[0] ?? 'stopped',
        told: /licet/u.test(said) ? said : '',
        ...(ran[0] !== undefined && { args: ran[0] }),
      };
    },
    driveMalformed: async engine => {
      const { ended, told } = await play({ engine, calls: [{ id: `call_${++calls}`, args: {} }], faulty: true });
      return { ended: ended[0] === 'ran' ? 'ran' : 'stopped', told };
    },
  });
}
