// What the Anthropic Messages protocol accepts as a request, as far as it can be told from the request alone.

interface Block {
  readonly type: string
  readonly text?: string
  readonly thinking?: string
  readonly signature?: string
  readonly data?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: string
  readonly is_error?: boolean
  readonly cache_control?: { readonly type: string }
}

/** The part of a request's body that tests look at. */
export interface MessagesBody {
  readonly model: string
  readonly max_tokens: number
  readonly system?: readonly Block[]
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
  readonly tools?: readonly {
    readonly name: string
    readonly input_schema: Readonly<Record<string, unknown>>
    readonly cache_control?: { readonly type: string }
  }[]
  readonly tool_choice?: unknown
  readonly output_config?: { readonly effort?: string; readonly format?: Format }
}
type Format = { readonly type: string; readonly schema: unknown }

/** Why the original would not accept the request; undefined when it would. */
export function objectionTo(body: MessagesBody): string | undefined {
  const { messages, tools = [], system = [] } = body
  const blocks = messages.flatMap(message => message.content)
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 1) return 'max_tokens: Field required'
  for (const name of ['temperature', 'top_p', 'top_k', 'seed'])
    if (name in body) return `${name}: Extra inputs are not permitted`
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  if (messages.some((message, at) => message.role === messages[at - 1]?.role))
    return 'messages: roles must alternate'
  if (messages.some(message => message.content.length === 0)) return 'messages: empty content'
  for (const { type, text } of [...system, ...blocks])
    if (type === 'text' && !text?.trim())
      return 'text content blocks must contain non-whitespace text'
  if (!JSON.stringify(body).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(body)))
    return 'The request body is not valid JSON: no low surrogate in string'
  const marked = [...tools, ...system, ...blocks].filter(each => each.cache_control)
  if (marked.length > 4) return 'A maximum of 4 blocks with cache_control may be provided'
  if (tools.length === 0 && blocks.some(each => each.type.startsWith('tool_')))
    return 'Requests which include `tool_use` or `tool_result` blocks must define tools'
  for (const { name, input_schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) return 'tools: name should match the pattern'
    if (input_schema.type !== 'object') return 'tools: input_schema.type: Input should be object'
  }
  return objectionToCalls(messages) ?? objectionToSchema(body.output_config?.format?.schema)
}

function objectionToCalls(messages: MessagesBody['messages']): string | undefined {
  const seen = new Set<string>()
  for (const [at, { role, content }] of messages.entries()) {
    const before = (messages[at - 1]?.content ?? []).filter(each => each.type === 'tool_use')
    const wanted = before.map(each => each.id)
    const results = content
      .filter(each => each.type === 'tool_result')
      .map(each => each.tool_use_id)
    if (role === 'user' && [...results].sort().join() !== [...wanted].sort().join())
      return `messages.${at}: each tool_use must have exactly one tool_result in the next message`
    if (
      content.slice(0, results.length).some(each => each.type !== 'tool_result') &&
      results.length
    )
      return `messages.${at}: tool_result blocks must come first`
    for (const { type, id, name, input } of content) {
      if (type !== 'tool_use') continue
      if (role !== 'assistant') return 'tool_use blocks can only be in assistant messages'
      if (!/^[a-zA-Z0-9_-]+$/.test(id!)) return 'tool_use.id: String should match pattern'
      if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name!)) return 'tool_use.name: String should match pattern'
      if (seen.has(id!)) return 'tool_use ids must be unique'
      if (input === null || typeof input !== 'object' || Array.isArray(input))
        return 'tool_use.input: Input should be a valid dictionary'
      seen.add(id!)
    }
  }
  return undefined
}

const refusedWords = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'maxItems',
  'oneOf',
]

function objectionToSchema(schema: unknown): string | undefined {
  if (schema === null || typeof schema !== 'object') return undefined
  if (Array.isArray(schema)) return schema.map(objectionToSchema).find(Boolean)
  const { properties = {}, $defs = {}, ...node } = schema as Readonly<Record<string, unknown>>
  const word = refusedWords.find(each => each in node)
  if (word) return `output_config.format.schema: property '${word}' is not supported`
  if (node.type === 'object' && node.additionalProperties !== false)
    return "output_config.format.schema: 'additionalProperties' must be explicitly set to false"
  const below = [node, properties, $defs].flatMap(each => Object.values(each as object))
  return below.map(objectionToSchema).find(Boolean)
}
