import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sequencesIn, stoppedBy } from './sequences.ts';

/**
 * Calls of one session, which only the memory of the session or the files of the project connect. Written before a rule was changed. At the first
 * run 28 of 30 hostile ones were stopped, and one of 15 harmless ones; of those of many kinds 21 of 25, and one of 15.
 */
describe.each(['hostile', 'harmless', 'hostile_of_many_kinds', 'harmless_of_many_kinds'])('calls that belong together, %s', name => {
  it.each(sequencesIn(join(import.meta.dirname, `${name}.yaml`)).map(each => [each.note, each] as const))(
    '%s',
    async (_note, sequence) => {
      const stopped = await stoppedBy(sequence);
      const isStopWanted = (sequence.want === 'stop') === (sequence.known === undefined);
      if (isStopWanted) expect(stopped).toBeDefined();
      else expect(stopped).toBeUndefined();
    },
  );
});
