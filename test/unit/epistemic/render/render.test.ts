import { definePrimitive, groundIn, memoryGraph, provenance } from '@licet/epistemic';
import { formatDot, formatMermaid, formatTrace, formatTree } from '@licet/epistemic/render';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import { seeded } from '../support/stores.ts';

describe('formatTrace', () => {
  it('shows every kind of gap in the words of the reference', () => {
    const graph = memoryGraph();
    graph.write(puts(['file 01', 'create 0123 2:A>file@3', 'read 0', 'network 0', 'odd 1']));
    const result = groundIn(graph.snapshot(), ['create', 'file', 'network', 'x', 'odd'], {
      minDepth: 'D0',
      reachability: 'component',
    });

    const text = formatTrace(result, 'VRE');

    expect(text.split('\n')[0]).toBe('[VRE] Not grounded — create, file, network, x, odd');
    expect(text.slice(text.indexOf('Pathway:'))).toBe(`Pathway:
  create —[APPLIES_TO@D3]→ file

Gaps:
  EXISTENCE: 'x' is not in the knowledge graph
  DEPTH: 'odd' known to none, requires D0 EXISTENCE
  RELATIONAL: 'create' → 'file' requires D3 CONSTRAINTS on target, found D1 IDENTITY
  REACHABILITY: 'network' is not connected to other concepts
  REACHABILITY: 'odd' is not connected to other concepts

Cannot execute until knowledge gaps are resolved.`);
    expect(text).toContain(`\n═══ x ${'═'.repeat(49)}\n`);
  });

  it('shows properties, edges, metadata and policies of what is grounded', async () => {
    const text = formatTrace(groundIn((await seeded('filesystem')).snapshot(), ['delete', 'file']));

    expect(text).toContain('[Licet] Grounded — delete, file\n\nThis is your epistemic trace');
    expect(text).toContain(`═══ delete ${'═'.repeat(44)}\nauthored (2026-01-01)\n  D0 EXISTENCE  [authored]`);
    expect(text).toContain('      outputs: ["confirmation_of_removal"]');
    expect(text).toContain('      → file  [APPLIES_TO, target@D2]\n        policies: 1 policy');
    expect(text).not.toContain('→ directory');
    expect(text).not.toContain('Gaps:');
  });

  it('shows metadata, several policies, and where learned edges come from, and every way once', () => {
    const graph = memoryGraph();
    const at = provenance('learned', Date.UTC(2026, 0, 2));
    const edge = { relation: 'APPLIES_TO', targetId: 'b', provenance: at } as const;
    const relata = [
      { ...edge, targetDepth: 'D0', metadata: { recursive: true, to: ['x'] }, policies: [{ name: 'P' }, { name: 'Q' }] } as const,
      { ...edge, targetDepth: 'D1' } as const,
    ];
    const a = definePrimitive({ id: 'a', name: 'a', depths: [{ level: 'D0', relata }] });
    graph.write([
      ...puts(['x 0']),
      { type: 'put', primitive: a },
      { type: 'put', primitive: definePrimitive({ id: 'b', name: 'b', depths: [{ level: 'D0' }] }) },
    ]);

    const text = formatTrace(groundIn(graph.snapshot(), ['a', 'b']));

    expect(text).toContain(`    relata:
      → b  [APPLIES_TO, target@D0]
        recursive=true, to=["x"]
        policies: 2 policies
        learned (2026-01-02)
      → b  [APPLIES_TO, target@D1]
        learned (2026-01-02)`);
    expect(text.match(/—\[/g)).toHaveLength(1);
  });

  it('fills the line after a name up to a point, and never below it', () => {
    const graph = memoryGraph();
    const name = 'n'.repeat(60);
    graph.write([{ type: 'put', primitive: definePrimitive({ name, depths: [{ level: 'D0' }] }) }]);

    expect(formatTrace(groundIn(graph.snapshot(), [name, 'gone'])).split('\n')).toEqual(
      expect.arrayContaining([`═══ ${name} `, `═══ gone ${'═'.repeat(46)}`]),
    );
  });

  it('says nothing of concepts when nothing was asked for', () => {
    expect(formatTrace(groundIn(memoryGraph().snapshot(), []))).toBe(
      '[Licet] Not grounded — \n\nCannot execute until knowledge gaps are resolved.',
    );
  });

  it('shows a bare concept in one line', () => {
    const graph = memoryGraph();
    const bare = definePrimitive({ name: 'a', depths: [{ level: 'D0' }] });
    graph.write([{ type: 'put', primitive: bare }]);

    expect(formatTrace(groundIn(graph.snapshot(), ['a']))).toContain('\nD0 EXISTENCE');
  });

  it('escapes what could move or hide text', () => {
    const text = formatTrace(groundIn(memoryGraph().snapshot(), ['a\u001b[2J\n[Licet] Grounded\u202e\u{e0041}\ufe0f']));

    expect(text).toContain('a\\u{1b}[2J\\n[Licet] Grounded\\u{202e}\\u{e0041}\\u{fe0f}');
    expect(text.split('\n').filter(line => line.startsWith('[Licet]'))).toHaveLength(1);
  });
});

describe('formatTree', () => {
  it('marks what is missing', async () => {
    expect(formatTree(groundIn((await seeded('gaps')).snapshot(), ['create', 'file', 'read'])))
      .toBe(`Epistemic trace — create, file, read
├─ ◈ create ●●○✗
├─ ◈ file ●●○○
│  ├─ REQUIRES → path (target D1)
├─ ◈ read ●●●○
│  ├─ APPLIES_TO → file (target D2) ✗
├─ ◈ filesystem ●●●●
│  ├─ DEPENDS_ON → operating_system (target D2)
│  ├─ INCLUDES → file (target D0)
├─ ◈ operating_system ●●●●
├─ ◈ path ●●●●
│  ├─ DEPENDS_ON → filesystem (target D1)
├─ ⚠ DEPTH: 'create' known to D1 IDENTITY, requires D3 CONSTRAINTS
├─ ⚠ RELATIONAL: 'read' → 'file' requires D2 CAPABILITIES on target, found D1 IDENTITY
├─ ⚠ REACHABILITY: 'create' is not connected to an object it applies to
└─ ✗ not grounded`);
  });
});

describe('formatMermaid and formatDot', () => {
  it('mark the edge that asks too much, and no other one between the same concepts', () => {
    const graph = memoryGraph();
    graph.write(puts(['b 01', 'a 012 1:REQ>b@1 2:REQ>b@2 2:DEP>b@0']));
    const result = groundIn(graph.snapshot(), ['a']);

    expect(
      formatMermaid(result)
        .split('\n')
        .filter(line => line.includes('n1') && line.includes('n0 ')),
    ).toEqual(['  n0 -- "REQUIRES D1" --> n1', '  n0 -. "REQUIRES D2" .-> n1', '  n0 -- "DEPENDS_ON D0" --> n1']);
    expect(formatTree(result).match(/✗/g)).toHaveLength(2);
  });

  it('mark gaps and quote names', () => {
    const graph = memoryGraph();
    graph.write(puts(['b"]-->x 0', 'a 01 1:REQ>b"]-->x@1']));
    const result = groundIn(graph.snapshot(), ['a']);

    expect(formatMermaid(result)).toBe(`flowchart LR
  n0["a"]
  n1["b#34;#93;--#62;x"]:::gap
  n0 -. "REQUIRES D1" .-> n1
  classDef gap stroke:#c00,stroke-width:2px,stroke-dasharray:4`);
    expect(formatDot(result)).toBe(`digraph concepts {
  rankdir=LR; ranksep=0.3; nodesep=0.12;
  node [shape=box, style=rounded, fontname="Helvetica", fontsize=12, height=0.3, margin="0.12,0.05"];
  edge [fontname="Helvetica", fontsize=8, color="#78909c", arrowsize=0.6];
  n0 [label="a"];
  n1 [label="b\\"]-->x", color=red, style=dashed];
  n0 -> n1 [label="REQUIRES D1", color=red, style=dashed];
}`);
  });
});
