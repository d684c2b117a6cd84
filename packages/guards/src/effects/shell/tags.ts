/**
 * The marks that the shell analyser puts on effects. Guards and profiles match on them; a program descriptor may use
 * no other. An effect without a tag is ordinary work: reading, writing, running a program.
 *
 * Loss: `destructive` data or state is lost · `recoverable` git or a trash can brings it back · `regenerable` build
 * output or a cache · `moved` it goes elsewhere, it is not lost · `catastrophic` root, home, system folders, disks, every
 * database · `history_loss` commits, refs, reflog, stashes, audit trails.
 *
 * Reach: `remote_write` changes state on another machine or service · `shares` goes to other people, who expect it (push, pull request, message; publishing a package or a
 * release is `remote_write` as well) · `exfiltrates` local data leaves the machine · `remote_execute` runs on another machine · `container` happens
 * inside a container, its paths are not this machine's · `detached` outlives the command (cron, at, tmux, nohup).
 *
 * Code: `gadget` an ordinary program is told to run other code · `download_execute` code comes from the network ·
 * `obfuscated` code or names are hidden by an encoding · `untrusted` code the agent wrote itself · `package_scripts`
 * packages bring scripts that run · `dynamic` what runs is only known at run time · `unlisted` no descriptor knows the
 * program · `inline_code` code in the argument or on the standard input.
 *
 * Guard rails: `secret` credentials are read or printed · `poisons` changes what later programs load or run ·
 * `persistence` runs again later (cron, units, shell start-up, git hooks, keys) · `weakens` lowers a protection
 * (chmod 777, TLS checks off, firewall off) · `bypasses_checks` skips hooks or reviews · `permissions_off` an agent CLI
 * without its permission checks · `covers_tracks` shell history or logs are erased · `disrupts` stops services, processes
 * or the machine · `escalates` gains rights (sudo, setuid, host mounts).
 *
 * Looking: `metadata` only names, sizes, dates and kinds of files are read, not what is in them.
 */
export const shellTags = [
  'destructive',
  'recoverable',
  'regenerable',
  'moved',
  'catastrophic',
  'history_loss',
  'remote_write',
  'shares',
  'exfiltrates',
  'remote_execute',
  'container',
  'detached',
  'gadget',
  'download_execute',
  'obfuscated',
  'untrusted',
  'package_scripts',
  'dynamic',
  'unlisted',
  'inline_code',
  'secret',
  'poisons',
  'persistence',
  'weakens',
  'bypasses_checks',
  'permissions_off',
  'covers_tracks',
  'disrupts',
  'escalates',
  'metadata',
] as const;

/** One of the marks in `shellTags`, whose doc comment explains each. */
export type ShellTag = (typeof shellTags)[number];
