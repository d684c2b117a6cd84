import type { CommandDescriptor, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { does, downloads, effect, harmless, installs, projectCode, repacks } from './shapes.ts';
import { goEnvironment } from './settingWords.ts';

/** A cache that the next build fills again. */
export const cache: FixedEffect = effect('delete', 'cache:build', 'regenerable');

/** Runs code of the project. */
export const builds = (): CommandDescriptor => ({ effects: [projectCode] });

/** The tool of Go. */
export const go = (): ProgramDescriptor => ({
  summary: 'builds Go projects',
  spares: {},
  style: 'long',
  options: {
    '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace': 'write',
    '-C': 'chdir',
    '-toolexec -exec -vettool': { as: 'shell', tags: ['runs_code'] },
    '-run -bench -tags -ldflags -gcflags -mod -modfile -count -timeout -p -parallel -buildmode -benchtime -cpu -fuzz -fuzztime -covermode -coverpkg -overlay -asmflags -f':
      'text',
  },
  subcommands: {
    'build test vet bench': builds,
    generate: () => ({ ...builds(), runs: [{ tasks: 'go.mod' }] }),
    run: () => ({
      ...builds(),
      runsTree: 'operand',
      style: 'posix',
      packageSource: [{ is: 'program of a module', to: 1 }],
    }),
    'get install': () => ({ effects: [installs], packageSource: [{ is: 'module' }] }),
    mod: () => ({
      subcommands: {
        'download tidy vendor': does(downloads, repacks),
        edit: does(repacks),
        ...harmless('init verify graph why'),
      },
    }),
    clean: does(cache),
    'fmt fix': does(effect('write', 'tree:.')),
    env: goEnvironment,
    ...harmless('list doc version tool work help bug telemetry'),
  },
});
