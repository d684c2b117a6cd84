/** Why a text cannot be judged as a path. */
export type PathRefusalCode =
  | 'empty_path'
  | 'path_too_long'
  | 'control_character'
  | 'malformed_text'
  | 'malformed_uri'
  | 'remote_file'
  | 'windows_path'
  | 'unknown_home'
  | 'relative_without_root'
  | 'opaque_path'
  | 'ambiguous_path';

/**
 * A path that is not judged because nobody can say for certain which file it names. Analysers turn it into an effect of
 * kind `unknown`, except `control_character`, which guards block: no honest tool call needs one.
 */
export interface PathRefusal {
  readonly type: 'refusal';
  readonly code: PathRefusalCode;
  /** What was found, in one lower-case phrase without a full stop and without the path itself. */
  readonly message: string;
}

/** A refusal with its code and message. */
export const refuse = (code: PathRefusalCode, message: string): PathRefusal => ({ type: 'refusal', code, message });
