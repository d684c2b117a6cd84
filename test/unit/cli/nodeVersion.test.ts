import { nodeProblem } from 'licet/source/nodeVersion.ts';
import { describe, expect, it } from 'vitest';

describe('nodeProblem', () => {
  it.each(['22.18.0', '22.19.1', '24.0.0', '100.1.0'])('takes Node %s', version => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it.each(['22.17.9', '20.20.2', '9.0.0', ''])('refuses Node `%s` and says what to do', version => {
    expect(nodeProblem(version)).toMatch(/^licet needs Node 22\.18\.0 or newer.*: `npm install --save-dev node@24` brings one/);
  });
});
