import { GIT_RUNS } from '../places/startFiles.ts';

/** Variables that lead a program to settings in which other programs are named: the files below the value, empty for the value itself, and what names one. */
interface LedSettings {
  readonly name: RegExp;
  readonly files: readonly string[];
  readonly runs: RegExp;
}

/** Sources: the manuals of git, AWS, kubectl, wget, mailcap(5), ImageMagick. */
const SETTINGS: readonly LedSettings[] = [
  { name: /^GIT_(?:COMMON_)?DIR$/, files: ['config', 'config.worktree'], runs: GIT_RUNS },
  { name: /^HOME$/, files: ['.gitconfig', '.config/git/config'], runs: GIT_RUNS },
  { name: /^XDG_CONFIG_HOME$/, files: ['git/config'], runs: GIT_RUNS },
  { name: /^AWS_(?:CONFIG|SHARED_CREDENTIALS)_FILE$/, files: [''], runs: /^[ \t]*credential_process[ \t]*=/m },
  { name: /^KUBECONFIG$/, files: [''], runs: /^[ \t]*(?:exec|cmd-path)[ \t]*:|"exec"[ \t]*:/m },
  { name: /^WGETRC$/, files: [''], runs: /^[ \t]*(?:use[-_]?askpass|output[-_]?document|logfile|rejected[-_]?log)[ \t]*=/im },
  { name: /^MAILCAPS$/, files: [''], runs: /;/ },
  { name: /^MAGICK_CONFIGURE_PATH$/, files: ['delegates.xml'], runs: /\bcommand\s*=/ },
  {
    name: /^(?:CURL_HOME)$/,
    files: ['.curlrc'],
    runs: /^[ \t]*(?:-o|-K|-T|output|config|upload-file|dump-header|trace\S*|netrc-file)\b/m,
  },
];

/** Where settings lie that a variable names, and what in them names a program. */
export const ledSettings = (name: string): LedSettings | undefined => SETTINGS.find(one => one.name.test(name));

/** Variables by which a program runs other code: the files of it below the value, and its language where the name does not say it. */
const CODE: readonly (readonly [name: RegExp, files: string, language?: string])[] = [
  [/^ZDOTDIR$/, '.zshenv .zshrc .zprofile .zlogin', 'shell'],
  [/^PYTHONPATH$/, 'sitecustomize.py usercustomize.py', 'python'],
  [/^JAVA_HOME$/, 'bin/java bin/javac'],
  [/^RUSTUP_TOOLCHAIN$/, 'bin/cargo bin/rustc'],
  [
    /^(?:DOTNET_ROOT|GOROOT|PERL_HOME|RUBY_ROOT|FLUTTER_ROOT|ANDROID_HOME)$/,
    'dotnet bin/go bin/perl bin/ruby bin/flutter platform-tools/adb',
  ],
  [/^JULIA_DEPOT_PATH$/, 'config/startup.jl', 'julia'],
  [/^R_PROFILE(?:_USER)?$/, '', 'r'],
  [
    /^(?:CLOUDSDK_PYTHON|AUTOSSH_PATH|CHROME_PATH|GOPACKAGESDRIVER|GOCACHEPROG|PLAYWRIGHT_\w+_EXECUTABLE_PATH|npm_config_(?:node_gyp|browser|viewer)|VAGRANT_\w+_PATH|PERL|PYTHON|NODE|RUBY|shell of scripts)$/i,
    '',
  ],
];

/** Code that a variable names: the paths below each part of its value. */
export function ledCode(name: string, value: string): readonly { readonly path: string; readonly language?: string }[] {
  const [, files, language] = CODE.find(([which]) => which.test(name)) ?? [];
  if (files === undefined) return [];
  const parts =
    files === ''
      ? [
          value
            .trim()
            .replace(/^(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby)\s+/, '')
            .replace(/\s.*$/s, ''),
        ]
      : value.split(':');
  return parts
    .filter(part => part !== '')
    .flatMap(part =>
      files
        .split(' ')
        .map(file => ({ path: file === '' ? part : `${part}/${file}`, ...(language !== undefined && { language }) })),
    );
}
