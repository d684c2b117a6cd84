import type { FileTarget } from '@licet/core';
import { isTemporaryFor } from './temporary.ts';
import { isWithin } from './lexical.ts';

const SYSTEM_FOLDERS =
  /^\/(?:bin|boot|dev|etc|home|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|private|Volumes|mnt|media|nix|cores|private\/(?:etc|var))$/;

const INNER_SYSTEM_FOLDERS =
  /^\/(?:usr\/(?:bin|lib\d*|sbin|share|local|local\/(?:bin|lib))|var\/(?:lib|log|db|spool|www|mail|backups)|(?:etc|boot|bin|sbin|lib\d*|sys|proc)\/.*|System\/.*|Library\/.*)$/;

/** Drives, and the folders of Windows, its programs and its users on them. */
const WINDOWS_FOLDERS =
  /^\/[a-z]:(?:\/(?:(?:Windows|Program Files|Program Files \(x86\)|ProgramData)(?:\/.*)?|Users(?:\/[^/]+)?)?)?$/i;

const DISKS = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|dm-|md|mapper\/|mem$|kmem$|port$|sda|root)/;

const REGENERABLE_SEGMENT =
  /^(?:node_modules|bower_components|dist|build|out|output|target|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\.angular|\.expo|\.vite|\.cache|\.parcel-cache|\.turbo|\.nx|\.rpt2_cache|\.eslintcache|\.stylelintcache|\.[\w-]+[-_.]?cache|\.vitest|\.jest|\.swc|\.rspack|\.wireit|\.tsup|\.nitro|\.vinxi|\.contentlayer|\.velite|\.wxt|\.lighthouseci|\.clinic|\.swiftpm|\.build|\.cxx|\.externalNativeBuild|\.kotlin|\.bloop|\.metals|\.scala-build|\.cpcache|\.shadow-cljs|\.elixir_ls|\.pytype|\.pyre|\.benchmarks|\.testmondata|\.stestr|dbt_packages|\.aws-sam|cdk\.out|\.sst|bazel-(?:bin|out|testlogs)|buck-out|\.pants\.d|test-reports?|junit-reports?|allure-(?:results|report)|mochawesome-report|coverage|\.nyc_output|htmlcov|\.coverage|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|\.tox|\.nox|\.venv|venv|\.gradle|\.eggs|[\w*.-]*\.egg-info|\.terraform|\.serverless|\.vercel|\.netlify|\.docusaurus|storybook-static|test-results|playwright-report|blob-report|cmake-build-[\w*-]+|obj|tmp|temp|\.tmp|\.temp|\.DS_Store|\.sass-cache|\.jekyll-cache|_site|site-packages|Pods|DerivedData|\.dart_tool|\.pub-cache|\.stack-work|dist-newstyle|_build|zig-cache|zig-out|\.zig-cache|elm-stuff|deps\.tmp|lib-cov|logs?|generated|__generated__|\.ipynb_checkpoints|artifacts)$/;

/** A run of an experiment that says of itself that it is only a trial. */
const TRIAL_RUN =
  /\/(?:runs|experiments|outputs|lightning_logs|mlruns|wandb)\/(?:debug|scratch|smoke|trial|dry[-_]?run|test[-_]?run)(?:[-_.][^/]*)?(?:\/|$)/;

const REGENERABLE_NAME =
  /^(?:junit[\w.-]*|TEST-[\w.-]+|test-results?|lcov|coverage[\w.-]*|cobertura|clover|report)\.(?:xml|json|html|info|txt)$|\.(?:aux|toc|lof|lot|fls|bbl|blg|bcf|fdb_latexmk|synctex\.gz|run\.xml|nav|snm|vrb|eslintcache|prof|lprof|pprof|cpuprofile|heapsnapshot|gcovr|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|swp|swo|orig|rej|gcda|gcno|gcov|tsbuildinfo|profraw|cover|out|pid|lock\.tmp|map|tgz|snap\.new|received\.\w+|DS_Store)$|~$|^\._|^(?:npm-debug|yarn-error|yarn-debug)\.log|^Thumbs\.db$|^core(?:\.\d+)?$|^nohup\.out$|^tmp[-_.].+|^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|[Cc]argo\.lock|(?:poetry|uv|pdm|Pipfile|Gemfile|composer|Podfile|pubspec|mix|flake)\.lock)$/;

