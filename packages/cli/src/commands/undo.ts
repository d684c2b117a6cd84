import { escapeText } from '@licet/core';
import { UsageError, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { openSnapshots, stateFolder } from '@licet/sandbox';
import type { Snapshot } from '@licet/sandbox';

import { confirmed, requireHuman } from '../human.ts';
import { licetHome } from '../policy/licetHome.ts';
import { realOf } from '../policy/policyFiles.ts';
import { nearestPolicy } from '../policy/readPolicy.ts';
import { keptNow } from '../sandbox/keptFiles.ts';

interface UndoOptions {
  readonly list?: boolean;
  readonly json?: boolean;
  readonly to?: string;
  readonly yes?: boolean;
}

const MOST_SHOWN = 20;

/**
 * Brings back the files of the project as they were before the last `licet run`, or before another one. The files of now are kept first, so that an undo
 * can be undone. Files that came later stay.
 */
export async function undo({ list = false, json = false, to, yes = false }: UndoOptions, terminal: Terminal): Promise<number> {
  const { root } = await nearestPolicy(undefined, process.cwd());
  const project = realOf(root);
  const snapshots = openSnapshots(project, stateFolder(licetHome(), project).snapshots);
  const kept = snapshots.list();
  if (list) {
    if (json) terminal.print(jsonText(kept, 2));
    else for (const each of kept) terminal.print(snapshotLine(each));
    return 0;
  }
  requireHuman({ command: 'licet undo', yes });
  const wanted = kept.find(({ id }) => to === undefined || id === Number(to));
  if (wanted === undefined)
    throw new UsageError(
      `there is no snapshot${to === undefined ? '' : ` \`${to}\``} of \`${project}\`: \`licet undo --list\` shows those that are kept`,
    );
  if (!yes && !(await confirmed(`bring the files of \`${project}\` back to ${snapshotLine(wanted)}?`))) return 1;
  const now = await snapshots.take('licet undo', await keptNow());
  const { restored, newer } = snapshots.restore(wanted.id);
  terminal.print(`${restored.length} files are as they were before \`${escapeText(wanted.reason, 100)}\``);
  for (const path of restored.slice(0, MOST_SHOWN)) terminal.print(`  ${escapeText(path)}`);
  if (newer.length > 0) terminal.print(`${newer.length} files came later and stay, such as \`${escapeText(newer[0] ?? '')}\``);
  terminal.print(`to go back: licet undo --to ${now.id}`);
  return 0;
}

const snapshotLine = ({ id, takenAt, reason }: Snapshot): string =>
  `${id}, ${new Date(takenAt).toISOString()}, before \`${escapeText(reason, 100)}\``;
