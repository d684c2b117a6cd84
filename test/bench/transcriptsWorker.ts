import { transcripts } from '@licet/adapters/runtimes';
import { replayPolicies } from 'licet/source/analysis/replayPolicies.ts';
import { compileNamed } from 'licet/source/analysis/testPolicy.ts';
import { transcriptEvents } from 'licet/source/analysis/transcriptFiles.ts';

const [file = ''] = process.argv.slice(2);
const compiled = (pack: string) =>
  compileNamed(
    `version: 1\ndefault: pass\ninclude: [${pack}]\npolicy: { budget: { max: 100000 } }\n`,
    '/project/governance.yaml',
  );
const format = await transcripts['claude']?.();
if (format === undefined) throw new Error('there is no such format');
const before = process.cpuUsage();
const events = transcriptEvents(format, [file], { see: () => undefined });
const { calls } = await replayPolicies(events, { newer: compiled('strict'), older: compiled('standard'), root: '/project' });
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1_000_000;
const peak = Math.round(process.resourceUsage().maxRSS / 1_024);
console.log(`${calls} calls in ${seconds.toFixed(1)} s of CPU, ${Math.round(calls / seconds)} a second; at most ${peak} MiB`);
