export type { ChatMessage, ChatModel, ChatModelOptions, ChatOptions } from './chatModel.ts';
export { chatModel } from './chatModel.ts';
