/** The world of a caller: its environment and working directory, which judgements use instead of the server's own. */
export interface CallerWorld {
  readonly env: ReadonlyMap<string, string>;
  /** The working folder; absolute. */
  readonly cwd: string;
  /** What the hook was started with: the name of a runtime, and `--policy FILE`. */
  readonly args: readonly string[];
  /** The Node that the caller would start. */
  readonly node: string;
}

/** What the launcher tells in addition to the environment; it is taken out of it again. */
const OURS = /^LICET_HOOK_/u;

/** So many worlds are remembered, of blocks of so many bytes at most: a caller most often has the one of an earlier call. */
const MOST_WORLDS = 4;
const MOST_BYTES = 64 * 1024;

/** Returns what reads the environment blocks of callers, and reads none twice that it remembers. */
export function worldReader(): (block: Uint8Array) => CallerWorld | undefined {
  const known: { readonly block: Buffer; readonly world: CallerWorld }[] = [];
  return block => {
    const at = known.findIndex(each => each.block.equals(block));
    const found = known[at] ?? { block: Buffer.from(block), world: readWorld(block) };
    if (at === 0 || found.world === undefined || block.length > MOST_BYTES) return found.world;
    if (at > 0) known.splice(at, 1);
    known.unshift({ block: found.block, world: found.world });
    known.length = Math.min(known.length, MOST_WORLDS);
    return found.world;
  };
}

/**
 * Reads the environment block of a caller, as `/proc/self/environ` has it: `NAME=value`, each with a zero byte behind it. The launcher
 * has added the working directory and the question. Undefined for a block without them.
 */
function readWorld(block: Uint8Array): CallerWorld | undefined {
  const env = new Map<string, string>();
  for (const entry of Buffer.from(block).toString('utf8').split('\0')) {
    const at = entry.indexOf('=', 1);
    if (at > 0 && !env.has(entry.slice(0, at))) env.set(entry.slice(0, at), entry.slice(at + 1));
  }
  const told = (name: string): string => env.get(`LICET_HOOK_${name}`) ?? '';
  const [cwd, policy, node] = [told('CWD'), told('POLICY'), told('NODE')];
  const [command, ...words] = told('WORDS').split(' ');
  if (command !== 'hook' || words.includes('--policy') || !cwd.startsWith('/') || !policy.startsWith('/')) return undefined;
  for (const name of env.keys()) if (OURS.test(name)) env.delete(name);
  return { env, cwd, args: [...words, '--policy', policy], node };
}

/** Whose environment this process has. No other code changes it. */
let standing: CallerWorld['env'] | undefined;

/** Makes a caller's environment and working folder those of this process. Throws where the folder is gone. */
export function enterWorld({ env, cwd }: Pick<CallerWorld, 'env' | 'cwd'>): void {
  process.chdir(cwd);
  if (standing === env) return;
  standing = undefined;
  for (const name of Object.keys(process.env)) if (!env.has(name)) delete process.env[name];
  for (const [name, value] of env) if (process.env[name] !== value) process.env[name] = value;
  standing = env;
}
