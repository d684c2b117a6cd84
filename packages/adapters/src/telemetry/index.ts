export { NAMES } from './names.ts';
export { otelTracer } from './otelTracer.ts';
export type { OtelOptions } from './otelTracer.ts';
