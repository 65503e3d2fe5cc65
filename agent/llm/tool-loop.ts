// The inner tool loop of a step: turn, tool calls, results, next turn, until the model answers.
// What goes wrong with a call becomes text for the model.
import type { Tool } from '../../tools/tool.ts'
import type { Channel, Message, Request, ToolCall, ToolExecutor, Usage } from './provider.ts'
import { noUsage } from './provider.ts'
import type { Turn } from './turn.ts'
import { aborted, cancelled, orAborted, sumUsage } from './turn.ts'

const lastTurn =
  'No further tool call is possible. Answer now, in the form asked for, with what is known so far.'

/**
 * Calls `turn` until it ends without tool calls, at most `maxTurns` times; in the last one no tools
 * are offered. Calls of one turn run in parallel, their results go back in the order of the calls.
 * Returns the last turn and the conversation before it, its `usage` and `requests` summed over all of them, and whether the turns
 * ran out before there was an answer.
 */
export async function toolLoop(
  turn: (request: Request) => Promise<Turn>,
  request: Request,
  executor: ToolExecutor,
  maxTurns: number,
  channel: Channel,
): Promise<Turn & { readonly exhausted: boolean; readonly messages: readonly Message[] }> {
  const { signal, tools } = request
  const messages: Message[] = [...request.messages]
  let usage: Usage = noUsage
  let requests = 0
  for (let number = 1; ; number++) {
    const last = number >= maxTurns && tools.length > 0
    if (last) messages.push({ role: 'user', content: lastTurn })
    const heard = await turn({ ...request, messages: [...messages], tools: last ? [] : tools })
    usage = sumUsage(usage, heard.usage)
    requests += heard.requests
    const ended = 'stop' in heard.end && goesOn[heard.end.stop]
    const exhausted = ended && last && heard.text.trim() === ''
    const sofar = { ...heard, usage, requests, exhausted, messages }
    if (!ended || last || tools.length === 0 || heard.calls.length === 0) return sofar
    const results = await orAborted(
      Promise.all(heard.calls.map(call => resultOf(call, tools, executor))),
      signal,
    )
    if (results === aborted) {
      channel({ type: 'aborted' })
      return { ...sofar, end: cancelled }
    }
    messages.push({ role: 'assistant', content: heard.text, calls: heard.calls }, ...results)
  }
}

// a turn that was cut off or refused is over, whatever it had begun to ask for
const goesOn = { end: true, tools: true, length: false, refusal: false } as const

async function resultOf(
  call: ToolCall,
  tools: readonly Tool[],
  executor: ToolExecutor,
): Promise<Message> {
  const told = (content: string): Message => ({ role: 'tool', call: call.id, content })
  const objection = await objectionTo(call, tools)
  if (objection !== undefined) return told(`Error: ${objection}`)
  try {
    return told((await executor(call)).content)
  } catch (error) {
    return told(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What is wrong with a call as the model wrote it, in words for the model. */
async function objectionTo(call: ToolCall, tools: readonly Tool[]): Promise<string | undefined> {
  const known = `the tools are: ${tools.map(tool => tool.name).join(', ') || 'none'}`
  const tool = tools.find(candidate => candidate.name === call.name)
  if (!tool) return `there is no tool ${call.name}; ${known}`
  let input: unknown
  try {
    input = JSON.parse(call.input)
  } catch (error) {
    return `the arguments of ${call.name} are not JSON (${(error as Error).message}); ${known}`
  }
  const parsed = await tool.input.safeParseAsync(input)
  if (parsed.success) return undefined
  const issues = parsed.error.issues.map(i => `${i.path.join('.') || 'arguments'}: ${i.message}`)
  return `the arguments of ${call.name} do not fit: ${issues.join('; ')}; ${known}`
}
