import type { ProgramDescriptor } from './descriptor.ts';
import { elsewhere } from './registries.ts';
import { does, harmless, installs, projectCode, publishes } from './shapes.ts';

/** The builder and package manager of .NET. */
export const dotnet = (): ProgramDescriptor => ({
  summary: 'builds .NET projects',
  options: {
    '-c --configuration -f --framework -r --runtime -o --output --source -s -k --api-key -v --verbosity -p --project': 'text',
  },
  subcommands: {
    nuget: () => ({
      subcommands: {
        push: does(publishes),
        delete: does({ kind: 'configure', target: 'package:registry', tags: ['remote_change'] }),
        'list locals add remove update enable disable sign verify why': () => ({}),
      },
    }),
    ef: () => ({
      subcommands: {
        database: () => ({
          subcommands: { drop: does({ kind: 'delete', target: 'database:project', tags: ['destructive'] }), update: () => ({}) },
        }),
        'migrations dbcontext': () => ({}),
      },
    }),
    'add restore tool workload': () => ({
      options: { '-s --source --add-source': 'text', '-v --version -f -p': 'text' },
      effects: [installs],
      inspect: call => call.values('-s').flatMap(elsewhere),
    }),
    'build run test publish clean watch pack': () => ({ effects: [projectCode] }),
    'user-secrets': () => ({
      subcommands: {
        list: does({ kind: 'read', target: 'secret:user', tags: ['secret'] }),
        ...harmless('set remove clear init'),
      },
    }),
    ...harmless('new sln list remove format help --info --list-sdks dev-certs vstest msbuild'),
  },
  match: { 'dotnet nuget push x.nupkg': 'network #remote_change', 'dotnet ef database drop': 'delete #destructive' },
  notMatch: { 'dotnet build -c Release': 'unknown', 'dotnet publish -o out': '* #shares' },
});
