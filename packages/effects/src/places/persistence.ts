import { keepSome } from './kept.ts';
import { createPathMatcher } from './matcher.ts';

/**
 * Files that something runs by itself later: at every start of a shell, a session, an interpreter or the machine, at a time, or when
 * somebody signs in. Hooks of git and settings of editors are in the list of what governs; hooks and settings of the project that its
 * tools run (`.husky/pre-commit`, `.envrc`, `package.json`) are judged by what they say.
 */
export const persistencePatterns: readonly string[] = Object.freeze(
  [
    // Shells, terminals and desktop sessions
    '~/.{bashrc,bash_profile,bash_login,bash_logout,profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,cshrc,tcshrc,login,xprofile,xinitrc,xsessionrc,inputrc} ~/.config/fish/**',
    '~/.config/autostart/** ~/.config/environment.d/** ~/Library/LaunchAgents/** /Library/Launch{Agents,Daemons}/**',
    '/etc/{profile,bash.bashrc,bashrc,zshenv,zsh/*,environment,rc.local,ld.so.preload,crontab,anacrontab} /etc/{profile.d,init.d,udev/rules.d,pam.d,sudoers.d,xdg/autostart}/**',
    // Services and schedules
    '~/.config/systemd/user/** ~/.local/share/systemd/user/** ~/.local/share/dbus-1/services/** /{etc,lib,usr/lib}/systemd/system/**',
    '/etc/cron{.d,.hourly,.daily,.weekly,.monthly}/** /var/spool/{cron,at}/**',
    // Who may sign in, and what runs then
    '~/.ssh/{authorized_keys,authorized_keys2,rc,environment}',
    // Interpreters and tools that load a file at every start
    '**/{site-packages,dist-packages}/{sitecustomize.py,usercustomize.py,*.pth} ~/.pythonrc.py ~/.pythonstartup ~/.ipython/profile_*/startup/**',
    '~/.{vimrc,gdbinit,lldbinit,psqlrc,sqliterc,irbrc,Rprofile,tmux.conf,emacs,direnvrc} ~/.config/{nvim,direnv}/** ~/.emacs.d/init.el ~/.gradle/init.d/**',
  ].flatMap(line => line.split(' ')),
);

const matcherFor = keepSome(home => createPathMatcher(persistencePatterns, { root: '/', home, mode: 'grant' }));

/** Whether what is written there runs again later, by itself. */
export const runsAgain = (path: string, home: string = '/home/unknown'): boolean => matcherFor(home).match(path).length > 0;
