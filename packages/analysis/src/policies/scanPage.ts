import { escapeText } from '@licet/core';

import type { FoundHere } from './scanHere.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML, with control characters shown. */
const html = (text: string): string => escapeText(text).replaceAll(/[&<>"']/g, sign => ENTITIES[sign] ?? '');

const number = (count: number): string => count.toLocaleString('en-US');

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2025; --dim: #5b626d; --paper: #fff; --card: #f5f6f8; --line: #dcdfe4; --stop: #b3261e; --ask: #8a5a00; --bar: #2d6a4f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --dim: #a3abb6; --paper: #16181c; --card: #20242a; --line: #363c45; --stop: #ff8a80; --ask: #ffca6a; --bar: #74c69d } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem } p { margin: .25rem 0; color: var(--dim) }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin-top: 1.5rem }
.numbers div { background: var(--card); border-radius: .5rem; padding: .75rem 1rem } .numbers b { display: block; font-size: 1.6rem }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line) }
th { color: var(--dim); font-weight: 500 } code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
td small { display: block; color: var(--dim) } .block { color: var(--stop); font-weight: 600 } .ask { color: var(--ask); font-weight: 600 }
td.n, th.n { text-align: right; white-space: nowrap } .bar { background: var(--card); border-radius: .25rem; overflow: hidden; min-width: 8rem }
.bar i { display: block; height: 1rem; background: var(--bar) } pre { background: var(--card); border-radius: .5rem; padding: 1rem; overflow-x: auto }
`;

const MOST = 200;

/** Writes the page of a scan: one file that loads nothing and holds no script. */
export function scanPage(found: FoundHere, { since, next }: { readonly since: string; readonly next: string }): string {
  const { calls, sessions, hosts, rulings, secrets } = found;
  const numbers: readonly (readonly [string, number])[] = [
    ['calls', calls],
    ['sessions', sessions],
    ['would be stopped', rulings.block],
    ['would be asked about', rulings.ask],
    ['secret files read', secrets.length],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What the agents did: licet scan</title><style>${STYLE}</style></head><body><main>
<h1>What the agents on this machine did</h1>
<p>Sessions of ${hosts.length === 0 ? 'no known program' : html(hosts.join(', '))} since ${html(since)}, judged by the profile <code>standard</code>. Nothing was sent anywhere.</p>
<div class="numbers">${numbers.map(([name, count]) => `<div><b>${number(count)}</b>${name}</div>`).join('')}</div>
${stopsOf(found)}
${secretsOf(found)}
${quietOf(found)}
<h2>Go on</h2><pre><code>${html(next)}</code></pre>
</main></body></html>
`;
}

function stopsOf({ stops, unlisted }: FoundHere): string {
  if (stops.length === 0) return '<h2>What would be stopped</h2><p>Nothing.</p>';
  const rows = stops
    .slice(0, MOST)
    .map(
      ({ ruling, words, reason, calls }) =>
        `<tr><td class="${ruling}">${ruling === 'block' ? 'stop' : 'ask'}</td><td><code>${html(words)}</code><small>${html(reason)}</small></td><td class="n">${number(calls)}</td></tr>`,
    );
  const rest = stops.length - rows.length + unlisted.block + unlisted.ask;
  const more = rest > 0 ? `<p>${number(rest)} more are not shown.</p>` : '';
  return `<h2>What would be stopped, the worst first</h2><table><tr><th>ruling</th><th>call, and why</th><th class="n">times</th></tr>${rows.join('')}</table>${more}`;
}

function secretsOf({ secrets }: FoundHere): string {
  if (secrets.length === 0) return '<h2>Secrets</h2><p>No call named a file with credentials and read it.</p>';
  const rows = secrets.map(
    ({ path, calls, words }) =>
      `<tr><td><code>${html(path)}</code><small>${html(words)}</small></td><td class="n">${number(calls)}</td></tr>`,
  );
  return `<h2>Files with credentials that agents read</h2><table><tr><th>file, and the first call</th><th class="n">calls</th></tr>${rows.join('')}</table>`;
}

function quietOf({ quiet }: FoundHere): string {
  const { asked } = quiet;
  const rows = (['look', 'edit', 'build'] as const).map(level => {
    const share = asked === 0 ? 0 : Math.round((100 * quiet[level]) / asked);
    return `<tr><td><code>quiet: ${level}</code></td><td><div class="bar"><i style="width:${share}%"></i></div></td><td class="n">${number(quiet[level])} (${share} %)</td></tr>`;
  });
  return `<h2>Questions that certified quiet would save</h2><p>Of ${number(asked)} commands and edits that a host may ask about. <code>build</code> needs a sandbox.</p><table>${rows.join('')}</table>`;
}
