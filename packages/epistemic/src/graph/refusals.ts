import { EpistemicError } from '../model/errors.ts';

/** The refusal of a second concept under a name, or of a name that is another concept's alias. */
export function nameConflict(name: string, holder: string): EpistemicError {
  return new EpistemicError('name_conflict', `expected \`${name}\` to be a new name, found that \`${holder}\` has it already`);
}

/** The refusal of an alias that already means something else. */
export function aliasConflict(alias: string, holder: string): EpistemicError {
  return new EpistemicError(
    'alias_conflict',
    `expected \`${alias}\` to be a free alias, found that it already means \`${holder}\``,
  );
}

/** The refusal of an edge or alias whose other end does not exist. */
export function danglingTarget(source: string, targetId: string): EpistemicError {
  return new EpistemicError(
    'dangling_target',
    `expected \`${source}\` to point at a concept, found nothing with the id \`${targetId}\``,
  );
}

/** The refusal of a cycle over the transitive relations, naming the concepts along it. */
export function cyclicRelationship(path: readonly string[]): EpistemicError {
  const round = path.map(name => `\`${name}\``).join(' → ');
  return new EpistemicError('cyclic_relationship', `expected no cycle over the transitive relations, found ${round}`);
}

/** The refusal of a write that was prepared on other knowledge. */
export function versionConflict(expected: string, found: string): EpistemicError {
  return new EpistemicError('version_conflict', `expected the graph at version \`${expected}\`, found version \`${found}\``);
}

/** The refusal to use a graph after `close`. */
export function graphClosed(kind: string): EpistemicError {
  return new EpistemicError('graph_closed', `expected an open ${kind} graph, found a closed one`);
}
