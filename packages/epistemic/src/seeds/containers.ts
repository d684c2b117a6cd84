import type { GraphDocument } from '../exchange/document.ts';
import { copy, create, list, read, remove, write } from './actions.ts';
import { operatingSystem } from './ground.ts';
import { asking, concept, extended } from './notation.ts';
import { execute, modify } from './workActs.ts';

/** Containers: what comes back from an image, and the volumes that do not. */
export const containersSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    concept('image', 'the files that containers start from', {
      attributes: ['name', 'tag', 'layers', 'entry_point'],
      operations: ['build', 'pull', 'push', 'delete'],
      constraints: [
        'what it runs is decided by its builder',
        'a tag may stand for another image tomorrow',
        'it can be built or pulled again, if its source is there',
      ],
      edges: [[2, 'DEPENDS_ON operating_system@D2']],
    }),
    concept('container', 'processes that run apart from the rest of the machine', {
      attributes: ['name', 'image', 'ports', 'mounts'],
      operations: ['start', 'stop', 'execute', 'delete'],
      constraints: [
        'what it mounts of the machine, it can change',
        'what it wrote outside of volumes is gone with it',
        'other containers may depend on it',
        'the rights it was started with may reach the machine',
      ],
      edges: [[1, 'REQUIRES image@D1']],
    }),
    concept('volume', 'data that outlives the containers that use it', {
      attributes: ['name', 'size', 'users'],
      operations: ['create', 'mount', 'delete'],
      constraints: ['nothing brings it back', 'several containers may use it', 'databases keep their data in it'],
      edges: [[2, 'DEPENDS_ON operating_system@D2']],
    }),
    concept('container_file', 'a file inside a container', {
      attributes: ['container', 'path', 'content'],
      operations: ['read', 'write', 'copy'],
      constraints: ['it is gone with its container unless it lies in a volume', 'it may be a mounted file of the machine'],
      edges: [[1, 'REQUIRES container@D1']],
    }),
    extended(read, [[2, 'APPLIES_TO container_file@D2']]),
    extended(list, [[2, 'APPLIES_TO container@D2']]),
    extended(write, [[3, 'APPLIES_TO container_file@D2']]),
    extended(copy, [[3, 'APPLIES_TO container_file@D2']]),
    extended(execute, [[3, 'APPLIES_TO container@D2']]),
    extended(modify, [[3, 'APPLIES_TO container@D2']]),
    extended(
      create,
      ['container', 'image', 'volume'].map(object => [3, `APPLIES_TO ${object}@D2`] as const),
    ),
    extended(remove, [
      [3, 'APPLIES_TO container@D2'],
      [3, 'APPLIES_TO image@D2'],
      [3, 'APPLIES_TO container_file@D2'],
      [
        3,
        'APPLIES_TO volume@D3',
        {},
        [asking('VolumeDeletePolicy', 'This deletes a volume and the data in it for good. Proceed?')],
      ],
    ]),
  ],
};
