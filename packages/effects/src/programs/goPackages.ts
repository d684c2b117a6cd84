import type { Argument, CommandDescriptor, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { does, downloads, effect, harmless, installs, projectCode, repacks } from './shapes.ts';
import { tasksIn } from './taskCalls.ts';
import { goEnvironment } from './settingWords.ts';

/** A cache that the next build fills again. */
export const cache: FixedEffect = effect('delete', 'cache:build', 'regenerable');

/** Runs code of the project. */
export const builds = (): CommandDescriptor => ({ effects: [projectCode] });

/** Hosts under which Go's own modules and those of the usual projects stand. */
const USUAL_MODULES =
  /^(?:golang\.org|google\.golang\.org|cloud\.google\.com|k8s\.io|sigs\.k8s\.io|go\.uber\.org|gopkg\.in|honnef\.co|mvdan\.cc|gotest\.tools|go\.opentelemetry\.io|modernc\.org|filippo\.io|connectrpc\.com|buf\.build|gorm\.io|entgo\.io|helm\.sh)\//;

/** A module of another host; `go run` runs it at once, whoever wrote it. */
const goModule = (value: Argument, isDependency: boolean): readonly Finding[] => {
  const { text = '' } = value;
  if (!/^[\w-]+(?:\.[\w-]+)+\/[^\s]*$/.test(text) || USUAL_MODULES.test(text) || text.endsWith('.go')) return [];
  const isHosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(text);
  return isDependency && isHosted ? [] : [{ use: { as: 'url', tags: ['untrusted_code'] }, value: text }];
};

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
    generate: () => ({ ...builds(), inspect: call => tasksIn('go.mod', call) }),
    run: () => ({
      ...builds(),
      runsTree: 'operand',
      style: 'posix',
      inspect: ({ operands: [value] }) => (value ? goModule(value, false) : []),
    }),
    'get install': () => ({ effects: [installs], inspect: ({ operands }) => operands.flatMap(value => goModule(value, true)) }),
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
  match: {
    "go build -toolexec 'rm a' .": 'delete /w/a #runs_code',
    'go build -o /opt/x .': 'write /opt/x',
    'go env -w GOFLAGS=-toolexec=x': 'configure #tampered_environment',
  },
  notMatch: { 'go test ./... -run X -v': 'unknown; write', 'go env GOPATH': 'configure' },
});
