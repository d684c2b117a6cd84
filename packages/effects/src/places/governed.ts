import { runtimePlaces } from './runtimes.ts';

/** Where policies, their state, and the hooks and settings of the known runtimes live, and what approves tools or starts programs beside them. */
export const governedPatterns: readonly string[] = Object.freeze([
  ...[
    'governance.yaml governance.yml **/.licet/ ~/.licet/ ~/.config/licet/',
    '**/.mcp.json **/.vscode/settings.json **/.vscode/tasks.json **/.vscode/mcp.json **/*.code-workspace',
    '**/.git/hooks/ **/.git/config **/.git/config.worktree **/.git/modules/*/config **/.git/modules/*/hooks/',
    '~/.gitconfig ~/.config/git/ **/.husky/_/',
  ].flatMap(line => line.split(' ')),
  ...Object.values(runtimePlaces).flatMap(({ governed }) => governed),
]);

/** Where running servers keep their tokens: whoever reads one may report outcomes in the agent's name. */
export const tokenPatterns: readonly string[] = Object.freeze(['~/.licet/run/']);

/** The packages that Licet loads while it judges. Names, not one pattern with braces: expanding those loads a library. */
const LOADED: readonly string[] = (
  'better-sqlite3 neo4j-driver neo4j-driver-core neo4j-driver-bolt-connection pg pg-cloudflare pg-connection-string pg-int8 pg-pool pg-protocol pg-types pgpass postgres-array postgres-bytea ' +
  'postgres-date postgres-interval @babel/parser @hpcc-js/wasm-graphviz @lukeed/ms @marcbachmann/cel-js fastest-levenshtein minimatch re2js smol-toml unbash web-tree-sitter yaml zod'
).split(' ');

/** Where package managers put Licet, and what it loads while it judges. */
export const programPatterns: readonly string[] = Object.freeze([
  '**/node_modules/licet/',
  '**/node_modules/@licet/',
  '**/node_modules/.bin/licet*',
  ...LOADED.map(name => `**/node_modules/${name}/`),
  '~/.node_modules/',
  '~/.node_libraries/',
]);
