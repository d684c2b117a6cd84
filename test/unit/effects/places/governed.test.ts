import type { Effect } from '@licet/core';
import { describe, expect, test } from 'vitest';

import {
  RUNS_LATER,
  isGovernedPath,
  isGovernedVariable,
  redirectsGovernance,
} from '../../../../packages/effects/src/places/governed.ts';

test.each([
  ['/p/governance.yaml', true],
  ['/p/.licet/state.db', true],
  ['/p/sub/.licet/state.db', true],
  ['/p/.MCP.JSON', true],
  ['/p/.git/hooks/pre-commit', true],
  ['/p/.git/config', true],
  ['/h/.gitconfig', true],
  ['governance.yml', true],
  ['~/.gemini/extensions/licet/gemini-extension.json', true],
  ['~/.gemini/trustedFolders.json', true],
  ['~/.gemini/tmp/plan.md', false],
  ['/p/src/governance.ts', false],
  ['/p/.git/index', false],
  ['/p/settings.json', false],
])('%s governs the agent: %s', (path, yes) => {
  expect(isGovernedPath(path)).toBe(yes);
});

test.each([
  ['LICET_HOME', true],
  ['licet_mode', true],
  ['CLAUDE_CONFIG_DIR', true],
  ['PATH', false],
  ['MY_LICET_', false],
])('%s moves settings elsewhere: %s', (name, yes) => {
  expect(isGovernedVariable(name)).toBe(yes);
});

describe('an effect leads hooks or settings elsewhere', () => {
  const named = (kind: Effect['kind'], category: string, name: string, ...tags: readonly string[]): Effect => ({
    kind,
    target: { type: 'named', category, name },
    via: [],
    certainty: 'certain',
    tags,
  });

  test.each([
    [named('environment', 'variable', 'GIT_CONFIG_GLOBAL'), true],
    [named('environment', 'variable', 'NODE_OPTIONS'), true],
    [named('environment', 'variable', 'EDITOR'), false],
    [named('configure', 'git_config', 'core.hooksPath'), true],
    [named('configure', 'git_config', 'core.pager'), false],
    [named('configure', 'git_config', 'core.pager', 'tampered_environment'), true],
    [named('configure', 'git_config', 'user.name', 'tampered_environment'), false],
    [named('configure', 'package_setting', 'script-shell'), true],
    [named('configure', 'package_setting', 'registry'), false],
    [named('read', 'git_config', 'core.hooksPath'), false],
  ])('%j: %s', (effect, yes) => {
    expect(redirectsGovernance(effect)).toBe(yes);
  });
});

test.each([
  ['/p/build.sh', true],
  ['/p/.husky/pre-commit', true],
  ['/p/.githooks/pre-push', true],
  ['/p/.envrc', true],
  ['/p/hooks/useThing.ts', false],
  ['/p/sh', false],
])('%s runs later: %s', (path, yes) => {
  expect(RUNS_LATER.test(path)).toBe(yes);
});
