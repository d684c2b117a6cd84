import type { PrimitiveDocument } from '../exchange/document.ts';
import { concept } from './notation.ts';
import { execute, request, modify, configure } from './workActs.ts';

// What ordinary work needs beyond files and directories: programs, processes, the network, owners, links, settings.

const program: PrimitiveDocument = concept('program', 'code that can be run', {
  attributes: ['name', 'location', 'interpreter', 'arguments'],
  operations: ['execute', 'install', 'interrupt'],
  constraints: [
    'it does what its code says, whatever its name says',
    'it acts with the rights of the user who runs it',
    'it may start further programs',
    'its effects may last when it has ended',
  ],
  edges: [
    [1, 'REQUIRES file@D1'],
    [2, 'DEPENDS_ON operating_system@D2'],
    [3, 'CONSTRAINED_BY permission@D1', { execute: 'execute on its file' }],
  ],
});

const process: PrimitiveDocument = concept('process', 'a program while it runs', {
  attributes: ['id', 'parent', 'owner', 'state', 'environment'],
  operations: ['start', 'signal', 'end', 'inspect'],
  constraints: [
    'only its owner and the superuser may signal it',
    'ending it loses what it has not written',
    'others may depend on it',
    'its id is given to another process later',
  ],
  edges: [
    [2, 'DEPENDS_ON operating_system@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** The network. */
export const network: PrimitiveDocument = concept('network', 'what connects this machine with others', {
  attributes: ['host', 'port', 'protocol', 'address'],
  operations: ['resolve', 'connect', 'send', 'receive'],
  constraints: [
    'the other side may not answer, and may not be who it says',
    'what was sent cannot be taken back',
    'what was received may be wrong or hostile',
    'others may read what is not encrypted',
  ],
  edges: [[2, 'DEPENDS_ON operating_system@D2']],
});

const ownership: PrimitiveDocument = concept('ownership', 'the user and the group that an entry belongs to', {
  attributes: ['owner', 'group'],
  operations: ['assign', 'inspect'],
  constraints: [
    'only an administrator may give an entry to another user',
    'the owner may change its permissions',
    'a new entry belongs to the user who made it',
  ],
  edges: [
    [2, 'REQUIRES user@D1'],
    [2, 'REQUIRES group@D1'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

const symlink: PrimitiveDocument = concept('symlink', 'an entry that refers to another path', {
  attributes: ['path', 'target'],
  operations: ['create', 'follow', 'delete'],
  constraints: [
    'its target may not exist, or lie elsewhere than it seems',
    'what is written through it reaches the target',
    'deleting it leaves the target',
  ],
  edges: [
    [1, 'REQUIRES path@D1'],
    [2, 'DEPENDS_ON filesystem@D1'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

const environment: PrimitiveDocument = concept('environment', 'the variables that a process is started with', {
  attributes: ['name', 'value', 'scope'],
  operations: ['read', 'set', 'unset', 'inherit'],
  constraints: [
    'processes started later inherit it, those that run do not',
    'it may hold secrets',
    'some variables decide which program runs',
  ],
  edges: [[2, 'DEPENDS_ON operating_system@D2']],
});

const configuration: PrimitiveDocument = concept('configuration', 'the settings that programs go by', {
  attributes: ['name', 'value', 'scope'],
  operations: ['read', 'set', 'unset'],
  constraints: [
    'it changes what later commands do',
    'a narrower scope overrides a wider one',
    'some settings make programs run other programs',
  ],
  edges: [[1, 'REQUIRES file@D1']],
});

const gitRef: PrimitiveDocument = concept('git_ref', 'a name in the history of a repository: a branch or a tag', {
  attributes: ['name', 'commit', 'remote'],
  operations: ['create', 'move', 'delete'],
  constraints: [
    'what no name leads to is hard to find again',
    'others may work on the same branch',
    'a published name is not taken back',
  ],
  edges: [[1, 'REQUIRES file@D1']],
});

/** What a service elsewhere keeps. */
export const resource: PrimitiveDocument = concept('resource', 'something that a service elsewhere keeps for the user', {
  attributes: ['service', 'name', 'state', 'owner'],
  operations: ['create', 'change', 'share'],
  constraints: [
    'other people see and use it',
    'the service keeps a record of who changed it',
    'a change may set off others',
    'it may cost money',
  ],
  edges: [[2, 'DEPENDS_ON network@D1']],
});

/** The objects and acts of ordinary work in addition to those of files. */
export const WORK: readonly PrimitiveDocument[] = [
  program,
  process,
  network,
  ownership,
  symlink,
  environment,
  configuration,
  gitRef,
  resource,
  execute,
  request,
  modify,
  configure,
];
