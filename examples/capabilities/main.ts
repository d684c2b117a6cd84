// Being proposed is no permission: three tools, three rulings. Run: node --conditions=@licet/source examples/capabilities/main.ts
import { All, PolicyEngine } from '@licet/core';
import type { ActionInput } from '@licet/core';
import { Capabilities, CapabilityEngine, CapabilityPolicy, Firewall, Shortlist, explainDenial } from '@licet/capabilities';
import { Token, keyRing } from '@licet/capabilities/tokens';

const catalogue = Capabilities({
  catalogue: {
    'docs.search': { safety: 'read' },
    'tickets.update_status': { safety: 'write' },
    'tickets.delete': { safety: 'destructive' },
    'crm.update': { safety: 'write', sensitivity: ['pii'] },
  },
});
const engine = new PolicyEngine(All(catalogue, Shortlist(), CapabilityPolicy()));

// A router proposes three tools for the goal. That grants nothing.
const shortlist = ['docs.search', 'tickets.update_status', 'tickets.delete'];
const principal = { id: 'support-agent', roles: ['reader', 'writer'] };

async function use(tool: string, more: Pick<ActionInput, 'payload' | 'request'> = {}): Promise<void> {
  const evaluation = await engine.evaluate({ kind: 'tool', tool, principal, ...more, request: { shortlist, ...more.request } });
  const { narrative, remediation } = explainDenial(evaluation);
  const why = evaluation.passed ? '' : ` (${evaluation.code}): ${narrative}; ${remediation.join('; ')}`;
  console.log(`${tool}: ${evaluation.ruling}${why}`);
}

const justification = 'the customer confirmed that the repair works';
await use('docs.search');
await use('tickets.update_status');
await use('tickets.update_status', { request: { justification } });
await use('tickets.delete', { request: { justification } });

console.log('\nA justification that the model invents does not count:');
await use('tickets.update_status', { payload: { _justification: justification, justification } });

console.log('\nNo human is asked about what is denied anyway:');
await use('crm.update');

console.log('\nGranted, run and shown in one call; the model never sees the output itself:');
const keys = keyRing('an example key of at least thirty-two letters');
const host = new CapabilityEngine(All(catalogue, CapabilityPolicy(), Firewall(), Token({ keys })), { keys });
const pages = [
  { id: 1, title: 'Repairs', author: 'ann', key: `ghp_${'a1B2'.repeat(9)}` },
  { id: 2, title: 'Returns', author: 'ben', key: '' },
];
const frame = await host.invoke({ tool: 'docs.search', principal, run: () => pages });
if (frame.status === 'ok') console.log(frame.shown);
const handle = frame.status === 'ok' ? (frame.handle?.id ?? '') : '';
const more = await host.expand({ handle, filter: { title: 'Repairs' } }, { principal });
if (more.status === 'ok') console.log(more.shown);
const other = await host.expand({ handle }, { principal: { id: 'somebody-else' } });
console.log(other.status === 'stopped' ? `${other.ruling} (${other.code})` : other.status);
