import { homedir } from 'node:os';

import type { Certificate, Effect } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { HostFacts } from '../event.ts';
import { userRules } from './userRules.ts';

/** What is certified of a call: its effects and the certificate. */
interface Certified {
  readonly effects: readonly Effect[];
  readonly certificate: Certificate;
}

/**
 * Tells whether a rule of the user that asks or denies could be meant for what a command does by way of others. Claude Code holds its rules against
 * the text of a command: `Bash(npm publish *)` is not found in a script, nor `Read(docs/**)` in `awk`. Where a rule may be meant, the user is asked as
 * always. Settings that cannot be read count as such a rule.
 */
export function mayMeet({ effects, certificate }: Certified, cwd: string | undefined, { env }: HostFacts): boolean {
  const nested = effects.flatMap(({ target, via }) =>
    target?.type === 'program' && via.length > 0 ? [target.argv.map(word => word ?? '*').join(' ')] : [],
  );
  const started = [...nested, ...(certificate.within ?? [])].join('\n');
  return settingsIn(cwd, env).some(
    settings =>
      settings === undefined ||
      (started !== '' && userRules.mayStop(settings, started)) ||
      pathRules(settings).some(rule => isMet(rule, effects)),
  );
}

/** The tools whose rules are about paths. */
const PATH_TOOLS: ReadonlySet<string> = new Set(['Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'Glob', 'Grep', 'LS']);

const CHANGES: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

const isAbout = ({ kind, via, program }: Effect, tool: string): boolean =>
  (program !== undefined || via.length > 0) && (CHANGES.has(tool) ? kind === 'write' || kind === 'delete' : kind === 'read');

/** Whether a rule for paths may be meant for a file; a search through many files meets every rule. */
function meets({ target }: Effect, text: string): boolean {
  if (target?.type !== 'file') return false;
  if (text === '' || target.glob !== undefined || target.recursive === true) return true;
  const source = text
    .replace(/^(?:\/\/|~\/|\.?\/)/u, '')
    .replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll(/\*+|\?/gu, sign => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'));
  const pattern = new RegExp(`(?:^|/)${source}(?:/.*)?$`, 'iu');
  return [target.lexical, target.resolved].some(path => pattern.test(path));
}

/** What is in the settings of the user, of the project and of the machine; undefined for a file that cannot be read. */
function settingsIn(cwd: string | undefined, env: HostFacts['env']): readonly unknown[] {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const home = env['HOME'] ?? homedir();
  const roots = [...new Set([env['CLAUDE_PROJECT_DIR'], cwd].filter(folder => folder !== undefined))];
  const files = new Set(roots.flatMap(root => userRules.places({ root, home }, env)));
  return [...files].flatMap(file => {
    try {
      return [JSON.parse(readFileSync(file, 'utf8')) as unknown];
    } catch (error) {
      return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code)) ? [] : [undefined];
    }
  });
}

/** A rule about paths: the tool, and what is in its brackets. */
interface PathRule {
  readonly tool: string;
  readonly text: string;
}

function pathRules(settings: unknown): readonly PathRule[] {
  const permissions = isRecord(settings) ? settings['permissions'] : undefined;
  if (!isRecord(permissions)) return [];
  return [permissions['ask'] ?? [], permissions['deny'] ?? []].flat().flatMap(rule => {
    const { tool = '', text = '' } =
      /^\s*(?<tool>\w+)\s*(?:\((?<text>[^]*)\))?\s*$/u.exec(typeof rule === 'string' ? rule : '')?.groups ?? {};
    return PATH_TOOLS.has(tool) ? [{ tool, text }] : [];
  });
}

const isMet = ({ tool, text }: PathRule, effects: readonly Effect[]): boolean =>
  effects.some(effect => isAbout(effect, tool) && meets(effect, text));
