// `intend ask`: one question, with files and piped text, to one answer on stdout.
import { join, resolve } from 'node:path'
import { withText } from '../../../agent/view.ts'
import { given } from '../../../plans/given.ts'
import { assertWritable, reasonOf } from '../../../plans/writable.ts'
import { answerRun } from '../../run/answer.ts'
import { onlyNamed } from '../../run/attachments.ts'
import { createRunFolder, newRunId, type Run } from '../../run/runs.ts'
import { type Command, type Surroundings, usage } from '../command.ts'
import { serversOf } from '../options/servers.ts'
import { existingFiles, setupOf } from '../options/setup.ts'
import { showingOf, showingOptions, teller } from '../options/showing.ts'
import { serverOptions, setupOptions } from '../options/spelled.ts'
import { isSentence, readPiped } from '../stdin.ts'
import { version } from '../version.ts'

export const ask: Command = {
  name: 'ask',
  about: 'answer one question: the answer on stdout, progress on stderr',
  arguments: {
    question: 'the question, in quotes; without it, stdin is the question',
  },
  options: {
    '-f, --file <file...>':
      'attach a file, or those of a folder; - is stdin (piped input is attached anyway unless it is one short line of text)',
    ...setupOptions('the plan library (default: .intend/plans.json)'),
    '--out <dir>': 'folder for this run (default: a new one in .intend/runs)',
    '--save <dir>': 'copy what the answer has written as files into this folder: --save .',
    '--approve': 'show each plan before its first step, to change or reject it',
    ...serverOptions,
    ...showingOptions,
  },
  async run([argument], options, around) {
    const { folder } = around
    const approve = options.approve === true
    if (approve && !(around.stdin.isTTY && around.stderr.isTTY))
      throw usage('--approve asks a person at a terminal, and there is none; leave it out')
    const named = (options.file ?? []) as readonly string[]
    const files = named
      .filter(path => path !== '-')
      .flatMap(path => existingFiles(resolve(folder, path), '-f'))
    const save =
      typeof options.save === 'string' ? await savedTo(resolve(folder, options.save)) : undefined
    const { plans, corpus, ...setup } = await setupOf(options, around)
    const { question, piped, notice } = await questionOf(argument, named.includes('-'), around)
    const now = Date.now()
    const run: Run = {
      format: 1,
      version: version(),
      id: newRunId(now),
      begunAt: new Date(now).toISOString(),
      folder,
      question,
      files,
      ...given({ ...setup, corpus, save, mcp: serversOf(options, around) }),
      plans: plans ?? resolve(folder, '.intend/plans.json'),
    }
    const tell = teller(options, around)
    if (notice !== undefined) tell(notice)
    for (const name of run.allow.length > 0 ? [] : onlyNamed(question, files, folder))
      tell(`${name} is only named; to have it read, add -f ${name}`)
    const made = createRunFolder(run, options.out as string | undefined, around.env, piped)
    return answerRun(made, { showing: showingOf(options), around, fresh: true, approve })
  },
}

// --- internal ---

/** The folder that answers are saved to, which can be written in, or be made. */
async function savedTo(to: string): Promise<string> {
  await assertWritable(join(to, 'saved')).catch(error => {
    throw usage(`cannot write in ${to} (${reasonOf(error)}); name another folder after --save`)
  })
  return to
}

/** The question, and what is piped in beside it when that is to be attached and not read as a part of it. */
async function questionOf(
  argument: string | undefined,
  attach: boolean,
  { stdin, interrupted }: Surroundings,
): Promise<{ readonly question: string; readonly piped?: string; readonly notice?: string }> {
  const asked = argument?.trim()
  if (asked === '') throw usage('the question is empty; write it in quotes: intend ask "QUESTION"')
  const { text, notice } = await readPiped(stdin, interrupted)
  if (attach && (asked === undefined || text === undefined))
    throw usage(
      asked === undefined
        ? 'what is piped in is attached with -f -, so the question is to be named: intend ask "QUESTION" -f -'
        : 'nothing is piped in to attach with -f -',
    )
  if (asked !== undefined && text !== undefined)
    return attach || text.length > longestContext || !isSentence(text)
      ? { question: asked, piped: text }
      : { question: withText(asked, text), notice: readWith }
  const question = asked ?? text
  if (question === undefined)
    throw usage('there is no question; write it in quotes: intend ask "QUESTION"')
  return given({ question, notice })
}

const readWith = 'what is piped in is read with the question; to have it read as a file, add -f -'

/** Characters of a piped line that are read with the question in every prompt; a longer one is looked into. */
const longestContext = 4_000
