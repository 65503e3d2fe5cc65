// `intend ask`: one question, with files and piped text, to one answer on stdout.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { answerRun } from '../answer.ts'
import { type Command, type Surroundings, usage } from '../command.ts'
import { createRunFolder, newRunId, type Run } from '../runs.ts'
import { readPiped } from '../stdin.ts'
import { version } from '../version.ts'
import { showingOf, showingOptions } from './showing.ts'

export const ask: Command = {
  name: 'ask',
  about: 'answer one question: the answer on stdout, progress on stderr',
  argument: {
    name: 'question',
    about: 'the question, in quotes; without it, stdin is the question',
  },
  options: [
    { flags: '-f, --file <file>', about: 'attach a file', repeated: true },
    {
      flags: '--model <spec>',
      about:
        'offline, openai:MODEL, record:FILE@MODEL or replay:FILE (default: INTEND_MODEL, else offline)',
    },
    { flags: '--agent <name>', about: 'which choice of phases (default: self-aware)' },
    { flags: '--plans <file>', about: 'the plan library (default: .intend/plans.json)' },
    { flags: '--allow <dir>', about: 'a folder that tools may read as well', repeated: true },
    { flags: '--max-cycles <number>', about: 'plans tried before giving up' },
    { flags: '--out <dir>', about: 'folder for this run (default: a new one in .intend/runs)' },
    ...showingOptions,
  ],
  async run(argument, options, around) {
    const { folder, env } = around
    const text = (name: string) => options[name] as string | undefined
    const paths = (name: string) =>
      ((options[name] ?? []) as string[]).map(path => resolve(folder, path))
    const files = paths('file').map(existingFile)
    const allow = paths('allow').map(existingFolder)
    const cycles = positive('--max-cycles', text('maxCycles'))
    const { question, notice } = await questionOf(argument, around)
    const now = Date.now()
    const run: Run = {
      format: 1,
      version: version(),
      id: newRunId(now),
      begunAt: new Date(now).toISOString(),
      folder,
      question,
      files,
      model: text('model') || env.INTEND_MODEL || 'offline',
      agent: text('agent') ?? 'self-aware',
      plans: resolve(folder, text('plans') ?? '.intend/plans.json'),
      allow,
      limits: cycles === undefined ? {} : { cycles },
    }
    const showing = showingOf(options)
    if (notice !== undefined && !showing.quiet) around.stderr.write(`${notice}\n`)
    return answerRun(createRunFolder(run, text('out')), { showing, around, fresh: true })
  },
}

// --- internal ---

async function questionOf(
  argument: string | undefined,
  { stdin, interrupted }: Surroundings,
): Promise<{ readonly question: string; readonly notice?: string }> {
  const asked = argument?.trim()
  if (asked === '') throw usage('the question is empty; write it in quotes: intend ask "QUESTION"')
  const { text, notice } = await readPiped(stdin, interrupted)
  if (asked !== undefined && text !== undefined)
    return { question: `${asked}\n\n# Text handed over with the question\n\n${text}` }
  const question = asked ?? text
  if (question === undefined)
    throw usage('there is no question; write it in quotes: intend ask "QUESTION"')
  return { question, ...(notice !== undefined && { notice }) }
}

function existingFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no file ${path}; check the name after -f`)
  if (!found.isFile()) throw usage(`${path} is not a file; name a file after -f`)
  return path
}

function existingFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return path
  throw usage(`there is no folder ${path}; check the name after --allow`)
}

function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= 1000) return number
  throw usage(`${flag} takes a whole number from 1 to 1000, not "${text}"`)
}
