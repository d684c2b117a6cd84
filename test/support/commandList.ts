import { readFileSync } from 'node:fs';

const folder = new URL('../data/commands/', import.meta.url);

/** A list of commands that properties and the comparison with bash start from. Nothing is expected of any one of them. */
export const commandList = (name: 'simple' | 'syntax' | 'evaluation'): readonly string[] =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as readonly string[];
