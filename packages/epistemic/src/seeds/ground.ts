import type { PrimitiveDocument } from '../exchange/document.ts';
import type { Edge } from './notation.ts';
import { concept } from './notation.ts';

/** The operating system, in both seed graphs. */
export const operatingSystem: PrimitiveDocument = concept(
  'operating_system',
  'the software that runs the machine and shares it between programs',
  {
    attributes: ['kernel', 'userspace', 'processes', 'users', 'permissions_model'],
    services: ['filesystem_provision', 'process_management', 'permission_enforcement', 'user_identity', 'resource_allocation'],
    constraints: [
      'what exists and how it behaves differs between families of operating systems',
      'the kernel limits open files, processes and memory',
      'security modules may refuse what permissions allow',
      'the superuser bypasses most permission checks',
    ],
  },
);

/** The filesystem, in both seed graphs. It includes files and directories, which never pulls them into a grounding. */
export const filesystem: PrimitiveDocument = concept('filesystem', 'the tree in which files and directories are kept', {
  attributes: ['root', 'hierarchy', 'mount_point', 'type'],
  operations: ['mount', 'traverse', 'resolve_path', 'track_metadata'],
  constraints: [
    'it must be mounted before anything in it can be reached',
    'its space and its number of entries are finite',
    'the length of names and paths is limited',
    'whether case matters depends on its type',
    'its type decides which permission model applies',
  ],
  edges: [
    [2, 'DEPENDS_ON operating_system@D2'],
    [2, 'INCLUDES file@D0'],
    [2, 'INCLUDES directory@D0'],
  ],
});

/** The path, in both seed graphs. */
export const path: PrimitiveDocument = concept('path', 'the name of a place in the filesystem', {
  attributes: ['segments', 'delimiter', 'absolute', 'relative'],
  operations: ['resolve', 'join', 'normalize', 'decompose', 'match'],
  constraints: [
    'its length is limited',
    'some characters are not allowed',
    'the delimiter depends on the operating system',
    'what it names may not exist',
    'symbolic links may make it name another place',
  ],
  edges: [[2, 'DEPENDS_ON filesystem@D1']],
});

/** The directory, in both seed graphs. */
export const directory: PrimitiveDocument = concept('directory', 'a container of files and other directories', {
  attributes: ['path', 'name', 'parent', 'children'],
  operations: ['create', 'delete', 'list', 'rename', 'traverse'],
  constraints: [
    'its name is unique in its parent',
    'it must be empty before it can be deleted without recursion',
    'it cannot be moved into itself',
    'its parent must exist',
    'a mount point cannot be deleted',
    'entering it takes a separate permission',
  ],
  edges: [
    [1, 'REQUIRES path@D1'],
    [2, 'DEPENDS_ON filesystem@D1'],
    [
      3,
      'CONSTRAINED_BY permission@D1',
      {
        list: 'read on the directory',
        create_child: 'write and execute on the directory',
        delete: 'write on the parent',
        rename: 'write on the parent',
      },
    ],
  ],
});

/** What a permission is, shared by both seed graphs; they differ in its edges. */
export const permissionWith = (...edges: readonly Edge[]): PrimitiveDocument =>
  concept('permission', 'the right of an actor to do something to a thing', {
    attributes: ['actor', 'operation', 'target', 'grant_or_deny'],
    operations: ['check', 'grant', 'revoke', 'inherit'],
    constraints: [
      'only an authority over the target may change it',
      'it may be inherited from a container',
      'what is not granted is denied by default',
      'elevation replaces the actor, and with it every answer',
    ],
    edges: [
      [2, 'DEPENDS_ON operating_system@D2', { enforcement: 'by the kernel', models: ['mode bits', 'access control lists'] }],
      ...edges,
    ],
  });
