import type { PolicyDocument, PrimitiveDocument } from '../exchange/document.ts';
import { asking, concept } from './notation.ts';

const bulkFileDelete: PolicyDocument = asking(
  'BulkFileDeletePolicy',
  'This deletes several files at once. Approve the bulk deletion?',
  'multiple',
);

const recursive = { recursive: 'acts on everything below' };
const bothEnds = { source_permission: 'on the place it leaves', destination_permission: 'on the place it arrives at' };

/** `create`: destructive, so it applies to its objects only from D3. */
export const create: PrimitiveDocument = concept('create', 'bring a new entry into being', {
  inputs: ['target_type', 'destination_context', 'initial_state'],
  outputs: ['new_entity_instance'],
  constraints: [
    'the destination must exist',
    'the name must be free',
    'space must be left',
    'the actor needs write permission on the container',
  ],
  edges: [
    [3, 'APPLIES_TO file@D2'],
    [3, 'APPLIES_TO directory@D2', { default_destination: 'the working directory' }],
    [3, 'APPLIES_TO symlink@D2'],
    [3, 'APPLIES_TO git_ref@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `read`: safe, so it applies to its object from D2. */
export const read: PrimitiveDocument = concept('read', 'take in the content or state of something without changing it', {
  inputs: ['target_entity'],
  outputs: ['entity_contents_or_state'],
  constraints: [
    'the target must exist',
    'the actor needs read permission',
    'the content may be too large to take in at once',
    'the content may change meanwhile',
  ],
  edges: [
    [2, 'APPLIES_TO file@D2', { retrieval: 'whole content', partial: 'a range of it', formats: ['text', 'binary'] }],
    [2, 'APPLIES_TO environment@D2'],
    [2, 'APPLIES_TO configuration@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `write`: destructive. */
export const write: PrimitiveDocument = concept('write', 'change the content or state of something', {
  inputs: ['target_entity', 'new_content_or_state'],
  outputs: ['modified_entity'],
  constraints: [
    'the actor needs write permission',
    'the old content is lost unless it was kept',
    'space must be left',
    'a write that is cut short leaves a damaged target',
  ],
  edges: [
    [3, 'APPLIES_TO file@D2', { modes: ['overwrite', 'append'], encoding: 'utf-8 unless stated', atomicity: 'not guaranteed' }],
    [3, 'APPLIES_TO directory@D2'],
    [3, 'APPLIES_TO environment@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `delete`: destructive; several files at once need a confirmation. */
export const remove: PrimitiveDocument = concept('delete', 'remove something for good', {
  inputs: ['target_entity'],
  outputs: ['confirmation_of_removal'],
  constraints: [
    'it cannot be undone',
    'the actor needs write permission on the container',
    'a directory must be empty or be deleted recursively',
    'what is in use may resist or linger',
  ],
  edges: [
    [3, 'APPLIES_TO file@D2', {}, [bulkFileDelete]],
    [3, 'APPLIES_TO directory@D2', { recursive: 'deletes everything below', empty_check: 'without recursion it must be empty' }],
    [3, 'APPLIES_TO symlink@D2'],
    [3, 'APPLIES_TO git_ref@D2'],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `list`: safe. */
export const list: PrimitiveDocument = concept('list', 'name what a container holds', {
  inputs: ['container_entity'],
  outputs: ['collection_of_contained_entities'],
  constraints: [
    'the container must exist',
    'the actor needs read permission on the container',
    'entries may come and go meanwhile',
  ],
  edges: [
    [
      2,
      'APPLIES_TO directory@D2',
      { contents: 'names of the entries', recursive: 'on request', filtering: 'by pattern', metadata: 'on request' },
    ],
    [3, 'CONSTRAINED_BY permission@D1'],
  ],
});

/** `move`: destructive; it needs to understand paths. */
export const move: PrimitiveDocument = concept('move', 'give something another place', {
  inputs: ['target_entity', 'destination_context'],
  outputs: ['relocated_entity'],
  constraints: [
    'the source must exist',
    'the destination must exist or be creatable',
    'what is at the destination may be overwritten',
    'between filesystems it is a copy and a deletion',
    'the actor needs permission at both ends',
  ],
  edges: [
    [2, 'REQUIRES path@D1', { source: 'where it is', destination: 'where it goes' }],
    [3, 'APPLIES_TO file@D2'],
    [3, 'APPLIES_TO directory@D2', recursive],
    [3, 'CONSTRAINED_BY permission@D1', bothEnds],
  ],
});

/** `copy`: safe; it needs to understand paths. */
export const copy: PrimitiveDocument = concept('copy', 'make a second instance of something', {
  inputs: ['source_entity', 'destination_context'],
  outputs: ['new_entity_instance'],
  constraints: [
    'the source must exist',
    'space must be left at the destination',
    'what is at the destination may be overwritten',
    'metadata may not be carried over',
    'the actor needs permission at both ends',
  ],
  edges: [
    [2, 'APPLIES_TO file@D2'],
    [2, 'APPLIES_TO directory@D2', recursive],
    [2, 'REQUIRES path@D1'],
    [3, 'CONSTRAINED_BY permission@D1', bothEnds],
  ],
});
