/** Endings of source files by their language. */
const ENDINGS: Readonly<Record<string, string>> = {
  compiled:
    'c h cc cpp cxx m mm cu go rs java kt kts scala sc groovy swift cs csx fsx zig nim cr d dart hs ml v f90 pas adb s asm',
  python: 'py pyw',
  javascript: 'js mjs cjs jsx ts mts cts tsx',
  ruby: 'rb',
  perl: 'pl',
  php: 'php',
  lua: 'lua',
  r: 'r',
  julia: 'jl',
  elixir: 'ex exs',
  shell: 'sh bash',
};

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([language, names]) => names.split(' ').map(name => [name, language] as const)),
);

/** The language of a source file by the end of its name; `compiled` for all that a compiler takes. Undefined for other files. */
export function sourceLanguage(path: string): string | undefined {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.get(extension);
}
