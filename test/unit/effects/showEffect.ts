import type { Effect } from '@licet/core';
import { createWork } from '../../../packages/effects/src/work.ts';
import type { CodeContext } from '../../../packages/effects/src/code/calls.ts';

/** One effect as `kind target`, with `?` for possible ones and `!` for ones whose target is only known at run time. */
export const showEffect = ({ kind, target, certainty, tags = [] }: Effect): string => {
  const mark = `${certainty === 'possible' ? ' ?' : ''}${tags.includes('dynamic') ? ' !' : ''}`;
  switch (target?.type) {
    case undefined:
      return `${kind}${mark}`;
    case 'file':
      return `${kind} ${target.glob ?? (target.recursive === true ? `${target.lexical}/**` : target.lexical)}${mark}`;
    case 'network':
      return `${kind} ${target.direction} ${target.host ?? '*'}${mark}`;
    case 'program':
      return `${kind} [${target.argv.map(word => word ?? '*').join(' ')}]${mark}`;
    case 'named':
      return `${kind} ${target.category}:${target.name}${mark}`;
  }
};

/** A world in `/w` in which shell commands come back as one effect that holds their text. */
export const codeContext = (tool: string, code: CodeContext['code'] = () => []): CodeContext => ({
  tool,
  paths: { cwd: '/w', home: '/home/u' },
  shell: command => [{ kind: 'execute', target: { type: 'program', argv: [command] }, via: [], certainty: 'certain' }],
  code,
  marks: () => [],
  get work() {
    return createWork();
  },
});
