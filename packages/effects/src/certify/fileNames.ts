/** Files that people and agents read, and sources that run only when something of the project runs. Nothing else is ordinary. */
export const ORDINARY: RegExp =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|rb|erb|go|rs|java|kt|scala|groovy|clj[cs]?|edn|exs?|heex|erl|hs|mli?|fs|[ch]|cc|cpp|cxx|hpp|hh|mm?|swift|cs|vb|dart|php|lua|r|jl|zig|nim|sql|graphql|gql|proto|thrift|mdx?|rst|adoc|txt|tex|bib|csv|tsv|jsonl?|ndjson|ya?ml|toml|xml|html?|css|scss|sass|less|svg|po|snap|http|log|out|diff)$/i;

/** Names without their endings, by the endings that they have. Sources: the manuals of the tools. */
const NAMES: readonly (readonly [names: string, endings: string])[] = [
  // Manifests, and settings of tools that name programs or plugins
  [
    'package package-lock composer deno tsconfig[\\w.-]* jsconfig[\\w.-]* lerna nx project turbo angular nest-cli vercel now netlify firebase cdk bower devcontainer renovate wrangler mcp biome knip nodemon cypress playwright jest babel electron-builder governance[\\w.]*',
    'jsonc? ya?ml toml',
  ],
  [
    'pyproject Cargo Pipfile poetry uv netlify fly mise bunfig book pixi hatch ruff tox setup wrangler rust-toolchain lefthook pytest',
    'toml cfg ini',
  ],
  ['go', 'mod sum work'],
  ['CMakeLists requirements[\\w.-]* constraints[\\w.-]*', 'txt'],
  // Pipelines and tasks
  [
    'pnpm-workspace pnpm-lock docker-compose[\\w.-]* compose[\\w.-]* azure-pipelines[\\w.-]* bitbucket-pipelines appveyor cloudbuild buildspec serverless skaffold Taskfile mkdocs action codefresh wercker lefthook pubspec melos pre-commit[\\w.-]* jitpack samconfig',
    'ya?ml toml',
  ],
  // Code that runs when a tool starts
  ['conftest setup manage noxfile fabfile tasks dodo sitecustomize usercustomize conanfile', 'pyi?'],
  ['[\\w.-]+\\.(?:config|setup|preset|workspace) gulpfile gruntfile jakefile dangerfile webpackfile', '[cm]?[jt]sx?'],
  ['pom ivy nuget web Directory\\.\\w+', 'xml config props targets'],
  ['build settings init', 'gradle(?:\\.kts)? rs zig sbt'],
  ['Rakefile extconf Podfile Fastfile Package mix rebar project dune Setup', 'rb swift exs clj hs'],
  // Orders for agents
  [
    '[\\w.-]*(?:CLAUDE|AGENTS?|GEMINI|COPILOT|CONVENTIONS|CRUSH|WARP|SKILL|QWEN|instructions|prompt|chatmode)[\\w.-]*',
    'mdc? txt jsonc? toml ya?ml',
  ],
];

const FOLDERS = String.raw`\/(?:bin|hooks?|git-hooks|githooks|scripts?|ci)\/`;

/**
 * Files by which code runs when a tool only looks at the project, or that an agent takes its orders from: manifests, task and build files, settings of
 * tools, pipelines, instructions.
 */
export const LATER_CODE: RegExp = new RegExp(
  [
    ...NAMES.map(([names, endings]) => String.raw`\/(?:${names.replaceAll(' ', '|')})\.(?:${endings.replaceAll(' ', '|')})$`),
    FOLDERS,
  ].join('|'),
  'i',
);

/** Folders of code that others wrote and that runs by itself. */
export const INSTALLED: RegExp =
  /\/(?:node_modules|bower_components|venv|site-packages|dist-packages|vendor|Pods|dbt_packages|elm-stuff|deps|third_party|lib\/python[\d.]*)(?:\/|$)/i;
