import type { GraphDocument } from '../exchange/document.ts';
import { create, read, remove } from './actions.ts';
import { operatingSystem } from './ground.ts';
import { asking, concept, extended } from './notation.ts';
import { network, resource } from './work.ts';
import { configure, modify, request } from './workActs.ts';

/** The cloud: accounts, services and what they keep. Deleting asks, because what runs there is used by others. */
export const cloudSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    network,
    concept('account', 'who a service acts for, and who pays', {
      attributes: ['owner', 'rights', 'limits', 'environment'],
      operations: ['authenticate', 'grant', 'revoke', 'bill'],
      constraints: [
        'what it may do is set elsewhere and may be more than is needed',
        'one account may hold production and trials together',
        'its limits are shared by everything in it',
      ],
      edges: [[2, 'DEPENDS_ON network@D1']],
    }),
    concept('service', 'what a provider runs for its accounts', {
      attributes: ['name', 'region', 'interface'],
      operations: ['create', 'describe', 'change', 'delete'],
      constraints: [
        'a change may take minutes and show late',
        'deleting one resource may delete those that depend on it',
        'the same name may exist in several regions',
      ],
      edges: [[1, 'REQUIRES account@D1']],
    }),
    extended(resource, [
      [2, 'DEPENDS_ON network@D1'],
      [2, 'DEPENDS_ON service@D1'],
    ]),
    extended(read, [[2, 'APPLIES_TO resource@D2']]),
    extended(request, [[3, 'APPLIES_TO service@D2']]),
    extended(create, [[3, 'APPLIES_TO resource@D2']]),
    extended(modify, [[3, 'APPLIES_TO resource@D3']]),
    extended(configure, [[3, 'APPLIES_TO resource@D2']]),
    extended(remove, [
      [
        3,
        'APPLIES_TO resource@D3',
        {},
        [asking('ResourceDeletePolicy', 'This deletes something that a service keeps for others too. Proceed?')],
      ],
    ]),
  ],
  aliases: { instance: 'resource', bucket: 'resource' },
};
