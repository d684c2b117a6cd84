/** Where policies, their state, and the hooks and settings of the supported runtimes live. */
export const governedPatterns: readonly string[] = Object.freeze(
  [
    'governance.yaml governance.yml **/.licet/ ~/.licet/ ~/.config/licet/',
    '**/.claude/settings*.json **/.claude/hooks/ **/.claude/managed*.json ~/.claude/plugins/ ~/.claude.json **/.mcp.json',
    '/etc/claude-code/ **/.codex/ ~/.codex/config.toml ~/.codex/hooks.json **/.gemini/settings.json **/.github/hooks/ ~/.copilot/',
    '**/.cursor/hooks.json **/.cursor/hooks/ **/.cursor/mcp.json **/.cursor/cli.json **/.cursor/permissions.json',
    '**/.opencode/plugin/ **/.opencode/plugins/ ~/.config/opencode/ **/opencode.json **/opencode.jsonc',
    '**/.vscode/settings.json **/.vscode/tasks.json **/.vscode/mcp.json **/*.code-workspace',
    '**/.git/hooks/ **/.git/config **/.git/config.worktree **/.git/modules/*/config **/.git/modules/*/hooks/',
    '~/.gitconfig ~/.config/git/ **/.husky/_/',
  ]
    .flatMap(line => line.split(' '))
    .concat('/Library/Application Support/ClaudeCode/'),
);

/** Where package managers put Licet, and what it loads while it judges. */
export const programPatterns: readonly string[] = Object.freeze([
  '**/node_modules/licet/',
  '**/node_modules/@licet/',
  '**/node_modules/.bin/licet*',
  '**/node_modules/{better-sqlite3,neo4j-driver,neo4j-driver-core,neo4j-driver-bolt-connection}/',
  '**/node_modules/{pg,pg-cloudflare,pg-connection-string,pg-int8,pg-pool,pg-protocol,pg-types,pgpass}/',
  '**/node_modules/{postgres-array,postgres-bytea,postgres-date,postgres-interval}/',
  '**/node_modules/{@babel/parser,@hpcc-js/wasm-graphviz,@lukeed/ms,@marcbachmann/cel-js,fastest-levenshtein}/',
  '**/node_modules/{minimatch,re2js,smol-toml,unbash,web-tree-sitter,yaml,zod}/',
  '~/.node_modules/',
  '~/.node_libraries/',
]);
