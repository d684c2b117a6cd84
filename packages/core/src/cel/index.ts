export { celCondition } from './celCondition.ts';
