import { transcripts } from '@licet/adapters/runtimes';
import { replayPolicies, transcriptEvents } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

const [file = ''] = process.argv.slice(2);
const compiled = (pack: string) =>
  policyHost.compile(
    `version: 1\ndefault: pass\ninclude: [${pack}]\npolicy: { budget: { max: 100000 } }\n`,
    '/project/governance.yaml',
  ).compiled;
const format = await transcripts['claude']?.();
if (format === undefined) throw new Error('there is no such format');
const before = process.cpuUsage();
const events = transcriptEvents(format, [file], { see: () => undefined });
const { calls } = await replayPolicies(policyHost, events, {
  newer: compiled('strict'),
  older: compiled('standard'),
  root: '/project',
});
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1_000_000;
const peak = Math.round(process.resourceUsage().maxRSS / 1_024);
console.log(`${calls} calls in ${seconds.toFixed(1)} s of CPU, ${Math.round(calls / seconds)} a second; at most ${peak} MiB`);
