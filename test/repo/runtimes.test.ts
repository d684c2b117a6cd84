import { readFileSync } from 'node:fs';

import { inProcessRuntimes, runtimes } from '@licet/adapters/runtimes';
import type { Runtime, RuntimeFacts } from '@licet/adapters/runtimes';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles, runtimePlaces } from '@licet/effects/places';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { fileOf as folderOf } from '../hosts/index.ts';
import { HOST_SECTIONS, fillSections, loadHosts } from './hostSections.ts';
import { SOURCES } from './source.ts';

const loaded: readonly Runtime[] = await Promise.all(Object.values(runtimes).map(load => load()));
const inProcess: readonly RuntimeFacts[] = await Promise.all(Object.values(inProcessRuntimes).map(load => load()));

/** Names that are also words of editors, parsers and mathematics: only a folder of this name, or a text that is nothing else, means the runtime. */
const WORDS: readonly string[] = ['cursor', 'pi'];

/** The names of runtimes, as code and comments write them. */
const NAMES = new RegExp(
  ['claude', ...loaded.map(({ name }) => name)]
    .map(name => (WORDS.includes(name) ? `\\.${name}\\b|'${name}'` : `\\b${name.replace('-', '[- ]?')}\\b`))
    .join('|'),
  'iu',
);

/** What belongs to one runtime: its folder. */
const OWN_FILES = /^packages\/adapters\/src\/runtimes\/[^/]+\//u;

/** What plays, drives and describes every runtime. The first one is also the host of the Agent SDK. */
const SHARED: readonly string[] = [
  ...['hooks', 'rows', 'page', 'runtimes.test'].map(name => `test/contract/runtimes/${name}.ts`),
  ...['clients', 'clients.live', 'play'].map(name => `test/live/${name}.ts`),
  'test/golden/hooks/hooks.test.ts',
  'test/repo/hostSections.ts',
];

/** Where a runtime may be named outside of its folder, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'packages/adapters/src/runtimes/index.ts': 'the index',
  'packages/effects/src/places/runtimes.ts': 'what guards know of runtimes without their adapters',
  'packages/effects/src/places/startFilesOfAgents.ts': 'files by which agents start programs, most of them without an adapter',
  'packages/effects/src/certify/fileNames.ts': 'names of files that agents take their orders from',
  'packages/effects/src/places/secretPatterns.ts': 'where agents keep their credentials',
  'packages/effects/src/code/written/leaks.ts': 'names of models in the names of their keys',
  'packages/effects/src/programs/agentClis.ts': 'the agents as programs that are started',
  'packages/effects/src/programs/processNames.ts': 'the agents as processes that are stopped',
  'packages/effects/src/programs/processes.ts': 'examples of that',
  'packages/epistemic/src/graph/irregular.ts': 'a plural',
  'packages/guards/src/boundary/selfProtection.ts': 'an example, and the variable that moves settings',
  'packages/cli/src/table/see.ts': 'the one runtime that has a status line',
  'packages/cli/src/commands/statusline.ts': 'the one runtime that has a status line',
  'packages/importers/src/commands/index.ts': 'a tool whose configuration is imported',
  'packages/sandbox/src/print/index.ts': 'runtimes with their own sandbox, as targets of a plan',
  'packages/sandbox/src/print/claudeCode.ts': 'one of these targets',
  'packages/sandbox/src/print/codex.ts': 'one of these targets',
  'packages/importers/src/importPolicy.ts': 'a tool whose configuration is imported',
  'packages/importers/src/from/aorta.ts': 'where that tool has its memory',
  'packages/analysis/src/candidates/commands.ts':
    'commands that a policy is tried with, one of which starts an agent without its checks',
  'packages/importers/src/from/claudePermissions.ts': 'a tool whose configuration is imported',
};

/** What every runtime with hooks has, each under the same name, and what it may also have. */
const HOOKED = ['event.ts', 'index.ts', 'reply.ts', 'settings.ts', 'tools.ts'];
const MORE: Readonly<Record<string, string>> = {
  'transcript.ts': 'where the runtime writes what it has done, and how to read it',
  'openclaw/handlers.ts': 'what its plugin does, as text',
  'cline/input.ts': 'one shape for the arguments that it takes in several',
  'claudeCode/otherAnswers.ts': 'the hooks of others that answer in place of the user',
  'claudeCode/userRules.ts': 'the rules of the user that see the text of a command',
  'claudeCode/nestedRules.ts': 'the rules of the user that may be meant for what a certified command starts',
  'claudeCode/hostSandbox.ts': 'its own sandbox, and the ways around it',
  'claudeCode/settingsPlaces.ts': 'where the settings are that these two read',
  'claudeCode/client.ts': 'what the client says of itself in the environment: who sees a prompt, which version it is',
};

