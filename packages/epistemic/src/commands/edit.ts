import type { Depth, DepthLevel, Primitive } from '../index.ts';
import { DEPTH_LEVELS, foldConceptName, grounds, relatumId } from '../model/index.ts';
import { defineRelatum, provenance } from '../index.ts';
import { visible } from '../render/index.ts';

import { didYouMean } from '@licet/core/text';
import { counted, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { StoreOption } from './options.ts';
import { conceptNamed, depthOption, pairsOption, relationOption } from './options.ts';
import type { ConceptProgram } from './program.ts';

interface AddOptions extends StoreOption {
  readonly depth: string;
  readonly set?: readonly string[];
}

/** Adds a concept, or properties to one level of it. Properties that are there and not named stay. */
export async function addConcept(
  name: string,
  options: AddOptions,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const level = depthOption('--depth', options.depth);
  return program.changeNewGraph(options.store, async graph => {
    const { version } = await graph.snapshot([]);
    const origin = provenance('authored', Date.now(), 'licet concepts add');
    const known = await graph.find({ name });
    const base: Primitive = known ?? { id: crypto.randomUUID(), name, depths: [emptyDepth(0, origin)], provenance: origin };
    const primitive = editDepth(base, level, origin, depth => ({
      ...depth,
      properties: { ...depth.properties, ...pairsOption(options.set) },
    }));
    await graph.write([{ type: 'put', primitive }], { ifVersion: version });
    terminal.print(`${known === undefined ? 'added' : 'changed'} ${visible(name)} at D${level}${hole(primitive, level)}`);
    return 0;
  });
}

/** Says what keeps a level from counting, if anything does. */
function hole(primitive: Primitive, level: DepthLevel): string {
  const counting = new Set(primitive.depths.filter(grounds).map(depth => depth.level));
  const missing = DEPTH_LEVELS.filter(each => each <= level && !counting.has(each)).map(each => `D${each}`);
  return missing.length === 0
    ? ''
    : `, which does not count yet: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing or empty`;
}

interface LinkOptions extends StoreOption {
  readonly depth: string;
  readonly targetDepth: string;
  readonly set?: readonly string[];
}

/** Adds an edge to a level that the source has. */
export async function linkConcepts(
  [source, relation, target]: readonly [string, string, string],
  options: LinkOptions,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const level = depthOption('--depth', options.depth);
  const targetDepth = depthOption('--target-depth', options.targetDepth);
  return program.changeGraph(options.store, async graph => {
    const { version } = await graph.snapshot([]);
    const from = await conceptNamed(graph, source);
    const to = await conceptNamed(graph, target);
    const origin = provenance('authored', Date.now(), 'licet concepts link');
    const input = { relation: relationOption(relation), targetId: to.id, targetDepth, metadata: pairsOption(options.set) };
    const relatum = defineRelatum(input, origin);
    const identity = relatumId(from.id, level, relatum);
    const primitive = editDepth(from, level, origin, depth => {
      const others = depth.relata.filter(each => relatumId(from.id, level, each) !== identity);
      return { ...depth, relata: [...others, relatum] };
    });
    await graph.write([{ type: 'put', primitive }], { ifVersion: version });
    terminal.print(
      `linked ${visible(from.name)} D${level} ${relatum.relation} ${visible(to.name)}@D${targetDepth}${hole(primitive, level)}`,
    );
    return 0;
  });
}

/** Makes a word stand for a concept, or frees it again. */
export async function aliasConcept(
  [word, name]: readonly [string, string | undefined],
  options: StoreOption & { readonly remove?: boolean },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  if ((name === undefined) !== (options.remove === true)) {
    throw new UsageError('name a word and the concept it means, or a word and `--remove`');
  }
  return program.changeGraph(options.store, async graph => {
    const { version, byAlias } = await graph.snapshot();
    if (name !== undefined) {
      const { id: targetId, name: stored } = await conceptNamed(graph, name);
      await graph.write([{ type: 'alias', alias: word, targetId }], { ifVersion: version });
      terminal.print(`${visible(word)} means ${visible(stored)}`);
      return 0;
    }
    if (!byAlias.has(foldConceptName(word)))
      throw new UsageError(`there is no alias \`${word}\`${didYouMean(word, [...byAlias.keys()])}`);
    await graph.write([{ type: 'unalias', alias: word }], { ifVersion: version });
    terminal.print(`${visible(word)} has no meaning now`);
    return 0;
  });
}

/** Removes a concept with every edge that points at it, or one of its edges. */
export async function removeConcept(
  [name, relation, target]: readonly [string, string | undefined, string | undefined],
  options: StoreOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  if (relation !== undefined && target === undefined)
    throw new UsageError('name a concept, or an edge: `rm SOURCE RELATION TARGET`');
  return program.changeGraph(options.store, async graph => {
    const { version } = await graph.snapshot([]);
    const primitive = await conceptNamed(graph, name);
    if (relation === undefined || target === undefined) {
      await graph.write([{ type: 'remove', id: primitive.id }], { ifVersion: version });
      terminal.print(`removed ${visible(primitive.name)}`);
      return 0;
    }
    const type = relationOption(relation);
    const to = await conceptNamed(graph, target);
    const isGone = (each: Depth['relata'][number]): boolean => each.relation === type && each.targetId === to.id;
    const count = primitive.depths.flatMap(depth => depth.relata).filter(isGone).length;
    if (count === 0) throw new UsageError(`\`${primitive.name}\` has no ${type} edge to \`${to.name}\``);
    const depths = primitive.depths.map(depth => withoutEdges(depth, isGone));
    await graph.write([{ type: 'put', primitive: { ...primitive, depths } }], { ifVersion: version });
    terminal.print(`removed ${counted(count, `${type} edge`)} from ${visible(primitive.name)} to ${visible(to.name)}`);
    return 0;
  });
}

function withoutEdges(depth: Depth, isGone: (each: Depth['relata'][number]) => boolean): Depth {
  return { ...depth, relata: depth.relata.filter(each => !isGone(each)) };
}

function emptyDepth(level: DepthLevel, origin: Depth['provenance']): Depth {
  return { level, properties: {}, relata: [], provenance: origin };
}

/** The primitive with one level replaced by what `edit` makes of it; a level that is not there starts empty. */
function editDepth(
  primitive: Primitive,
  level: DepthLevel,
  origin: Depth['provenance'],
  edit: (depth: Depth) => Depth,
): Primitive {
  const known = primitive.depths.find(depth => depth.level === level);
  const edited = edit(known ?? emptyDepth(level, origin));
  return { ...primitive, depths: [...primitive.depths.filter(depth => depth.level !== level), edited] };
}
