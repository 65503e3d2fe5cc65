// A session in its folder, opened: the agent behind it, alone in its folder for as long as it is open.
import { join } from 'node:path'
import type { Policy } from '../../agent/contract.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { ModelSettings } from '../../agent/llm/models.ts'
import { given } from '../../plans/given.ts'
import { openLibrary } from '../../plans/library/library.ts'
import type { CommandError, Environment } from '../cli/command.ts'
import { sealFor } from '../configuration/own.ts'
import { lockRun } from '../run/alone.ts'
import { putTogether } from '../run/pursue.ts'
import { journalFile } from '../run/runs.ts'
import { type Joined, joinServers } from '../run/servers.ts'
import type { Confirm } from '../terminal/permission.ts'
import type { SessionFolder } from './folder.ts'
import { openSession } from './session.ts'

export type Opened = Awaited<ReturnType<typeof open>>

export interface Hearing extends Pick<ModelSettings, 'onRetry' | 'onStream'> {
  readonly onEvent: NonNullable<AgentOptions['onEvent']>
  readonly policy: Partial<Policy>
  /** Asks the person about an MCP server. */
  readonly confirm: Confirm
  /** Told in a sentence which of them is left out. */
  readonly tell: (sentence: string) => void
  readonly folder: string
  /** Told when another process has taken the session over. */
  readonly onLost: (error: CommandError) => void
}

/**
 * Opens the session in `place`, with what its journal holds. Rejects with a CommandError when another process
 * is at work in it, and with a ConfigurationError when the agent cannot be put together.
 */
export async function open(
  place: SessionFolder,
  env: Environment,
  { onEvent, onRetry, onStream, policy, onLost, confirm, tell, folder }: Hearing,
) {
  const { session: saved, path } = place
  const release = await lockRun(place, onLost, openElsewhere)
  let servers: Joined | undefined
  let session: Awaited<ReturnType<typeof openSession>> | undefined
  const close = async () => {
    session?.agent.close()
    await servers?.close()
    await release()
  }
  try {
    servers = await joinServers(saved, {
      around: { folder, env },
      signal: new AbortController().signal,
      confirm,
      tell,
    })
    session = await openSession(saved.agent, {
      moreTools: servers.tools,
      ...putTogether(saved, env),
      memory: saved.memory,
      model: saved.model,
      settings: { ...saved.settings, ...given({ budget: saved.budget }), onRetry, onStream },
      plans: await openLibrary(saved.plans, { seal: sealFor(saved.plans, env) }),
      policy,
      onEvent,
      onChanged: names => tell(`  changed since then, and read anew: ${names.join(', ')}`),
      journal: journalFile(place),
      workspace: join(path, 'files'),
    })
    /** `close` closes the agent; what is in the folder stays. */
    return { place, session, close }
  } catch (error) {
    await close()
    throw error
  }
}

// --- internal ---

const openElsewhere = (name: string, pid: number | undefined) =>
  `this session is open in another terminal${pid === undefined ? '' : ` (process ${pid})`}; when it is closed there: intend --resume ${name}`