/** From the home folder: what tools download or build again by themselves. */
const HOME_CACHES =
  /^\/(?:\.cache|Library\/Caches|Library\/Developer\/Xcode\/DerivedData|\.npm\/_\w+|\.yarn\/cache|\.gradle\/caches|\.cargo\/registry|\.nuget\/packages|go\/pkg\/mod|\.local\/share\/pnpm\/store)\/./;

/** Where a path that goes away lies. */
interface Surroundings {
  readonly cwd: string;
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

/** True when losing the path loses the machine, everybody's files or the user's whole home. */
export function isCatastrophicPath(path: string, recursive: boolean, options: Surroundings): boolean {
  if (path === '/' || SYSTEM_FOLDERS.test(path) || WINDOWS_FOLDERS.test(path) || DISKS.test(path)) return true;
  if (INNER_SYSTEM_FOLDERS.test(path)) return recursive || !/^\/(?:etc|var)\/.*\//.test(path);
  if (/^\/(?:home|Users)\/[^/]+$/.test(path) && recursive) return true;
  return options.home !== undefined && isWithin(options.home, path);
}

/** True for a disk or another device that holds data; writing it destroys what is there. */
export function isDisk(path: string): boolean {
  return DISKS.test(path);
}

/** True for the files in which git keeps commits, branches and their past. */
const holdsHistory = (path: string): boolean =>
  /\/\.git(?:\/(?:refs|logs|objects|packed-refs|HEAD|ORIG_HEAD|shallow|worktrees)(?:\/.*)?)?$/.test(path);

/** True for a change that loses commits, branches or their past. All of a repository that goes away is more than that. */
export function losesHistory(kind: string, path: string): boolean {
  return (kind === 'write' || kind === 'delete') && holdsHistory(path) && !path.endsWith('/.git');
}

/** What a path says about its loss. */
type LossMark = 'catastrophic' | 'regenerable';

/** Marks for a path that goes away: whether it is catastrophic, or can be made again. */
export function lossTags(path: string, glob: string | undefined, recursive: boolean, options: Surroundings): readonly LossMark[] {
  const wide = glob !== undefined && /(?:^|\/)(?:\*+|\{.*|\.\*|\.\[!\.\]\*|\*\.\*)(?:\/|$)/.test(glob.slice(path.length));
  if (glob === undefined || wide || recursive) {
    if (isCatastrophicPath(path, recursive || wide, options) && (glob === undefined || wide)) return ['catastrophic'];
  }
  const whole = glob ?? path;
  const { cwd, root = cwd } = options;
  if (isTemporaryFor(root, whole)) return ['regenerable'];
  if (options.home !== undefined && whole.startsWith(`${options.home}/`) && HOME_CACHES.test(whole.slice(options.home.length)))
    return ['regenerable'];
  const inside = isWithin(path, root) ? whole.slice(root.length) : isWithin(path, cwd) ? whole.slice(cwd.length) : undefined;
  if (inside === undefined) return [];
  const segments = inside.split('/').filter(part => part !== '' && part !== '**');
  const last = segments.at(-1) ?? '';
  if (segments.includes('.git')) return [];
  const isMade = segments.some(part => REGENERABLE_SEGMENT.test(part)) || REGENERABLE_NAME.test(last) || TRIAL_RUN.test(inside);
  return isMade ? ['regenerable'] : [];
}

/**
 * Marks for a target that goes away, by its name and by where its links lead. What lies behind a link can be made again only where both
 * say so: `build` that is a link to a folder of documents is no build output. A link that goes away by itself is judged by its name.
 */
export function targetLossTags(target: FileTarget, isLinkItself: boolean, options: Surroundings): readonly LossMark[] {
  const { lexical, resolved, glob, recursive = false } = target;
  const own = lossTags(lexical, glob, recursive, options);
  if (resolved === lexical) return own;
  const real = lossTags(resolved, glob === undefined ? undefined : resolved + glob.slice(lexical.length), recursive, options);
  const isMade = isLinkItself || [own, real].every(tags => tags.includes('regenerable'));
  return [...new Set([...own, ...real])].filter(tag => isMade || tag !== 'regenerable');
}
