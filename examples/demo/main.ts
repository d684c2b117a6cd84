import { runDemo } from './demo.ts';

const { NO_COLOR, FORCE_COLOR } = process.env;
const color = FORCE_COLOR !== undefined ? FORCE_COLOR !== '0' : process.stdout.isTTY === true && NO_COLOR === undefined;

await runDemo(line => console.log(line), color);
