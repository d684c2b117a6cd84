import type { Json } from '@licet/core';

import type { Draft } from '../importPolicy.ts';
import type { Source } from '../source.ts';
import { patternsOf } from './patterns.ts';

/** Turns a governance.yaml of verdikt: its boundaries, its rules for commands, its budget. */
export function fromVerdikt(source: Source): Draft {
  if (source.at('version') === 1) source.take('version');
  const nodes = [boundariesOf(source), commandsOf(source), budgetOf(source), layersOf(source), auditOf(source)];
  return { nodes: [{ floor: {} }, { self_protection: {} }, ...nodes.flat()] };
}

const listOf = (source: Source, ...path: readonly string[]): readonly string[] =>
  source.texts(...path).map(({ text, path: place }) => {
    source.take(...place);
    return text;
  });

function boundariesOf(source: Source): readonly Json[] {
  const allow = listOf(source, 'boundaries', 'allowed_dirs').map(
    folder => `${folder.replace(/^\.\//, '').replace(/\/+$/, '')}/**`,
  );
  const deny = listOf(source, 'boundaries', 'red_line_files');
  if (allow.length + deny.length === 0) return [];
  return [{ file_boundary: { ...(allow.length > 0 && { allow }), ...(deny.length > 0 && { deny }) } }];
}

function commandsOf(source: Source): readonly Json[] {
  if (!source.keys().includes('bash_safety')) return [];
  const patterns = patternsOf(source, 'bash_safety', 'blocked_patterns');
  const prefixes = listOf(source, 'bash_safety', 'blocked_prefixes');
  const allow = exceptionsOf(source);
  if (source.keys('bash_safety').length === 0) source.take('bash_safety');
  const options = {
    ...(patterns.length > 0 && { blocked_patterns: [...patterns] }),
    ...(prefixes.length > 0 && { blocked_prefixes: [...prefixes] }),
    ...(allow.length > 0 && { allow: allow.map(runs => ({ runs: [runs, `${runs} *`] })) }),
  };
  return [{ bash_safety: options }];
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

function budgetOf(source: Source): readonly Json[] {
  const max = source.at('budget', 'max_tasks');
  if (typeof max !== 'number' || max <= 0) return [];
  source.take('budget', 'max_tasks');
  return [{ budget: { max, per: 'session' } }];
}

function layersOf(source: Source): readonly Json[] {
  const names = source.keys('layer_isolation', 'layers');
  if (names.length === 0) return [];
  const layers = Object.fromEntries(names.map(name => [name, [...listOf(source, 'layer_isolation', 'layers', name)]]));
  const allowed = source
    .keys('layer_isolation', 'allow')
    .map(name => [name, [...listOf(source, 'layer_isolation', 'allow', name)]]);
  return [{ layer_isolation: { layers, ...(allowed.length > 0 && { allow: Object.fromEntries(allowed) as Json }) } }];
}

/** Every decision stands in the trail anyway. */
function auditOf(source: Source): readonly Json[] {
  if (!source.keys().includes('audit') || source.at('audit') === false) return [];
  source.take('audit');
  return [{ audit: {} }];
}
