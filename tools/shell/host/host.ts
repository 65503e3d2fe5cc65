// The shell in its mode `host`: bash with the person's own programs in bubblewrap. It is had as it is meant to
// be or not at all; what the model is told of it was found in it.
import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { replaceFile } from '../../../plans/writable.ts'
import { bashIn, filesTold, type Shell } from '../../bash.ts'
import { givenFolder, workFolder } from '../layout.ts'
import { findPrograms, programNamed } from './programs.ts'
import { limits, runIn, type Sandbox } from './sandbox.ts'
import { filteredProcessors } from './seccomp.ts'
import { openStage } from './stage.ts'
import { ageOf, type Found, Survey, surveyOf } from './survey.ts'

/** What the shell is set up by. */
interface HostSetup {
  /** Where programs are looked for (PATH, HOME). */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A file of the person's in which what was found is kept. */
  readonly cache?: string | undefined
}

/**
 * The `bash` tool over the host's own programs.
 * @throws Error with one sentence that names what is missing here and the way out, when commands cannot be
 * held in as they are to be.
 */
export async function openHostShell(setup: HostSetup) {
  const sandbox = await sandboxOf(setup.env)
  const survey = await surveyed(sandbox, setup.cache)
  const who =
    sandbox.user === undefined ? 'with your rights on what is attached alone' : 'as nobody'
  return {
    tool: bashIn(shellOf(sandbox, survey)),
    /** In words: who commands are, and what they have. */
    says: `bubblewrap, no network, ${who}: ${toldOf(survey)}`,
  }
}

// --- internal ---

const wayOut = 'or leave --shell host out, as the simulated shell needs nothing'

function refuse(why: string): never {
  throw new Error(`--shell host cannot be had here: ${why}`)
}

/** The first version that lets nobody in it make namespaces. */
const oldest = { major: 0, minor: 8 }

async function sandboxOf(env: HostSetup['env']): Promise<Sandbox> {
  if (process.platform !== 'linux')
    refuse('it needs bubblewrap, which is for Linux alone; leave --shell host out')
  if (!filteredProcessors.includes(process.arch))
    refuse(`there is no filter of kernel calls for ${process.arch}; leave --shell host out`)
  const program = await programNamed('bwrap', env.PATH)
  if (program === undefined)
    refuse(`bubblewrap is missing; install it (apt install bubblewrap), ${wayOut}`)
  const said = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }))
  const [major = 0, minor = 0] = (said.stdout.match(/\d+/g) ?? []).map(Number)
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor))
    refuse(
      `bubblewrap ${oldest.major}.${oldest.minor} or later is needed, there is ${major}.${minor}; install a later one, ${wayOut}`,
    )
  const root = process.getuid?.() === 0
  const { shown, path, env: more } = await findPrograms({ env, everybody: root })
  // root's rights are given up before bubblewrap is started
  return { program, ...(root && { user: nobody }), programs: shown, path, env: more }
}

/** The user whom no file belongs to. */
const nobody = 65_534

async function surveyed(sandbox: Sandbox, cache?: string): Promise<Survey> {
  const age = await ageOf(sandbox)
  const kept = cache === undefined ? undefined : await readKept(cache)
  if (kept?.age === age) return kept.survey
  const survey = await surveyOf(sandbox).catch((error: Error) =>
    refuse(`${error.message.replace(/\.$/, '')}; ${helpFor(error.message)}, ${wayOut}`),
  )
  if (cache !== undefined) await keep(cache, { age, survey }).catch(() => undefined) // found again the next time
  return survey
}

const helpFor = (message: string) =>
  /namespace|uid map|Operation not permitted|Permission denied/i.test(message)
    ? 'let users make namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0)'
    : 'see whether bubblewrap works at all (bwrap --ro-bind / / --unshare-all true)'

const Kept = z.object({ age: z.string(), survey: Survey })

async function readKept(file: string): Promise<z.infer<typeof Kept> | undefined> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function keep(file: string, kept: z.infer<typeof Kept>): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, JSON.stringify(kept), 0o600)
}

function shellOf(sandbox: Sandbox, survey: Survey): Shell {
  return {
    description: `Runs bash with this computer's own programs (${toldOf(survey)}) in a sandbox without network. ${filesTold}`,
    guidance: [
      `It starts in ${workFolder}, the question's own folder: read_file and table find what is written there by name. Variables and cd last for one call, and so does what is in /tmp. \`ls ${givenFolder}\` shows what is attached.`,
      'Nothing can be installed or fetched. Results have to come out the same when run again: seed random, sort sets, do not use the time of day. For sums over a table the tool table is simpler.',
    ].join(' '),
    async run({ command, workspace, given, shown, seconds, signal }) {
      const { user } = sandbox
      const stage = await openStage({ command, workspace, given, quota: limits.quota, user })
      try {
        const ran = await runIn(sandbox, { stage, seconds, shown, signal })
        return { ...ran, ...(await stage.takeOver()) }
      } finally {
        await stage.remove()
      }
    },
  }
}

/** `Python 3.11.2 with pandas 1.5.3 and numpy 1.24.2, node 20.1.0, jq 1.6`. */
function toldOf({ programs, modules }: Survey): string {
  const named = ({ name, version }: Found) => (version === '' ? name : `${name} ${version}`)
  return programs
    .map(program => {
      const own = modules[program.name]?.map(named).join(', ')
      return named(program) + (own ? ` with ${own}` : '')
    })
    .join('; ')
}
