export { drawPng, drawSvg } from './draw.ts';
export { layOut } from './layOut.ts';
