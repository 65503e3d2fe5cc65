// The person's own programs outside the system's folders: Python, R and Node as they are found in PATH, and the
// folders their parts lie in. Nothing else of a home folder is shown to a command.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { isInside } from '../../files/links.ts'
import { isOpen } from './stage.ts'

/** Where programs are looked for; `everybody` leaves out what somebody without our rights may not read. */
interface Looking {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly everybody: boolean
}

/** What has to be shown to a command for the programs to run. One that does not say where its parts are is left out. */
export async function findPrograms(looking: Looking) {
  const found = await Promise.all(interpreters.map(each => partsOf(each, looking)))
  const parts = found.filter(each => each !== undefined)
  return {
    /** Files and folders. */
    shown: [...new Set(parts.flatMap(({ shown }) => shown))],
    /** Folders with programs, the one that counts most first. */
    path: [...new Set(parts.flatMap(({ path }) => path))],
    env: Object.assign({}, ...parts.map(({ env }) => env)) as Said['env'],
  }
}

/** The program as PATH has it; relative folders of PATH count for nothing, they would be anybody's. */
export async function programNamed(name: string, path = ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name)
    const about = await stat(file).catch(() => undefined)
    if (about?.isFile() && (about.mode & 0o111) !== 0) return file
  }
  return undefined
}

// --- internal ---

/** Programs, and the question by which each says where its parts are: JSON in one line. */
const interpreters = [
  {
    name: 'python3',
    asked: [
      '-c',
      `import json, os, site, sys, sysconfig
user = site.getusersitepackages() if site.ENABLE_USER_SITE else ''
print(json.dumps({'program': sys.executable, 'roots': [sys.prefix, sys.base_prefix],
  'parts': [path for path in [user, *sys.path] if path and os.path.exists(path)],
  'env': {'PYTHONUSERBASE': site.getuserbase()} if user and os.path.exists(user) else {}}))`,
    ],
  },
  {
    name: 'R',
    asked: [
      '--vanilla',
      '--slave',
      '-e',
      `q <- function(x) paste0('"', x, '"', collapse = ',')
cat(sprintf('{"program":"%s","roots":["%s"],"parts":[%s],"env":{"R_LIBS":"%s"}}', file.path(R.home("bin"), "R"), R.home(), q(.libPaths()), paste(.libPaths(), collapse = ":")))`,
    ],
  },
  {
    name: 'node',
    asked: [
      '-p',
      "JSON.stringify({program: process.execPath, roots: [], parts: [process.execPath, require('path').resolve(process.execPath, '../../lib/node_modules')].filter(require('fs').existsSync), env: {}})",
    ],
  },
]

interface Said {
  readonly program: string
  /** Folders that hold the whole of it, unless more is in them. */
  readonly roots: readonly string[]
  readonly parts: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

async function partsOf({ name, asked }: (typeof interpreters)[number], looking: Looking) {
  const { env, everybody } = looking
  const program = await programNamed(name, env.PATH)
  if (program === undefined) return undefined
  const said = await answerOf(program, asked, env)
  if (said === undefined) return undefined
  const home = env.HOME ?? sep
  const whole = said.roots.filter(root => !isRoomy(root, home))
  const needed = [...whole, ...said.parts, said.program]
  const outside = needed.filter(path => !isSystem(path) && !isInside(home, [path]))
  const alone = outside.filter(
    path => !whole.some(root => root !== path && isInside(path, [root])) || whole.includes(path),
  )
  const readable = await Promise.all(alone.map(async path => !everybody || (await isOpen(path))))
  if (readable.includes(false)) return undefined
  return {
    shown: [...new Set(alone)],
    path: isSystem(said.program) ? [] : [dirname(said.program)],
    env: said.env,
  }
}

async function answerOf(
  program: string,
  asked: readonly string[],
  { PATH, HOME, VIRTUAL_ENV }: Looking['env'],
): Promise<Said | undefined> {
  const env = { PATH, HOME, VIRTUAL_ENV }
  try {
    // not where the question is asked, whose files Python would take for its own
    const { stdout } = await promisify(execFile)(program, asked, { cwd: '/', env, timeout: 20_000 })
    const said = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Said
    await stat(said.program)
    return said
  } catch {
    return undefined
  }
}

const systemRoots = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store', '/gnu/store']
const isSystem = (path: string) => isInside(path, systemRoots)

/** Folders that programs are put in among other things: only the parts that are named are shown of them. */
const isRoomy = (root: string, home: string) =>
  root === join(home, '.local') || isInside(home, [root]) || root === '/opt'
