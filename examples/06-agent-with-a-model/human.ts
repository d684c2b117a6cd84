import type { Learner, LearningAnswer, LearningRequest } from '@licet/epistemic/learning';

/** What this human knows of concepts and is willing to write down, level by level. */
const KNOWN: Readonly<Record<string, Readonly<Record<number, object>>>> = {
  file: { 2: { operations: ['create', 'read', 'write', 'delete', 'move'] } },
  write: {
    1: { description: 'change the content of something' },
    2: { inputs: ['target', 'new content'], outputs: ['the changed target'] },
  },
};

const rejected: LearningAnswer = { decision: 'rejected', candidate: null };

/**
 * A human with their answers ready: teaches what a file can do and what it means to write one, and refuses to let the
 * agent learn how to delete, because there are no copies of the notes.
 */
export function scriptedHuman(hear: (line: string) => void): Learner {
  return {
    propose(request) {
      const { decision, candidate } = answerTo(request);
      hear(`${request.gap.kind.toLowerCase()}: ${decision}`);
      return { decision, candidate };
    },
  };
}

function answerTo({ gap, template }: LearningRequest): LearningAnswer {
  const levels = (name: string, wanted: readonly { readonly level: number }[]) =>
    wanted.map(({ level }) => ({ level, properties: KNOWN[name]?.[level] }));
  if (gap.kind === 'EXISTENCE' && template.kind === 'EXISTENCE' && KNOWN[gap.primitive.name] !== undefined) {
    const [d1] = levels(gap.primitive.name, [{ level: 1 }]);
    return { decision: 'accepted', candidate: { ...template, d1 } as LearningAnswer['candidate'] };
  }
  if ((gap.kind === 'DEPTH' || gap.kind === 'RELATIONAL') && 'newDepths' in template) {
    const name = gap.kind === 'DEPTH' ? gap.primitive.name : gap.target.name;
    const newDepths = levels(name, template.newDepths);
    if (newDepths.some(({ properties }) => properties === undefined)) return rejected;
    return { decision: 'accepted', candidate: { kind: gap.kind, newDepths } as LearningAnswer['candidate'] };
  }
  if (gap.kind === 'REACHABILITY' && template.kind === 'REACHABILITY' && gap.primitive.name === 'write') {
    const edge = { sourceName: 'write', targetName: 'file', relation: 'APPLIES_TO', sourceDepth: 2, targetDepth: 2 } as const;
    return { decision: 'accepted', candidate: { kind: 'REACHABILITY', ...edge } };
  }
  return rejected;
}
