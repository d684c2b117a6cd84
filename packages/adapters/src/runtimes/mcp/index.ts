export { mcp } from './facts.ts';
export { licetGateway } from './enforce.ts';
export type { McpGateway } from './enforce.ts';
export { httpTransport } from '../../mcp/http.ts';
export type { HttpServer } from '../../mcp/http.ts';
export type {
  McpMessage,
  McpNotification,
  McpRequest,
  McpResponse,
  McpTransport,
  Members,
  MessageId,
} from '../../mcp/message.ts';
export { memoryPins } from './pins.ts';
export type { ToolPins } from './pins.ts';
export type { GatewayOptions, McpCall } from './place.ts';
export { processTransport } from '../../mcp/process.ts';
export type { ServerProcess } from '../../mcp/process.ts';
export { streamTransport } from '../../mcp/stream.ts';
export { toolDigests } from '../toolDigest.ts';
export type { ToolDigests } from '../toolDigest.ts';
