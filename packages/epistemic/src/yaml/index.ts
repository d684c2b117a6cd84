export { graphYaml, readGraphYaml } from './graphYaml.ts';
