import { dirname } from 'node:path';

import { renderPolicy } from '@licet/core';
import { COLUMNS, EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { pinLine } from '../pins/compare.ts';
import { openEngine } from '../policy/openEngine.ts';
import { effectiveProof } from '../passkeys/proof.ts';
import { cappedIn, limitsOf } from '../policy/limits.ts';
import { nearestPolicy, readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { inWords } from '../text/inWords.ts';
import { printDrawing } from '../text/picture.ts';
import { gateGraph, gatesDot, gatesText } from '../status/gates.ts';
import { gather } from '../status/gather.ts';
import { printStatus, standingTree } from '../status/print.ts';
import type { SessionReport, StatusReport } from '../status/report.ts';

type GraphFormat = 'text' | 'dot' | 'svg' | 'png' | 'json';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly json?: boolean;
  readonly tree?: boolean;
  readonly graph?: GraphFormat | true;
  readonly out?: string;
}

/** Shows sessions, facts, limits, holds and requests. Returns 0, or 3 when a store cannot be read. */
export async function status(options: Options, terminal: Terminal): Promise<number> {
  const { policy, session, json = false, tree = false, graph, out } = options;
  const format = graph === true ? 'text' : graph;
  if (out !== undefined && format === undefined) throw new UsageError('`--out` goes with `--graph`');
  const found = await nearestPolicy(policy);
  const { file, kept } = found;
  const root = dirname(file);
  const opened = await openEngine(found, { records: false });
  const now = Date.now();
  const layers = await readPolicies(file, root, false);
  const report = await gather(opened, root, {
    file,
    compiled: kept.compiled,
    pin: found.pin,
    pinned: await pinLine(found),
    digest: opened.engine.policyDigest,
    session,
    now,
    proof: effectiveProof(layers),
    limits: limitsOf(layers),
    capped: cappedIn(layers),
  });
  if (format !== undefined)
    await printGates(found, { format: json ? 'json' : format, out, session: session ?? latestOf(report) }, terminal);
  else if (json) terminal.print(jsonText(report, 2));
  else if (tree)
    terminal.print(
      renderPolicy(await inWords(standingTree(opened.policy, report)), {
        color: terminal.hasColor,
        width: terminal.width ?? COLUMNS,
      }).trimEnd(),
    );
  else printStatus(report, { root, now, session }, terminal);
  if ((tree || format !== undefined) && !json)
    for (const { ok, use, detail } of report.stores) if (!ok) terminal.complain(`${use}: ${detail}`);
  return report.stores.every(({ ok }) => ok) ? 0 : EXIT.usage;
}

/** The session in which something has happened last; the name of a new one where nothing has. */
function latestOf({ sessions }: StatusReport): string {
  const latest = sessions.reduce<SessionReport | undefined>((a, b) => (a === undefined || b.at > a.at ? b : a), undefined);
  return latest?.id ?? 'new';
}

async function printGates(
  found: NearestPolicy,
  { format, out, session }: { readonly format: GraphFormat; readonly out: string | undefined; readonly session: string },
  terminal: Terminal,
): Promise<void> {
  const { engine, policy } = await openEngine(found, { records: false, looks: true, livesOn: true });
  const gates = await gateGraph(policy, engine, session);
  const text = format === 'json' ? jsonText(gates, 2) : format === 'text' ? gatesText(gates) : gatesDot(gates);
  await printDrawing(text, { format, out }, terminal);
}
