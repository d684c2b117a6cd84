import type { GraphDocument } from '../exchange/document.ts';
import { copy, list, read, remove, write } from './actions.ts';
import { operatingSystem } from './ground.ts';
import { asking, concept, extended } from './notation.ts';
import { network } from './work.ts';
import { execute, request } from './workActs.ts';

/** Other machines: hosts, what is sent to them, and the files that lie there. */
export const networkSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    network,
    concept('host', 'a machine that is reached over the network', {
      attributes: ['name', 'address', 'keys', 'users'],
      operations: ['connect', 'authenticate', 'run_commands', 'transfer_files'],
      constraints: [
        'its name may lead to another address tomorrow',
        'who connects acts there with the rights of an account of that machine',
        'what is run there is beyond the rules of this machine',
      ],
      edges: [[2, 'DEPENDS_ON network@D1']],
    }),
    concept('remote_file', 'a file on another machine', {
      attributes: ['host', 'path', 'content'],
      operations: ['read', 'write', 'delete', 'copy'],
      constraints: [
        'others may change it at the same time',
        'a transfer may end halfway',
        'nothing of this machine can bring it back',
      ],
      edges: [[1, 'REQUIRES host@D1']],
    }),
    concept('publish', 'give something to others for good', {
      inputs: ['content', 'audience', 'credentials'],
      outputs: ['published_version'],
      constraints: [
        'it cannot be taken back: others may have a copy',
        'others rely on it from then on',
        'it carries the name of the user or the team',
        'it may contain more than was meant',
      ],
      edges: [[3, 'APPLIES_TO network@D2']],
    }),
    extended(request, [
      [3, 'APPLIES_TO network@D2'],
      [3, 'APPLIES_TO host@D2'],
    ]),
    extended(read, [[2, 'APPLIES_TO remote_file@D2']]),
    extended(list, [[2, 'APPLIES_TO host@D2']]),
    extended(copy, [[3, 'APPLIES_TO remote_file@D2']]),
    extended(write, [[3, 'APPLIES_TO remote_file@D2']]),
    extended(execute, [[3, 'APPLIES_TO host@D2']]),
    extended(remove, [
      [3, 'APPLIES_TO remote_file@D2', {}, [asking('RemoteDeletePolicy', 'This deletes files on another machine. Proceed?')]],
    ]),
  ],
};
