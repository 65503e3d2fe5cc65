// From what the command line says to an open session: a new one, or one that is gone on with.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { given } from '../../plans/given.ts'
import { type Environment, type Options, usage } from '../cli/command.ts'
import { withBudget } from '../cli/options/model-options.ts'
import { serversOf } from '../cli/options/servers.ts'
import { existingFiles, setupOf } from '../cli/options/setup.ts'
import { version } from '../cli/version.ts'
import { admitted } from '../configuration/admitted.ts'
import { personalFolder } from '../configuration/own.ts'
import { namesakes } from '../run/attachments.ts'
import { openHistory } from '../terminal/input/history.ts'
import {
  discardSession,
  newSession,
  openedSession,
  type SessionFolder,
  saveSession,
} from './folder.ts'
import { liveLines } from './live.ts'
import type { Behind } from './screen/app.ts'
import { createTalk, type Sitting } from './talk.ts'

/** Opens the session that the options ask for. Rejects with a CommandError or a ConfigurationError. */
export async function start(options: Options, sitting: Omit<Sitting, 'approve'>): Promise<Behind> {
  const { around } = sitting
  const again = options.resume !== undefined
  const place = again ? await resumed(options, sitting) : await fresh(options, sitting)
  const talk = createTalk(place, { ...sitting, approve: options.approve === true })
  talk.opened.catch(() => again || discardSession(place))
  const own = personalFolder(around.env)
  return {
    talk,
    liveLines,
    history: openHistory(own && join(own, 'history.jsonl')),
    edited: text => editedBy(text, around.env),
  }
}

// --- internal ---

async function fresh(
  options: Options,
  { around }: Pick<Sitting, 'around'>,
): Promise<SessionFolder> {
  const { folder, env } = around
  const files = filesOf(options, folder)
  const { plans, corpus, ...setup } = await setupOf(options, around)
  return newSession(
    {
      format: 1,
      version: version(),
      folder,
      files,
      ...setup,
      ...given({ corpus, mcp: serversOf(options, around) }),
      plans: plans ?? resolve(folder, '.intend/plans.json'),
    },
    env,
  )
}

/** The session that is named, or the latest; with what the options say otherwise of model and budget. */
async function resumed(
  options: Options,
  { around }: Pick<Sitting, 'around'>,
): Promise<SessionFolder> {
  const { folder, env } = around
  const name = typeof options.resume === 'string' ? options.resume : ''
  const place = openedSession(name, folder, env)
  const admittedOptions = admitted(place, options, around)
  const files = filesOf(options, folder, place.session.files)
  const model = options.model as string | undefined
  const asked = { ...withBudget(place.session, admittedOptions), files, ...given({ model }) }
  return saveSession(place, asked, env)
}

/** The files that are attached already, and those of the options. */
function filesOf(options: Options, folder: string, attached: readonly string[] = []): string[] {
  const named = (options.file ?? []) as readonly string[]
  const found = named.flatMap(path => existingFiles(resolve(folder, path), '-f'))
  const files = [...new Set([...attached, ...found])]
  const [twice] = namesakes(attached, found)
  if (twice) throw usage(`${twice.other} and ${twice.file} have the same name; attach one of them`)
  return files
}

/** What the person made of the text in the editor the environment names. */
function editedBy(text: string, env: Environment): string {
  const folder = mkdtempSync(join(tmpdir(), 'intend-edit-'))
  const file = join(folder, 'question.md')
  try {
    writeFileSync(file, text)
    const [program = 'vi', ...words] = (env.VISUAL || env.EDITOR || 'vi').split(/\s+/)
    const { status } = spawnSync(program, [...words, file], { stdio: 'inherit' })
    return status === 0 ? readFileSync(file, 'utf8').replace(/\n$/, '') : text
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
