import type { GraphSettings } from '@licet/core/policy';
import { groundIn, memoryGraph } from '@licet/epistemic';
import { adviceFor } from 'licet/source/grounding/openGrounding.ts';
import { describe, expect, it } from 'vitest';

const about = (settings: GraphSettings, ...concepts: readonly string[]): string =>
  adviceFor(settings)(groundIn(memoryGraph().snapshot(), concepts));

describe('adviceFor', () => {
  it.each([
    [{ store: 'sqlite' }, 'licet concepts learn delete file`'],
    [{ store: 'sqlite', path: '.licet/concepts.db' }, 'licet concepts learn delete file`'],
    [{ store: 'sqlite', path: 'know/a.db' }, 'licet concepts learn delete file --store "know/a.db"`'],
    [{ store: 'neo4j', uri: 'bolt://localhost' }, 'licet concepts learn delete file --store "bolt://localhost"`'],
    [{ store: 'neo4j', uriEnv: 'GRAPH' }, 'licet concepts learn delete file --store "$GRAPH"`'],
    [{ store: 'memory' }, 'in the seeds of the graph'],
  ] as const)('for %j names the place', (settings, text) => {
    expect(about(settings, 'delete', 'file', 'delete')).toContain(text);
  });

  it('quotes a name of several words', () => {
    expect(about({ store: 'sqlite' }, 'operating system')).toContain("learn 'operating system'`");
  });

  it.each(['$(reboot)', '`reboot`', 'a; reboot', "a' b", 'a\nb', '-rf', 'a  b', '\u202ea', '--store=x'])(
    'spells %j out in no command',
    concept => {
      expect(about({ store: 'sqlite' }, 'file', concept)).toContain('`licet concepts learn CONCEPT…`');
    },
  );
});
