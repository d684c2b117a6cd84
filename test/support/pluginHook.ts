import { writeFileSync } from 'node:fs';

/** Writes a hook for a plugin that keeps what it is told last in a file, and then runs code in which `said` is what it was told. */
export function writeHook(file: string, kept: string, code: string): void {
  writeFileSync(
    file,
    `let said = ''; process.stdin.on('data', part => (said += part)).on('end', () => { require('fs').writeFileSync(${JSON.stringify(kept)}, said); ${code}; });`,
  );
}

/** Code of such a hook that gives each event the answer for its name, and an empty one to others. */
export const answering = (answers: Readonly<Record<string, object>>): string =>
  `process.stdout.write(JSON.stringify((${JSON.stringify(answers)})[JSON.parse(said).hook_event_name] ?? {}))`;
