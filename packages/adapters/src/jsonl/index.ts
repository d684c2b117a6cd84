export { jsonlAudit } from './jsonlAudit.ts';
export type { JsonlAudit, JsonlAuditOptions } from './jsonlAudit.ts';
export { jsonlReader } from './jsonlReader.ts';
export type { JsonlReader, JsonlReaderOptions } from './jsonlReader.ts';
export type { Rotation } from './rotate.ts';
