// The two seed graphs, row by row as section 8 of the specification lists them.

export const FILESYSTEM: readonly string[] = [
  'operating_system 0123',
  'filesystem 0123 2:DEP>operating_system@2 2:INC>file@0 2:INC>directory@0',
  'path 0123 2:DEP>filesystem@1',
  'permission 0123 2:DEP>operating_system@2 2:A>user@1 2:A>group@1 2:A>read@2 2:A>write@2 2:A>delete@2 2:A>create@2 2:A>list@2 2:A>move@2 2:A>copy@2',
  'directory 0123 1:REQ>path@1 2:DEP>filesystem@1 3:CON>permission@1',
  'file 0123 1:REQ>path@1 2:DEP>filesystem@1 3:CON>permission@1',
  'create 0123 3:A>file@2 3:A>directory@2 3:CON>permission@1',
  'read 0123 2:A>file@2 3:CON>permission@1',
  'write 0123 3:A>file@2 3:CON>permission@1',
  'delete 0123 3:A>file@2 3:A>directory@2 3:CON>permission@1',
  'list 0123 2:A>directory@2 3:CON>permission@1',
  'move 0123 2:REQ>path@1 3:A>file@2 3:A>directory@2 3:CON>permission@1',
  'copy 0123 2:A>file@2 2:A>directory@2 2:REQ>path@1 3:CON>permission@1',
  'user 0123 2:DEP>operating_system@2',
  'group 0123 2:DEP>operating_system@2 2:INC>user@1',
];

export const GAPS: readonly string[] = [
  'operating_system 0123',
  'filesystem 0123 2:DEP>operating_system@2 2:INC>file@0 2:INC>directory@0',
  'path 0123 2:DEP>filesystem@1',
  'permission 0123 2:DEP>operating_system@2',
  'directory 0123 1:REQ>path@1 2:DEP>filesystem@1 3:CON>permission@1',
  'file 01 1:REQ>path@1',
  'read 012 2:A>file@2',
  'list 012 2:A>directory@2',
  'delete 012',
  'create 013- 3:A>file@2 3:A>directory@2',
];

/** What the filesystem seed says at each level beyond edges: property keys and, for lists, their items; edges' metadata keys. */
export const FILESYSTEM_CONTENT: Readonly<Record<string, readonly string[]>> = {
  operating_system: [
    'D1 attributes kernel userspace processes users permissions_model',
    'D2 services filesystem_provision process_management permission_enforcement user_identity resource_allocation',
    'D3 4',
  ],
  filesystem: [
    'D1 attributes root hierarchy mount_point type',
    'D2 operations mount traverse resolve_path track_metadata',
    'D3 5',
  ],
  path: ['D1 attributes segments delimiter absolute relative', 'D2 operations resolve join normalize decompose match', 'D3 5'],
  permission: [
    'D1 attributes actor operation target grant_or_deny',
    'D2 operations check grant revoke inherit',
    'D3 4',
    'DEPENDS_ON operating_system enforcement models',
  ],
  directory: [
    'D1 attributes path name parent children',
    'D2 operations create delete list rename traverse',
    'D3 6',
    'CONSTRAINED_BY permission list create_child delete rename',
  ],
  file: [
    'D1 attributes path name extension size content',
    'D2 operations create read write delete move copy rename',
    'D3 5',
    'CONSTRAINED_BY permission read write execute create delete',
  ],
  create: [
    'D2 inputs target_type destination_context initial_state',
    'D2 outputs new_entity_instance',
    'D3 4',
    'APPLIES_TO directory default_destination',
  ],
  read: ['D2 inputs target_entity', 'D2 outputs entity_contents_or_state', 'D3 4', 'APPLIES_TO file retrieval partial formats'],
  write: [
    'D2 inputs target_entity new_content_or_state',
    'D2 outputs modified_entity',
    'D3 4',
    'APPLIES_TO file modes encoding atomicity',
  ],
  delete: ['D2 inputs target_entity', 'D2 outputs confirmation_of_removal', 'D3 4', 'APPLIES_TO directory recursive empty_check'],
  list: [
    'D2 inputs container_entity',
    'D2 outputs collection_of_contained_entities',
    'D3 3',
    'APPLIES_TO directory contents recursive filtering metadata',
  ],
  move: [
    'D2 inputs target_entity destination_context',
    'D2 outputs relocated_entity',
    'D3 5',
    'REQUIRES path source destination',
    'APPLIES_TO directory recursive',
    'CONSTRAINED_BY permission source_permission destination_permission',
  ],
  copy: [
    'D2 inputs source_entity destination_context',
    'D2 outputs new_entity_instance',
    'D3 5',
    'APPLIES_TO directory recursive',
    'CONSTRAINED_BY permission source_permission destination_permission',
  ],
  user: [
    'D1 attributes identity uid home_directory process_context',
    'D2 operations authenticate own_resource spawn_process elevate',
    'D3 5',
  ],
  group: ['D1 attributes name gid members', 'D2 operations add_member remove_member resolve_members', 'D3 5'],
};
