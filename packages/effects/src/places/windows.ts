const shortName = /^[A-Z0-9!#$%&'()@^_`{}-]{1,6}~[1-9][0-9]?(?:\.[A-Z0-9]{0,3})?$/;

const drive = /^[A-Za-z]:(?:[\\/]|$)/;

const stream = /:\$(?:DATA|INDEX_ALLOCATION|INDEX_ROOT|BITMAP|ATTRIBUTE_LIST|REPARSE_POINT|EA)(?=$|[/\\])/i;

/**
 * Names the Windows form that a text has, or nothing. On POSIX such a text would be an ordinary file name, but whoever wrote
 * it meant another file, and a file system shared with Windows may open that one: so it is refused rather than judged.
 *
 * Known forms: drives (`C:\x`, `C:/x`), UNC and device paths (`\\host\share`, `\\?\C:\x`, `//./pipe/x`), alternate streams
 * (`x::$DATA`), 8.3 short names (`GIT~1`; `HEAD~1` is git's) and back slashes that climb (`..\x`).
 */
export const windowsForm = (text: string): string | undefined => {
  if (drive.test(text)) return 'a drive letter';
  if (text.startsWith('\\\\') || /^[\\/]{2}[?.][\\/]/.test(text)) return 'a network or device prefix';
  if (stream.test(text)) return 'an alternate data stream';
  if (/(?:^|[\\/])\.\.\\|\\\.\.(?:[\\/]|$)/.test(text)) return 'a parent folder behind a back slash';
  if (text.includes('~') && text.split(/[\\/]/).some(part => shortName.test(part) && !part.startsWith('HEAD~')))
    return 'a short name';
  return undefined;
};
