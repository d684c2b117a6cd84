const AROUND = 2;

/** How many lines at the beginning and at the end of two texts are the same. */
export function sameAround(was: readonly string[], is: readonly string[]): readonly [start: number, end: number] {
  const most = Math.min(was.length, is.length);
  let start = 0;
  while (start < most && was[start] === is[start]) start++;
  let end = 0;
  while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  return [start, end];
}

/** Returns what a change does to a text as one hunk of a unified diff; nothing where nothing changes. */
export function patchLines(before: string, after: string): readonly string[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const [start, end] = sameAround(was, is);
  if (start === was.length && start === is.length) return [];
  const [head, tail] = [was.slice(Math.max(0, start - AROUND), start), was.slice(was.length - end).slice(0, AROUND)];
  const span = (lines: readonly string[]): string =>
    `${start - head.length + 1},${head.length + lines.length - start - end + tail.length}`;
  return [
    `@@ -${span(was)} +${span(is)} @@`,
    ...head.map(line => ` ${line}`),
    ...was.slice(start, was.length - end).map(line => `-${line}`),
    ...is.slice(start, is.length - end).map(line => `+${line}`),
    ...tail.map(line => ` ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
