import type { GraphDocument, PrimitiveDocument } from '../exchange/document.ts';
import { copy, create, list, move, read, remove, write } from './actions.ts';
import { directory, filesystem, operatingSystem, path, permissionWith } from './ground.ts';
import { concept } from './notation.ts';
import { WORK } from './work.ts';

const GOVERNED = ['read', 'write', 'delete', 'create', 'list', 'move', 'copy', 'execute', 'modify'];

const permission: PrimitiveDocument = permissionWith(
  [2, 'APPLIES_TO user@D1'],
  [2, 'APPLIES_TO group@D1'],
  ...GOVERNED.map(action => [2, `APPLIES_TO ${action}@D2`] as const),
);

const file: PrimitiveDocument = concept('file', 'a named sequence of bytes', {
  attributes: ['path', 'name', 'extension', 'size', 'content'],
  operations: ['create', 'read', 'write', 'delete', 'move', 'copy', 'rename'],
  constraints: [
    'its name is unique in its directory',
    'its parent directory must exist',
    'its size is limited by the space that is left',
    'it may be locked by another process',
    'its content has an encoding that is not recorded',
  ],
  edges: [
    [1, 'REQUIRES path@D1'],
    [2, 'DEPENDS_ON filesystem@D1'],
    [
      3,
      'CONSTRAINED_BY permission@D1',
      {
        read: 'read on the file',
        write: 'write on the file',
        execute: 'execute on the file',
        create: 'write on the directory',
        delete: 'write on the directory',
      },
    ],
  ],
});

const user: PrimitiveDocument = concept('user', 'an identity in whose name processes run', {
  attributes: ['identity', 'uid', 'home_directory', 'process_context'],
  operations: ['authenticate', 'own_resource', 'spawn_process', 'elevate'],
  constraints: [
    'its uid is unique on the machine',
    'it acts with the rights of its groups too',
    'its limits are set by the system',
    'it may be locked or expired',
    'elevation takes a separate right',
  ],
  edges: [[2, 'DEPENDS_ON operating_system@D2']],
});

const group: PrimitiveDocument = concept('group', 'a set of users that share rights', {
  attributes: ['name', 'gid', 'members'],
  operations: ['add_member', 'remove_member', 'resolve_members'],
  constraints: [
    'its gid is unique on the machine',
    'a change of members counts from the next login',
    'only an administrator may change it',
    'every user has one primary group',
    'the number of groups of a user is limited',
  ],
  edges: [
    [2, 'DEPENDS_ON operating_system@D2'],
    [2, 'INCLUDES user@D1'],
  ],
});

/**
 * The concepts of a filesystem and of ordinary work around it, all known to D3, with one policy: deleting several files
 * asks. What needs to be understood beyond that, elevated rights among it, is for the people of a project to teach.
 */
export const filesystemSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    filesystem,
    path,
    permission,
    directory,
    file,
    create,
    read,
    write,
    remove,
    list,
    move,
    copy,
    user,
    group,
    ...WORK,
  ],
  aliases: { folder: 'directory', link: 'symlink', git_config: 'configuration' },
};
