import type { PolicyIssue } from './issue.ts';
import { issueAt } from './issue.ts';
import { loadFile } from './loadFile.ts';
import type { LoadRun } from './loadRun.ts';
import { quote } from './names.ts';
import type { LoadedNode } from './node.ts';
import { foundText } from './source.ts';
import type { SourceMap, SourceNode } from './source.ts';

/** How many files one policy may come to. */
const MAX_FILES = 64;

/** Loads what a policy file lists under `include`. A file that is included twice counts once. */
export function loadIncludes(source: SourceMap, run: LoadRun, chain: readonly string[]): readonly LoadedNode[] {
  const list = source.entries.find(({ key }) => key === 'include')?.value;
  if (list === undefined) return [];
  if (list.type !== 'list') {
    run.issues.push(issueAt(list.at, 'wrong_type', `expected a list of policies, found ${foundText(list)}`));
    return [];
  }
  if (list.items.length === 0)
    run.issues.push(issueAt(list.at, 'invalid_param', 'expected at least one policy to include, found none'));
  return list.items.flatMap(item => includeOne(item, run, chain));
}

function includeOne(item: SourceNode, run: LoadRun, chain: readonly string[]): readonly LoadedNode[] {
  const refuse = (code: PolicyIssue['code'], message: string): readonly LoadedNode[] => {
    run.issues.push(issueAt(item.at, code, message));
    return [];
  };
  if (item.type !== 'scalar' || typeof item.value !== 'string' || item.value === '')
    return refuse('wrong_type', `expected the name of a policy, found ${foundText(item)}`);
  const found = read(item.value, chain, run);
  if (found === undefined) return refuse('include_not_found', `there is no policy ${quote(item.value)}`);
  if (chain.includes(found.file)) {
    const way = [...chain.slice(chain.indexOf(found.file)), found.file].map(file => quote(file)).join(' includes ');
    return refuse('include_cycle', `a policy cannot include itself: ${way}`);
  }
  if (run.sources.some(({ file }) => file === found.file)) return [];
  if (run.sources.length >= MAX_FILES) return refuse('too_deep', `expected at most ${MAX_FILES} policy files, found more`);
  return loadFile(found, run, chain)?.nodes ?? [];
}

function read(
  name: string,
  chain: readonly string[],
  run: LoadRun,
): { readonly text: string; readonly file: string } | undefined {
  try {
    return run.options.include?.(name, chain.at(-1) ?? '');
  } catch {
    return undefined;
  }
}
