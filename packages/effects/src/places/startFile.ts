/**
 * One kind of file out of which a tool starts programs when something else runs: a shell that enters the folder, a commit, a build, a debugger.
 * `runs` is what in it starts something, where `among` is in it too; a file without it is code as a whole.
 */
export interface StartFile {
  readonly path: RegExp;
  readonly among?: RegExp;
  readonly runs?: RegExp;
  /** It is for other things first: content that is not known does not count. */
  readonly isForOthers?: true;
}
