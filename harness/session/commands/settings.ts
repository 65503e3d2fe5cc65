// Commands about how the session works: model, agent, files, budget, approval, rules, configuration.

import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { agentNames } from '../../../agent/agents/agents.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { addTotals, noUsageTotals } from '../../../agent/runs/usage.ts'
import { usage } from '../../cli/command.ts'
import { limitNumbers } from '../../cli/options/model-options.ts'
import { numberOf } from '../../cli/options/numbers.ts'
import { existingFiles } from '../../cli/options/setup.ts'
import { readRules, removeRule, ruleLines } from '../../configuration/rules.ts'
import { configurationLines, configurationOf } from '../../configuration/shown.ts'
import { attachedTwice, namesakes } from '../../run/attachments.ts'
import { journalFile } from '../../run/runs.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { paths } from '../complete.ts'
import { type Desk, reopened } from '../desk.ts'
import { costOf, leftOf } from '../live.ts'
import { firstNumber } from '../points.ts'
import type { SlashCommand } from './command.ts'

export const settings: readonly SlashCommand[] = [
  {
    name: 'model',
    takes: '[SPEC]',
    about: 'show or change the model, written as for --model',
    complete: () => forms,
    async run(desk, rest) {
      if (rest !== '') await reopened(desk, { model: rest })
      desk.say(harmless(`model: ${desk.opened().session.agent.model.provider.name}`))
    },
  },
  {
    name: 'agent',
    takes: '[NAME]',
    about: 'show or change the agent',
    seldom: true,
    complete: () => agentNames,
    async run(desk, rest) {
      if (rest !== '') await reopened(desk, { agent: rest })
      desk.say(`agent: ${desk.opened().place.session.agent}; there are ${agentNames.join(', ')}`)
    },
  },
  {
    name: 'file',
    takes: '[PATH | -PATH | -]',
    about:
      'attach a file or folder, detach it (-PATH) or all (-), or list them; @PATH attaches too',
    anytime: true,
    complete: (desk, typed) =>
      typed.startsWith('-')
        ? desk.board.get().files.map(path => `-${path}`)
        : paths(desk.around.folder, typed),
    run(desk, rest) {
      const { files } = desk.board.get()
      const { named = [] } = desk.opened().place.session
      if (rest.startsWith('-')) desk.attach(without(desk, rest.slice(1)), named)
      else if (rest !== '') {
        const all = found(desk, rest)
        const twice = namesakes(files, all)
        desk.say(...twice.map(each => harmless(attachedTwice(each))))
        const more = all.filter(path => twice.every(({ file }) => file !== path))
        desk.attach(
          [...new Set([...files, ...more])],
          named.filter(path => !more.includes(path)),
        )
      }
      const now = desk.board.get().files
      desk.say(
        ...(now.length === 0
          ? ['no file is attached']
          : ['these go with every question:', ...now.map(path => `  ${harmless(path)}`)]),
      )
    },
  },
  {
    name: 'cost',
    about: 'show what each question and the session have used',
    anytime: true,
    run(desk) {
      const state = desk.opened().session.agent.state()
      const first = firstNumber(readJournal(journalFile(desk.opened().place)))
      const each = [...state.intentionHistory].map(({ question, usage: used, seconds }, at) =>
        harmless(`${first + at} · ${costOf(used)}, ${seconds.toFixed(1)} s: ${question}`),
      )
      const all = [...state.usage.values()].reduce(addTotals, noUsageTotals)
      const { budget } = desk.opened().session.agent.model
      const { budget: limits = {} } = desk.opened().place.session
      const left = budget ? leftOf({ limits, spent: budget.spent() }) : ''
      desk.say(...each, `together ${costOf(all)}${left && ` · ${left}`}`)
    },
  },
  {
    name: 'budget',
    takes: '[cost DOLLARS | tokens NUMBER | seconds NUMBER | off]',
    about: 'limit what all questions of the session may use together',
    seldom: true,
    complete: () => ['cost ', 'tokens ', 'seconds ', 'off'],
    async run(desk, rest) {
      const [what = '', value] = rest.split(/\s+/)
      const { budget = {} } = desk.opened().place.session
      if (what === 'off') await reopened(desk, { budget: {} })
      else if (what !== '') await reopened(desk, { budget: { ...budget, ...limitOf(what, value) } })
      const limits = Object.entries(desk.opened().place.session.budget ?? {})
      const said = limits.map(([name, most]) => `${name}: ${most}`).join(', ')
      desk.say(said || 'there is no budget')
    },
  },
  {
    name: 'approve',
    takes: '[on | off]',
    about: 'show each plan before its first step, to change or reject it',
    anytime: true,
    complete: () => ['on', 'off'],
    run(desk, rest) {
      if (!['', 'on', 'off'].includes(rest)) throw usage('/approve takes on or off')
      desk.approve(rest === '' ? !desk.approving() : rest === 'on')
      desk.say(
        desk.approving()
          ? 'you are asked about each plan before its first step'
          : 'plans are carried out without asking',
      )
    },
  },
  {
    name: 'policy',
    takes: '[remove NUMBER]',
    about: 'list or remove permissions granted with "always"',
    seldom: true,
    anytime: true,
    complete: () => ['remove '],
    run(desk, rest) {
      const { env } = desk.around
      const [, number] = /^remove (\d+)$/.exec(rest) ?? []
      if (rest !== '' && !removeRule(number, env)) throw noRule(readRules(env).length)
      const lines = ruleLines(readRules(env))
      const none = 'there are no rules; they are made by answering "always"'
      desk.say(...(lines.length > 0 ? lines : [none]))
    },
  },
  {
    name: 'config',
    about: 'list the settings in force here and where each comes from',
    seldom: true,
    anytime: true,
    async run(desk) {
      const shown = await configurationOf(desk.around)
      desk.say(...configurationLines(shown, desk.around.env, desk.telling.width()))
    },
  },
]

// --- internal ---

const forms = ['offline', 'openai:', 'anthropic:', 'ollama:', 'vllm:', 'lmstudio:', 'replay:']

function limitOf(what: string, value = '') {
  const [, numbers] = Object.entries(limitNumbers).find(([name]) => name === what) ?? []
  if (!numbers) throw usage('/budget takes cost, tokens, seconds or off')
  return { [what]: numberOf(`/budget ${what}`, value, numbers) }
}

const noRule = (rules: number) =>
  usage(
    rules === 0
      ? 'there is no rule to remove; they are made by answering "always"'
      : `say which rule goes, by its number from 1 to ${rules}: /policy remove 1`,
  )

/** The files that stay without one of this path or end of a path, or without those of a folder; none where none is named. */
function without({ board, around }: Desk, typed: string): readonly string[] {
  const name = pathIn(typed)
  if (name === '') return []
  const { files } = board.get()
  const at = resolve(around.folder, name)
  const kept = files.filter(
    path => ![path, dirname(path)].includes(at) && !path.endsWith(`/${name}`),
  )
  if (kept.length === files.length) throw usage(`${name} is not attached; /file lists what is`)
  return kept
}

function found({ around: { folder } }: Desk, typed: string): readonly string[] {
  return existingFiles(resolve(folder, pathIn(typed)), '/file')
}

/** A path as it may be typed: after @, in quotation marks, from the home folder on. */
const pathIn = (typed: string) =>
  typed
    .trim()
    .replace(/^@/, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/^~(?=\/)/, homedir())
