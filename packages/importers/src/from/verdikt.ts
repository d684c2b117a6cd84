import type { Json } from '@licet/core';

import { COMMON_CASES, caseOf, fileIn, fileOutside, isPattern, sessionOf, textFoundBy } from '../cases.ts';
import type { Draft, TestCase } from '../draft.ts';
import type { Source } from '../source.ts';

/** Turns a governance.yaml of verdikt: its boundaries, its rules for commands, its budget. */
export function fromVerdikt(source: Source): Draft {
  if (source.at('version') === 1) source.take('version');
  const parts = [boundariesOf(source), commandsOf(source), budgetOf(source), layersOf(source), auditOf(source)];
  return {
    nodes: [{ floor: {} }, { self_protection: {} }, ...parts.flatMap(({ nodes }) => nodes)],
    cases: [...COMMON_CASES, ...parts.flatMap(({ cases }) => cases)],
  };
}

/** The policy of one part of the configuration, and what it says of some calls. */
interface Part {
  readonly nodes: readonly Json[];
  readonly cases: readonly TestCase[];
}

const NOTHING: Part = { nodes: [], cases: [] };

const listOf = (source: Source, ...path: readonly string[]): readonly string[] =>
  source.texts(...path).map(({ text, path: place }) => {
    source.take(...place);
    return text;
  });

function boundariesOf(source: Source): Part {
  const folders = listOf(source, 'boundaries', 'allowed_dirs').map(
    folder => `${folder.replace(/^\.\//, '').replace(/\/+$/, '')}/`,
  );
  const allow = folders.map(folder => `${folder}**`);
  const deny = listOf(source, 'boundaries', 'red_line_files');
  if (allow.length + deny.length === 0) return NOTHING;
  return {
    nodes: [{ file_boundary: { ...(allow.length > 0 && { allow }), ...(deny.length > 0 && { deny }) } }],
    cases: [
      ...folders.map(folder => caseOf({ write: fileIn(folder) }, 'pass')),
      ...(folders.length > 0 ? [caseOf({ write: fileOutside(folders) }, 'block')] : []),
      ...deny.flatMap(file => [caseOf({ read: fileIn(file) }, 'block'), caseOf({ bash: `cat ${fileIn(file)}` }, 'block')]),
    ],
  };
}

function commandsOf(source: Source): Part {
  if (!source.keys().includes('bash_safety')) return NOTHING;
  const patterns = patternsOf(source, 'bash_safety', 'blocked_patterns');
  const prefixes = listOf(source, 'bash_safety', 'blocked_prefixes');
  const allow = exceptionsOf(source);
  if (source.keys('bash_safety').length === 0) source.take('bash_safety');
  const options = {
    ...(patterns.length > 0 && { blocked_patterns: [...patterns] }),
    ...(prefixes.length > 0 && { blocked_prefixes: [...prefixes] }),
    ...(allow.length > 0 && { allow: allow.map(runs => ({ runs: [runs, `${runs} *`] })) }),
  };
  const found = patterns.flatMap(pattern => textFoundBy(pattern) ?? []);
  return {
    nodes: [{ bash_safety: options }],
    cases: [
      ...[...found, ...prefixes].map(command => caseOf({ bash: command }, allow.includes(command) ? 'pass' : 'block')),
      ...allow.flatMap(command => [caseOf({ bash: command }, 'pass'), caseOf({ bash: `${command}; rm -rf ~` }, 'block')]),
    ],
  };
}

/** Takes the regular expressions of a list; one that does not run in linear time is left. */
function patternsOf(source: Source, ...path: readonly (string | number)[]): readonly string[] {
  return source.texts(...path).flatMap(({ text, path: place }) => {
    if (!isPattern(text)) {
      source.leave(place, 'the pattern is not in RE2 syntax: look-around and back references are not known');
      return [];
    }
    source.take(...place);
    return [text];
  });
}

/** Exceptions by their beginnings are exceptions for whole commands here, each by itself. A pattern is none. */
function exceptionsOf(source: Source): readonly string[] {
  const found: string[] = [];
  for (const key of ['allowlist', 'allowed_prefixes', 'allow'])
    for (const { text, path } of source.texts('bash_safety', key)) {
      if (/[\\^$()[\]{}|+?]/.test(text))
        source.leave(path, 'an exception is a whole command here, not a pattern: write `allow: [{ runs: … }]`');
      else {
        source.take(...path);
        found.push(text.trim());
      }
    }
  return found;
}

function budgetOf(source: Source): Part {
  const max = source.at('budget', 'max_tasks');
  if (typeof max !== 'number' || max <= 0) return NOTHING;
  source.take('budget', 'max_tasks');
  const ends = [{ bash: 'ls', times: max, want: 'pass' }, caseOf({ bash: 'ls' }, { ruling: 'block', guard: 'budget' })];
  return { nodes: [{ budget: { max, per: 'session' } }], cases: [sessionOf(`the budget ends after ${max}`, ends)] };
}

function layersOf(source: Source): Part {
  const names = source.keys('layer_isolation', 'layers');
  if (names.length === 0) return NOTHING;
  const layers = Object.fromEntries(names.map(name => [name, [...listOf(source, 'layer_isolation', 'layers', name)]]));
  const allowed = source
    .keys('layer_isolation', 'allow')
    .map(name => [name, [...listOf(source, 'layer_isolation', 'allow', name)]]);
  const mayUse = Object.fromEntries(allowed) as Readonly<Record<string, readonly string[]>>;
  const copies = names.flatMap(from =>
    names
      .filter(to => to !== from)
      .map(to => {
        const [source, target] = [layers[from]?.[0] ?? '', layers[to]?.[0] ?? ''].map(fileIn);
        return caseOf({ bash: `cp ${source} ${target}` }, mayUse[to]?.includes(from) === true ? 'pass' : 'block');
      }),
  );
  return {
    nodes: [{ layer_isolation: { layers, ...(allowed.length > 0 && { allow: mayUse as Json }) } }],
    cases: copies,
  };
}

/** Every decision is in the trail anyway. */
function auditOf(source: Source): Part {
  if (!source.keys().includes('audit') || source.at('audit') === false) return NOTHING;
  source.take('audit');
  return { nodes: [{ audit: {} }], cases: [] };
}