/** What every runtime inside a process has, each under the same name, what it may also have, and what one of them has alone. */
const INSIDE = ['enforce.ts', 'facts.ts', 'index.ts'];
const ASKING: Readonly<Record<string, string>> = {
  'question.ts': 'where it asks in another way',
  'carryOut.ts': 'where it runs a call in another way',
  'result.ts': 'where it answers in another way',
};
const ALSO: Readonly<Record<string, string>> = {
  'aiSdk/licet.ts': 'its approvals stand in for wrapped tools',
  'function/guarded.ts': 'one function is governed in addition to whole tools',
  'function/call.ts': 'calls of one function are told apart',
  'function/outcome.ts': 'what one function gives back',
  'aiSdk/approval.ts': 'the own approvals of the SDK',
  'aiSdk/tools.ts': 'what the SDK keeps in a tool',
  'claudeAgentSdk/openQuestions.ts': 'what `canUseTool` is not told about the call that it asks about',
  'mcp/embedded.ts': 'questions inside the answers of a server',
  'mcp/methods.ts': 'the methods of the protocol, and which a policy decides about',
  'mcp/refused.ts': 'a tool that is not what it was pinned to',
  'mcp/rounds.ts': 'calls that go on with another request',
  'mcp/subscriptions.ts': 'resources that a client subscribes to',
  'mcp/knowledgeTool.ts': 'the tool that tells what is known',
  'mcp/proposalTool.ts': 'the tool by which an agent suggests a concept',
  'mcp/ownTool.ts': 'how a tool of the gateway itself is listed and answered',
  'mcp/ownTools.ts': 'the tools of the gateway itself',
  'mcp/taskTool.ts': 'the tool by which a task is declared',
  'mcp/governed.ts': 'a gateway is in front of servers: one call on its way through',
  'mcp/listing.ts': 'the lists of tools that pass through',
  'mcp/pins.ts': 'what a server said of a tool when it was first seen',
  'mcp/place.ts': 'what a call needs of the gateway',
  'mcp/routes.ts': 'where messages go: to the policy, the server, or the question that they answer',
  'openaiAgents/functionTool.ts': 'what the SDK keeps in a tool',
};

const RUNTIMES = 'packages/adapters/src/runtimes/';
const adapterSources = SOURCES.filter(({ path }) => path.startsWith(RUNTIMES));

/** The files of each folder of a runtime. */
const folders = Map.groupBy(
  adapterSources.flatMap(({ path }) => {
    const [folder = '', file] = path.slice(RUNTIMES.length).split('/');
    return file === undefined ? [] : [{ folder, file }];
  }),
  ({ folder }) => folder,
);

const filesOf = (folder: string): readonly string[] => folders.get(folder)?.map(({ file }) => file) ?? [];

describe('runtimes', () => {
  it.each(loaded.map(({ name }) => name))('with hooks have the same files: %s', name => {
    const folder = folderOf(name);
    const others = filesOf(folder).filter(file => !HOOKED.includes(file));

    expect(HOOKED.filter(file => !filesOf(folder).includes(file))).toEqual([]);
    expect(others.filter(file => !(file in MORE) && !(`${folder}/${file}` in MORE))).toEqual([]);
  });

  it('inside a process have the same files: what they can do, and what puts the engine before a call', () => {
    const hooked = loaded.map(({ name }) => folderOf(name));
    const others = [...folders.keys()].filter(folder => !hooked.includes(folder));
    const strange = others.flatMap(folder =>
      filesOf(folder)
        .filter(file => !INSIDE.includes(file) && !(file in ASKING) && !(`${folder}/${file}` in ALSO))
        .map(file => `${folder}/${file}`),
    );

    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(folder => INSIDE.some(file => !filesOf(folder).includes(file)))).toEqual([]);
    expect(strange).toEqual([]);
  });

  it('are named in their own folders, and elsewhere only where that has a reason', () => {
    const naming = SOURCES.filter(({ path, text }) => !OWN_FILES.test(path) && NAMES.test(text));

    expect(naming.map(({ path }) => path).filter(path => !(path in ELSEWHERE))).toEqual([]);
  });

  it.each(SHARED)('are not named in %s, which has them from the list', path => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

    expect(loaded.map(({ name }) => name).filter(name => name !== 'claude-code' && text.includes(`'${name}'`))).toEqual([]);
  });

  it.each(Object.entries(HOST_SECTIONS))('stand in %s as they are', async (page, sections) => {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

    expect(fillSections(text, sections, await loadHosts()), 'run `npx -y pnpm@12 reference`').toBe(text);
  });

  it('that are governed inside a process give a reason for everything that they cannot do, and for no more', () => {
    for (const { name, capabilities, gaps } of inProcess) {
      const cannot = Object.entries(capabilities).flatMap(([each, can]) => (can ? [] : [each]));
      expect([name, Object.keys(gaps).sort()]).toEqual([name, cannot.sort()]);
    }
  });

  it('load no SDK and nothing of each other before they are used', () => {
    const isOurs = (from: string): boolean =>
      from.startsWith('.') || /^@licet\/(?:core(?:\/\w+)?|epistemic)$/u.test(from) || from.startsWith('node:');
    const strange = adapterSources.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/^(?! \*).*(?:from|import\()\s*'([^']+)'/gmu), ([, from = '']) => from)
        .filter(from => !isOurs(from))
        .map(from => `${path}: ${from}`),
    );

    expect(strange).toEqual([]);
  });

  it.each(loaded.map(runtime => [runtime.name, runtime] as const))(
    'protect the settings that the hook of %s is in',
    async (name, { settings }) => {
      const [root, home] = ['/project', '/home/me'];
      const engine = new PolicyEngine(SelfProtection({ root, home, files: memoryFiles({}) }), {
        effects: analyzeEffects({ root, home, files: false }),
      });
      const files = settings.files({ root, home }).map(({ file }) => file);
      const rulings = await Promise.all(
        files.map(async file => (await engine.evaluate({ kind: 'write', payload: { file_path: file }, cwd: root })).ruling),
      );

      expect(rulings).toEqual(files.map(() => 'block'));
      expect(runtimePlaces[name]?.variables.length).toBeGreaterThan(0);
    },
  );
});
