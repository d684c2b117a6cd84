import { repackedByTask } from './dependencies.ts';
import type { Call, Finding, ProgramDescriptor } from './descriptor.ts';
import { elsewhere, isForeignPackage, untrusted } from './registries.ts';
import { projectCode, publishes } from './shapes.ts';
import { lostByTask } from './testDatabases.ts';

const publishing = String.raw`^(?:hex\.publish|publish|publishToMavenCentral|publishAllPublicationsTo\w+|publishPlugins|closeAndRelease\w*|uploadArchives|deploy|deploy:deploy|deploy:deploy-file|release:perform|site:deploy|push|upload|deliver|supply|upload_to_\w+)$`;

/** Maven's exec plugin starts the program that a property names. */
function startedByProperty(call: Call): readonly Finding[] {
  const properties = call.values('-D').map(({ text }) => /^(exec\.[\w.]+)=(.*)$/s.exec(text ?? ''));
  const valueOf = (name: string): string => properties.find(match => match?.[1] === name)?.[2] ?? '';
  const program = valueOf('exec.executable');
  const args = valueOf('exec.args') || valueOf('exec.commandlineArgs');
  return program === '' ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: `${program} ${args}` }];
}

/** An archive or a server that a task installs from. */
const taskSource = (call: Call): readonly Finding[] =>
  call.operands.some(({ text }) => isForeignPackage(text)) && call.operands.some(({ text = '' }) => /install|add|get/.test(text))
    ? [untrusted]
    : call.values('--server').flatMap(elsewhere);

/** `rails runner` runs code, or a file of code. */
function runnerCode({ path: [program], operands: [verb, code] }: Call): readonly Finding[] {
  if (code === undefined || program !== 'rails' || !/^(?:runner|r)$/.test(verb?.text ?? '')) return [];
  const isFile = code.text !== undefined && /^[\w./-]+\.rb$/.test(code.text);
  return [{ use: { as: isFile ? 'execute' : 'code', language: 'ruby' }, value: code }];
}

/** Builders of other languages: tasks by name, some of which publish or drop the database. */
export const tasks = (dryRun: string = '--dry-run'): ProgramDescriptor => ({
  summary: 'builds a project by tasks',
  options: {
    '-f --file -b --build-file -p --project-dir -P -c --settings-file --project-cache-dir -pl -I --init-script -s --settings -T':
      'text',
    '-D': 'text',
    '--server': 'text',
    [dryRun]: 'flag',
  },
  effects: [projectCode],
  inspect: call => [
    ...startedByProperty(call),
    ...runnerCode(call),
    ...taskSource(call),
    ...repackedByTask(call),
    ...(call.has(dryRun.split(' ')[0] ?? '') ? [] : lostByTask(call)),
  ],
  verbClass: [{ of: 'credentials' }],
  mayRun: true,
  cases: [{ when: { operand: publishing, none: [dryRun.split(' ')[0] ?? ''] }, effects: [publishes] }],
});
