import { spawnSync } from 'node:child_process';

import type { Runtime } from '@licet/adapters/runtimes';

import { humanEnv } from '../../support/cli.ts';
import { InstalledProject } from '../../support/installed.ts';
import { quantile } from '../measure.ts';
import { eventOf } from './ask.ts';
import type { Subject } from './subject.ts';

const WARM_UP = 3;

/** The median cost of one call by each hook, as a multiple of a start of Node that does nothing, in rounds that alternate. */
export function costOf(subjects: readonly Subject[], runtime: Runtime, rounds: number): readonly number[] {
  const project = new InstalledProject();
  const env = { ...humanEnv(), HOME: project.home };
  const input = eventOf(runtime, project, { list: 'ordinary', file: '', command: 'ls -la src' }, 0);
  const time = (command: string, args: readonly string[]): number => {
    const startedAt = process.hrtime.bigint();
    spawnSync(command, args, { cwd: project.root, env, input });
    return Number(process.hrtime.bigint() - startedAt);
  };
  const starts: number[] = [];
  const times = subjects.map((): number[] => []);
  for (let round = -WARM_UP; round < rounds; round++) {
    const start = time(process.execPath, ['-e', '0']);
    const each = subjects.map(({ command }) => time('sh', ['-c', command]));
    if (round < 0) continue;
    starts.push(start);
    for (const [index, spent] of each.entries()) times[index]?.push(spent);
  }
  project.run(['serve', '--stop']);
  return times.map(spent => Number((quantile(spent, 0.5) / quantile(starts, 0.5)).toPrecision(2)));
}
