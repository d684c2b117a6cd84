import { STEERING_FILES, STEERING_WORDS, isGovernedPath } from '@licet/effects/places';

import { fold, isIn } from '../words.ts';

/** Files that run or steer something later. A prompt must name one, or its kind. */
interface Plant {
  readonly what: string;
  readonly path: RegExp;
  /** Words of a prompt that name the kind. */
  readonly asked: RegExp;
}

const AGENTS: Plant = {
  what: 'instructions or settings of an agent',
  path: STEERING_FILES,
  asked: STEERING_WORDS,
};

const PLANTS: readonly Plant[] = [
  {
    what: 'a pipeline',
    path: /\/\.github\/(?:workflows|actions)\/|\/\.github\/dependabot\.ya?ml$|\/\.gitlab-ci\.ya?ml$|\/\.gitlab\/ci\/|\/\.circleci\/|\/azure-pipelines[\w.-]*\.ya?ml$|\/Jenkinsfile|\/\.travis\.ya?ml$|\/bitbucket-pipelines\.ya?ml$|\/\.drone\.ya?ml$|\/\.buildkite\/|\/cloudbuild\.ya?ml$|\/\.woodpecker/u,
    asked:
      /\bci\b|\bci\/cd\b|\bcd\b|\bworkflows?\b|\bpipelines?\b|\bgithub actions?\b|\bactions?\b|\bgitlab|\bcircleci|\bjenkins|\btravis|\bdependabot/u,
  },
  {
    what: 'a hook',
    path: /\/\.git\/hooks\/|\/hooks\/(?:pre|post|commit|prepare)-[\w-]+$|\/\.husky\/|\/\.githooks\/|\/\.?lefthook[\w-]*\.(?:ya?ml|toml|json)$|\/\.pre-commit-config\.ya?ml$/u,
    asked: /\b(?:git|pre-?commit|commit|pre-?push|push) ?hooks?\b|\bhooks?\b|\bhusky|\bpre-?commit|\blefthook/u,
  },
  AGENTS,
  {
    what: 'a start file of a shell',
    path: /\/\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xprofile|xinitrc|inputrc|envrc|tmux\.conf|vimrc)$|\/\.config\/(?:fish|nushell|autostart|systemd)\/|\/etc\/(?:profile|bash|zsh|environment)|\/LaunchAgents\//u,
    asked:
      /\bbashrc|\bzshrc|\bbash_profile|\bshell (?:profile|config|start|rc)|\balias(?:es)?\b|\bdotfiles?|\bprofile\b|\benvrc|\bdirenv|\btmux|\bvim/u,
  },
  {
    what: 'a schedule',
    path: /\/(?:etc\/cron|var\/spool\/cron)/u,
    asked: /\bcron|\bschedul|\btimer|\blaunchd|\bsystemd|\bservice\b|\bnightly|\bhourly|\bevery (?:day|hour|night|week|minute)/u,
  },
  { what: 'a setting of SSH', path: /\/\.ssh\/|\/etc\/ssh\//u, asked: /\bssh\b|\bauthorized_keys|\bpublic key/u },
  {
    what: 'a setting of git or of a package manager',
    path: /\/\.(?:npmrc|yarnrc(?:\.yml)?|pnpmrc|pypirc|gemrc|condarc|gitconfig|netrc|gitmodules)$|\/pip\.(?:conf|ini)$|\/\.cargo\/config(?:\.toml)?$|\/\.git\/config$|\/\.config\/(?:git|pip|uv)\/|\/nuget\.config$|\/\.m2\/settings\.xml$|\/bunfig\.toml$/iu,
    asked:
      /\bregistr|\bpackage index|\bmirror|\bnpmrc|\byarnrc|\bpip\.conf|\bpypirc|\bgit ?config|\bgitconfig|\bsubmodule|\bremotes?\b/u,
  },
  {
    what: 'rules that say who approves changes',
    path: /\/CODEOWNERS$|\/OWNERS(?:_ALIASES)?$|\/\.?mergify\.ya?ml$|\/\.policy\.ya?ml$|\/\.github\/(?:settings|rulesets?\/.*|auto[_-]?(?:assign|merge|approve)\w*|reviewers?)\.(?:ya?ml|json)$|\/\.gitlab\/(?:merge_request_approvals|approval)[\w-]*\.ya?ml$/u,
    asked:
      /\bcode ?-?owners?\b|\bowners?\b|\breviewers?\b|\bapprovers?\b|\bmaintainers?\b|\bmergify|\bbranch protection|\bauto-?(?:merge|assign|approve)|\bapproval (?:rules?|polic)/u,
  },
  {
    what: 'settings of an editor that run commands',
    path: /\/\.vscode\/|\/\.idea\/|\/\.zed\/|\/\.devcontainer\/|\/\.?devcontainer\.json$|\/\.fleet\/|\.code-workspace$/u,
    asked:
      /\bvs ?code|\beditor|\bide\b|\blaunch\.json|\bdebug(?:ger| config)|\bdev ?container|\bcodespace|\bintellij|\bidea\b|\bzed\b/u,
  },
];

