// The MCP servers of a run: those of the person's configuration and of the command line, opened for a question.
import { createQueues } from '../../agent/goals/task-group.ts'
import type { Described } from '../../tools/mcp/offered.ts'
import { closeAll, openServers } from '../../tools/mcp/servers.ts'
import { keyIn, type ServerSettings, serverName } from '../../tools/mcp/settings.ts'
import { type Surroundings, usage } from '../cli/command.ts'
import { readSettings } from '../configuration/file.ts'
import { type Changed, changedSince, pin } from '../configuration/pins.ts'
import { agreed, type Confirm } from '../terminal/permission.ts'
import { harmless } from '../terminal/plain-text.ts'
import type { Run } from './runs.ts'

interface Joining {
  readonly around: Pick<Surroundings, 'folder' | 'env'>
  readonly signal: AbortSignal
  /** Asks the person; undefined where nobody can be asked. */
  readonly confirm?: Confirm | undefined
  /** Told in one sentence what is left out. */
  readonly tell: (sentence: string) => void
}

/** The tools of the servers, until they are closed. */
export type Joined = Awaited<ReturnType<typeof joinServers>>

/**
 * A server as the command line names it: `NAME=COMMAND ...` or `NAME=URL`.
 * @throws CommandError for a form that is none, and for one that holds a key.
 */
export function serverOf(form: string): readonly [name: string, settings: ServerSettings] {
  const [, name = '', rest = ''] = /^([^=]*)=(.*)$/s.exec(form) ?? []
  const [command = '', ...args] = wordsOf(rest)
  if (!serverName.test(name) || command === '')
    throw usage(
      `--mcp takes NAME=COMMAND or NAME=URL, such as files="npx some-server ." and no "${form.slice(0, 60)}"`,
    )
  if (!/^https?:\/\//i.test(command)) return [name, { command, args }]
  const settings = { url: command }
  if (keyIn(settings) !== undefined)
    throw usage(
      `the address of ${name} holds a key; write \${NAME} in its place, in single quotes, and set NAME in the environment`,
    )
  return [name, settings]
}

/**
 * Opens the servers of a run, which names those of the configuration and spells the others out. Each that
 * cannot be used is told and left out. Rejects with the signal's reason when aborted.
 */
export async function joinServers(
  { model, mcp = [] }: Pick<Run, 'model' | 'mcp'>,
  { around, signal, confirm, tell }: Joining,
) {
  // the rules of offline call none of their tools
  const forms = model === 'offline' ? [] : mcp
  if (forms.length === 0) return { tools: [], close: async () => undefined }
  const { mcpServers = {} } = readSettings(around).settings
  const servers = forms.flatMap(form => {
    if (form.includes('=')) return [serverOf(form)]
    const settings = mcpServers[form]
    if (settings) return [[form, settings] as const]
    tell(`the MCP server ${form} is no longer in your configuration and is left out`)
    return []
  })
  const inTurn = createQueues()
  const opened = await openServers(Object.fromEntries(servers), {
    env: around.env,
    signal,
    // one question at a time
    admit: (server, ...described) =>
      inTurn('admit', () => admitted(server, ...described, { around, confirm, tell })),
  })
  for (const each of opened)
    for (const sentence of each.failed === undefined
      ? each.left
      : [`${each.failed}; the question goes on without it`])
      tell(sentence)
  return {
    tools: opened.flatMap(each => (each.failed === undefined ? each.tools : [])),
    close: () => closeAll(opened),
  }
}

// --- internal ---

/** First use keeps the descriptions; what has changed since then is asked about, or left out. */
async function admitted(
  server: string,
  settings: ServerSettings,
  tools: readonly Described[],
  { around: { env }, confirm, tell }: Pick<Joining, 'around' | 'confirm' | 'tell'>,
): Promise<readonly Described[]> {
  const changed = changedSince(server, settings, tools, env)
  if (changed === undefined) pin(server, settings, tools, env)
  if (changed === undefined || changed.length === 0) return tools
  if (confirm && (await agreed(confirm, changeLines(server, changed)))) {
    pin(server, settings, tools, env)
    return tools
  }
  const names = changed.map(({ tool }) => tool.own).join(', ')
  tell(
    `the MCP server ${server} describes ${names} otherwise than at its first use, so it is left out; intend doctor shows the change, intend trust --mcp ${server} takes it`,
  )
  return tools.filter(tool => !changed.some(each => each.tool === tool))
}

const changeLines = (server: string, changed: readonly Changed[]): readonly string[] => [
  harmless(`the MCP server ${server} describes its tools otherwise than at its first use:`),
  ...changed.flatMap(({ tool, before }) => [
    harmless(`  ${tool.own} ${before === undefined ? 'is new' : `was: ${before}`}`),
    harmless(`  ${tool.own} is: ${tool.description || '(no words)'}`),
  ]),
  'Use them as they are described now? y: from now on, n: leave them out',
]

/** The words of a command, parted by spaces that do not stand in quotes. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
}
