import { describe, expect, it } from 'vitest';

import { SOURCES, nodesOf, parse } from './source.ts';
import type { Source } from './source.ts';

/** Files that make an error without a code, and why no caller needs one there. */
const PLAIN: Readonly<Record<string, string>> = {
  'packages/adapters/src/runtimes/aiSdk/enforce.ts': 'thrown through an SDK, which writes on what it catches',
  'packages/adapters/src/runtimes/carryOut.ts': 'the error of a tool, with what may not be shown taken out',
  'packages/adapters/src/mcp/http.ts': 'told to the transport of an SDK',
  'packages/adapters/src/runtimes/opencode/settings.ts': 'the text of the plugin that is installed there',
  'packages/adapters/src/runtimes/toolDigest.ts': 'caught where it is thrown',
  'packages/adapters/src/stores/postgres/connection.ts':
    'faults of the driver: every call of a store makes `store_unavailable` of them',
  'packages/adapters/src/stores/sqlite/driver.ts': 'as there',
  'packages/adapters/src/stores/sqlite/events.ts': 'as there',
  'packages/adapters/src/stores/sqlite/examine.ts': 'as there',
  'packages/adapters/src/stores/sqlite/sessions.ts': 'as there',
  'packages/adapters/src/terminal/terminalApprover.ts': 'an approver that throws has not said yes: the engine takes it so',
  'packages/cli/src/keptCode.ts': 'caught where it is thrown',
  'packages/cli/src/resident/resident.ts': 'caught where it is thrown',
  'packages/cli/src/serve/askServer.ts': 'ends a request of Node',
  'packages/core/src/cel/boundedSteps.ts': 'the engine makes an errored verdict of it, as of any error of a condition',
  'packages/core/src/cel/linearRegex.ts':
    'thrown through the interpreter of CEL, whose errors the engine takes as faults of a guard',
  'packages/core/src/testing/laws/faults.ts': 'a guard that fails on purpose',
  'packages/core/src/testing/laws/law.ts': 'what a test runner prints',
  'packages/core/src/testing/policySpec.ts': 'a guard that fails on purpose',
  'packages/epistemic/src/guards/groundedCalls.ts': 'a fault of a guard: the engine makes an errored verdict of it',
  'packages/console/src/passkeys/registration.ts': 'as the library that it calls: caught where it is called',
  'packages/server/src/resident/residentServer.ts': 'ends a request of Node',
  'packages/server/src/resident/serviceServer.ts': 'ends a request of Node',
  'packages/server/src/fileStamps.ts': 'a fault of the system, with the code of the system',
  'packages/effects/src/places/nodeFiles.ts': 'a fault of the system, which the caller takes for a file that cannot be read',
  'packages/cli/src/service/ask.ts': 'ends a connection of Node',
  'packages/cli/src/service/identity.ts': 'a call that the process must not make',
};

/** Parsing a source costs a hundred times more than a search in its text. */
const mentioning = (words: RegExp): readonly Source[] => SOURCES.filter(({ text }) => words.test(text));

const FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)$|^I[A-Z][a-z]/u;
/** Every text that holds such a name, and others. */
const MAYBE_FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)\b|\bI[A-Z][a-z]/u;

/** The classes that extend an error, each with its file, its name and whether it freezes itself. */
const errorClasses = mentioning(/\bextends \w*(?:Error|Exception)\b/u).flatMap(source =>
  nodesOf(parse(source).program).flatMap(node => {
    const { id, superClass } = node as { id?: { name: string } | null; superClass?: { name?: string } | null };
    if (!node.type.startsWith('Class') || superClass?.name?.endsWith('Error') !== true) return [];
    const parent = superClass.name;
    const isFixed = /Object\.freeze\(this\)|Object\.defineProperty\(this, /u.test(source.text.slice(node.start, node.end));
    return [{ path: source.path, name: id?.name ?? '', parent, isFixed }];
  }),
);

describe('error classes', () => {
  it('all extend GovernanceError, which alone extends Error', () => {
    const ofLanguage = errorClasses.filter(({ parent }) => parent !== 'GovernanceError');

    expect(ofLanguage.map(({ path, name }) => `${path}: ${name}`)).toEqual([
      'packages/core/src/model/errors.ts: GovernanceError',
    ]);
    expect(errorClasses.length).toBeGreaterThan(6);
  });

  it('freeze their members in the constructor', () => {
    expect(errorClasses.filter(({ isFixed }) => !isFixed)).toEqual([]);
  });
});

describe('errors without a code', () => {
  const plain = SOURCES.filter(({ text }) => /^(?! *\*).*\bnew (?:Type|Range)?Error\(/mu.test(text)).map(({ path }) => path);

  it('are made only in the files of the table', () => {
    expect(plain.toSorted()).toEqual(Object.keys(PLAIN).toSorted());
  });
});

describe('names', () => {
  it('end in none of Manager, Helper, Util, Base and Async', () => {
    const named = ['ClassDeclaration', 'FunctionDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];
    const wrong = mentioning(MAYBE_FORBIDDEN).flatMap(source =>
      nodesOf(parse(source).program)
        .filter(({ type }) => named.includes(type))
        .map(({ id }) => (id as { name?: string } | null)?.name ?? '')
        .filter(name => FORBIDDEN.test(name) && name !== 'RecordBase')
        .map(name => `${source.path}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });
});