const HEEDS =
  /\b(?:follow\w*|per|according to|as (?:described|said|stated|written)? ?(?:in|by)|as (?=\S+ (?:says|describes|asks))|see|read|respect|obey|heed|check|keep to|stick to|comply with|(?:conventions?|rules|guidelines?|style|instructions?) (?:in|of|from))\b(?:(?!\band\b|\bthen\b)[^.,;\n]|\.(?=\w)){0,60}/gu;

/** Whether a prompt names a plant, or its kind, other than to say that it is to be followed. */
export const isPlantAsked = ({ asked }: Pick<Plant, 'asked'>, name: string, names: string): boolean => {
  const meant = asked === AGENTS.asked ? names.replaceAll(HEEDS, ' ') : names;
  return asked.test(meant) || (name !== '' && isIn(fold(name), meant));
};

/** Words of a prompt that name scripts which an installation runs. */
export const ASKS_FOR_INSTALL_SCRIPT =
  /\b(?:pre|post)-?install|\bprepare\b|\bprepublish|\binstall(?:ation)? (?:script|hook|step)s?\b|\blifecycle/u;

/** Returns what a file runs or steers later; undefined for an ordinary one. */
export const plantAt = (path: string): Plant | undefined =>
  PLANTS.find(plant => plant.path.test(path)) ?? (isGovernedPath(path) ? AGENTS : undefined);

/** Kinds of the things that a call sets up to run later without its own file, by the words of its effect. */
const SET_UP: Readonly<Record<string, RegExp>> = {
  schedule: /\bcron|\bschedul|\btimer|\bnightly|\bhourly|\bevery (?:day|hour|night|week|minute)/u,
  agent: AGENTS.asked,
  script: ASKS_FOR_INSTALL_SCRIPT,
  service: /\bservice|\bsystemd|\bdaemon|\blaunchd/u,
  git_hook: /\bhooks?\b|\bno-?verify|\bskip|\bbypass/u,
  git_config: /\bgit ?config|\bgitconfig|\bsubmodule|\bremotes?\b|\bhooks?\b/u,
};

/** Words of a prompt that name what an effect sets up; its own name counts too. */
export const asksForSetUp = (category: string, name: string, names: string): boolean =>
  (Object.hasOwn(SET_UP, category) && SET_UP[category]?.test(names) === true) ||
  (name.length > 3 && names.includes(name.toLowerCase()));

/** Actions of other people in a pipeline: `uses: owner/name@ref`. */
const USES = /\buses:\s*["']?([\w.-]+\/[\w./-]+)@/gu;

/** Returns the actions that a text of a pipeline uses, but for those of the host itself. */
export const actionsIn = (text: string): readonly string[] =>
  [...text.matchAll(USES)].map(([, name = '']) => name.toLowerCase()).filter(name => !/^(?:actions|github)\//u.test(name));

const EMBEDDED =
  /!\[[^\]]*\]\(\s*<?(https?:\/\/[^)\s>]+)|<(?:img|script|iframe|link|source|video|audio|embed|object)\b[^>]{0,300}?\b(?:src|href|data)\s*=\s*["']?(https?:\/\/[^"'\s>]+)/giu;

/** Returns the addresses that everyone fetches who looks at a text: pictures, scripts, frames. */
export const embeddedIn = (text: string): readonly string[] =>
  [...text.matchAll(EMBEDDED)].map(([, image, source]) => (image ?? source ?? '').toLowerCase());
