// What a sandbox really is, found out in it: that it holds, and which programs and modules a command has.
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { temporaryFolder } from '../../temporary.ts'
import { limits, runIn, type Sandbox } from './sandbox.ts'
import { openStage } from './stage.ts'

/** A program or module, and its version as it says it. */
const Found = z.object({ name: z.string().max(40), version: z.string().max(60) })
export type Found = z.infer<typeof Found>

/** What was found in a sandbox. */
export const Survey = z.object({
  programs: z.array(Found),
  /** Modules by the language they are for. */
  modules: z.record(z.string(), z.array(Found)),
})
export type Survey = z.infer<typeof Survey>

/** Looks around in the sandbox. Rejects with the end of a sentence when a command does not run in it, or when it does not hold. */
export async function surveyOf(sandbox: Sandbox): Promise<Survey> {
  await using workspace = await temporaryFolder('survey')
  const stage = await openStage({
    command: script,
    workspace: workspace.path,
    given: [],
    quota: limits.quota,
    user: sandbox.user,
  })
  try {
    const shown = { stdout: 100_000, stderr: 2_000 }
    const { stdout, stderr } = await runIn(sandbox, { stage, seconds: 120, shown })
    const lines = stdout.text.split('\n').map(line => line.split('\t'))
    const told = new Map(lines.map(([key = '', ...rest]) => [key, rest.join(' ').trim()]))
    if (!told.has('uid'))
      throw new Error(stderr.text.split('\n')[0] || 'a command does not run in it')
    const fault = expected.find(([key, holds]) => !holds(told.get(key) ?? ''))?.[2]
    if (fault !== undefined) throw new Error(fault)
    return surveyed(lines)
  } finally {
    await stage.remove()
  }
}

/** When the files were changed that a survey hangs on: one that was kept is good while they are the same. */
export async function ageOf(sandbox: Sandbox): Promise<string> {
  const paths = [sandbox.program, ...sandbox.programs, ...sandbox.path, ...systemPrograms]
  const ages = await Promise.all(
    paths.map(async path => [path, (await stat(path).catch(() => undefined))?.mtimeMs ?? 0]),
  )
  return JSON.stringify([version, sandbox.user ?? 'own', sandbox.env, ages])
}

// --- internal ---

/** Changes when the script does, as what was kept says less then. */
const version = 1

/** Folders that change when programs of the system come and go. */
const systemPrograms = [
  ...['/usr/bin', '/usr/local/bin', '/usr/lib/python3/dist-packages', '/usr/lib/R/library'],
  ...['/usr/lib/R/site-library', '/usr/local/lib/R/site-library'],
]

/** What a sandbox has to say of itself: a rule of bubblewrap that did not take would show here. */
const expected: readonly (readonly [
  key: string,
  holds: (said: string) => boolean,
  fault: string,
])[] = [
  ['uid', said => said !== '' && said !== '0', 'commands would run as root in it'],
  ['CapEff', said => /^0+$/.test(said), 'commands would have rights of the administrator'],
  ['CapBnd', said => /^0+$/.test(said), 'commands could get rights of the administrator'],
  ['NoNewPrivs', said => said === '1', 'programs could give commands more rights'],
  ['Seccomp', said => said === '2', 'calls of the kernel are not filtered'],
  // its memory can be written by the others
  ['first', said => said === '2', 'calls of its first process are not filtered'],
  ['net', said => said === 'lo', 'the network is within reach'],
  ['core', said => said === '0', 'limits do not hold'],
]

const names = {
  programs: 'python3 R node perl ruby julia php octave gawk jq sqlite3 duckdb git gcc pdftotext',
  python:
    'pandas numpy scipy matplotlib sklearn statsmodels sympy openpyxl xlrd polars pyarrow duckdb networkx lxml bs4 PIL docx pypdf seaborn shapely geopandas',
  R: 'data.table dplyr tidyr ggplot2 readr readxl jsonlite lubridate stringr survival',
}

const script = `
printf 'uid\\t%s\\n' "$(id -u)"
while read -r key value; do case $key in CapEff:|CapBnd:|NoNewPrivs:|Seccomp:) printf '%s\\t%s\\n' "\${key%:}" "$value";; esac; done < /proc/self/status
printf 'first\\t%s\\n' "$(grep ^Seccomp: /proc/1/status | cut -f2)"
printf 'net\\t%s\\n' "$(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | tr '\\n' ' ')"
printf 'core\\t%s\\n' "$(ulimit -Hc)"
for name in ${names.programs}; do
  command -v "$name" > /dev/null || continue
  case $name in sqlite3|duckdb|node|php) flag=--version;; perl) flag='-e print$^V';; pdftotext) flag=-v;; *) flag=--version;; esac
  printf 'program\\t%s\\t%s\\n' "$name" "$(timeout 20 "$name" "$flag" 2>&1 < /dev/null | head -n 1 | grep -oE '[0-9]+(\\.[0-9]+)+' | head -n 1)"
done
command -v python3 > /dev/null && timeout 90 python3 -W ignore - 2> /dev/null <<'END'
import importlib
for name in '${names.python}'.split():
  try:
    print('python', name, getattr(importlib.import_module(name), '__version__', ''), sep='\\t', flush=True)
  except BaseException:
    pass
END
command -v Rscript > /dev/null && timeout 60 Rscript --vanilla -e 'for (p in strsplit("${names.R}", " ")[[1]]) if (requireNamespace(p, quietly = TRUE)) cat("R", p, as.character(packageVersion(p)), sep = "\\t", fill = TRUE)' 2> /dev/null
true
`

function surveyed(lines: readonly (readonly string[])[]): Survey {
  const of = (key: string) =>
    lines.flatMap(([said, name, version = '']) =>
      said === key && name ? [{ name, version: version.slice(0, 60) }] : [],
    )
  const modules = { python3: of('python'), R: of('R') }
  return Survey.parse({
    programs: of('program'),
    modules: Object.fromEntries(Object.entries(modules).filter(([, found]) => found.length > 0)),
  })
}
