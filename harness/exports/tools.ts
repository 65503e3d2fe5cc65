// `intend/tools`: tools of one's own, those that come along, and those of MCP servers.
export { openTools } from '../../agent/toolset.ts'
export { bash } from '../../tools/bash.ts'
export { calculate } from '../../tools/calculate.ts'
export { type Opened, openServers } from '../../tools/mcp/servers.ts'
export type { ServerSettings } from '../../tools/mcp/settings.ts'
export { type Decision, decide } from '../../tools/permission/decide.ts'
export type { ProposedCall } from '../../tools/permission/origins.ts'
export type { Permission, PermissionQuestion } from '../../tools/permission/question.ts'
export { Rule } from '../../tools/permission/rules.ts'
export { readFile } from '../../tools/read-file.ts'
export { readPage } from '../../tools/read-page.ts'
export type { SearchProvider } from '../../tools/search/provider.ts'
export { createCorpus } from '../../tools/search/providers/corpus.ts'
export { webSearch } from '../../tools/search.ts'
export { table } from '../../tools/table.ts'
export {
  defineTool,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../tools/tool.ts'
