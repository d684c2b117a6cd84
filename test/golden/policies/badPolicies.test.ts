import { readFileSync, readdirSync } from 'node:fs';

import { PolicyLoadError, loadPolicy } from '@licet/core/yaml';
import { shortForms } from '@licet/guards';
import { references } from 'licet/source/grounding/references.ts';
import { describe, expect, it } from 'vitest';

import { allNodes } from '../../repo/policyDefinitions.ts';

// Every file here must be refused with exactly the issues that its first lines name: `# want: code@line:column`, and
// ` ~ suggestion` where one is made. Nothing else may be reported.
const FOLDER = new URL('bad/', import.meta.url);
const WANT = /^# want: (?<code>[a-z_]+)@(?<line>\d+):(?<column>\d+)(?: ~ (?<suggestion>\S+))?$/;

const files = readdirSync(FOLDER).filter(name => name.endsWith('.yaml'));

function wanted(text: string): readonly string[] {
  const lines = text.split('\n').filter(line => line.startsWith('# want:'));
  expect(lines.filter(line => !WANT.test(line))).toEqual([]);
  return lines.map(line => line.slice('# want: '.length));
}

function issues(text: string, file: string): PolicyLoadError['issues'] {
  try {
    loadPolicy(text, {
      registry: allNodes,
      resources: references('/project/governance.yaml'),
      root: '/project',
      home: '/home/me',
      file,
      include: () => undefined,
      shortForms,
    });
  } catch (error) {
    if (error instanceof PolicyLoadError) return error.issues;
    throw error;
  }
  return [];
}

describe('bad policies', () => {
  it('are many', () => {
    expect(files.length).toBeGreaterThanOrEqual(100);
  });

  it.each(files.map(name => [name.replace('.yaml', '').replaceAll('-', ' '), name]))('%s', (_sentence, name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');

    const found = issues(text, name);

    const said = found.map(
      ({ code, line, column, suggestion }) => `${code}@${line}:${column}${suggestion === undefined ? '' : ` ~ ${suggestion}`}`,
    );
    expect(said).toEqual(wanted(text));
    expect(said.length).toBeGreaterThan(0);
    for (const { message } of found) expect(message).toMatch(/^[^A-Z]/);
    for (const { message } of found) expect(message.split('\n')[0]).not.toMatch(/\.$/);
  });
});
