import { expect, test } from 'vitest';

import { commandsFoundBy } from '../../../packages/importers/src/patterns.ts';

test.each([
  ['pytest', ['pytest']],
  ['pytest|uv run pytest', ['pytest', 'uv run pytest']],
  ['(npm|yarn) test', ['npm test', 'yarn test']],
  [String.raw`^\b(?:cargo|go)\s+test$`, ['cargo test', 'go test']],
  ['npm (run )?test', ['npm run test', 'npm test']],
  ['git push.*--force', ['git push --force', 'git push * --force']],
  [String.raw`node a\.js`, ['node a.js']],
  ['a(b(c|d)|e)', ['abc', 'abd', 'ae']],
  ['git commit.*', ['git commit']],
  ['a||b', undefined],
  ['', undefined],
  ['(a', undefined],
  ['a)', undefined],
  ['[ab] c', undefined],
  ['a+', undefined],
  ['a{2}', undefined],
  ['(?<!x)a', undefined],
  [String.raw`\d`, undefined],
  ['a\\', undefined],
  ['(a|b|c|d)(a|b|c|d)(a|b|c|d)', undefined],
  [`${'('.repeat(400)}a${')'.repeat(400)}`, ['a']],
  ['('.repeat(100_000), undefined],
])('the pattern %j finds %j', (pattern, commands) => {
  expect(commandsFoundBy(pattern)).toEqual(commands);
});
