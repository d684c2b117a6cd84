/** The oldest Node that Licet runs on. */
const OLDEST_NODE = '22.18.0';

/** Returns what is wrong with a version of Node, or undefined when it is new enough. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number);
  const isNew = major > least || (major === least && minor >= leastMinor);
  return isNew
    ? undefined
    : `licet needs Node ${OLDEST_NODE} or newer, this is ${version}: \`npm install --save-dev node@24\` brings one into the project, then run \`npx licet init\` again`;
}
