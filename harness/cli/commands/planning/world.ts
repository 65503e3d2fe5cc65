// `intend world`: agents that live in a world, told as text while it happens.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Event } from '../../../../agent/event.ts'
import { openModel } from '../../../../agent/llm/models.ts'
import type { LLMProvider } from '../../../../agent/llm/provider.ts'
import { type Decision, decisionId } from '../../../../phases/planning/character.ts'
import { solveByAgent } from '../../../planbench/solve-by-agent.ts'
import { harmless, printJson, writeLines } from '../../../terminal/plain-text.ts'
import { type Episode, type EpisodeOptions, playEpisode } from '../../../worlds/episode.ts'
import { frame } from '../../../worlds/firefighter.ts'
import { readPddlFiles } from '../../../worlds/pddl-files.ts'
import { paperScenarios, type Scenario, scenariosIn } from '../../../worlds/scenario.ts'
import { stopOn } from '../../../worlds/stop.ts'
import {
  type Command,
  type CommandOptions,
  type ExitCode,
  exit,
  refuseGiven,
  usage,
} from '../../command.ts'
import { chosenModel } from '../../options/model-options.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { showingOf, teller } from '../../options/showing.ts'
import { modelOptions } from '../../options/spelled.ts'
import { explorerWorldOptions, type Playing, playExplorer } from './world-explorer.ts'

const firefighterOptions: CommandOptions = {
  '--scenario <name>':
    'firefighter: one of the paper, such as "FP & FF" (the default), "all" of them, or a file',
  '--max-ticks <number>': 'firefighter: ticks after which it ends (default: 60)',
  '--out <dir>': 'firefighter: a folder to keep it in; played on when it is there',
}

export const world: Command = {
  name: 'world',
  about: 'run agents in a world: what happens is printed on stdout',
  arguments: {
    name: 'firefighter, explorer, or pddl with a domain and a problem',
    domain: 'pddl: a file with a PDDL domain',
    problem: 'pddl: a file with a problem of it',
  },
  options: {
    ...modelOptions,
    '--episodes <number>': 'how often it is played (default: 1)',
    ...firefighterOptions,
    ...explorerWorldOptions,
    '--json': 'one line of JSON for each episode instead',
    '--quiet': 'nothing on stderr but errors',
    '--no-color': 'no colours',
  },
  async run([name, ...files], options, around) {
    const text = (option: string) => options[option] as string | undefined
    const episodes = numberOf('--episodes', text('episodes'), upToThousand) ?? 1
    const play = name === undefined ? undefined : worlds[name]
    if (!play) {
      const what = name === undefined ? 'name a world' : `there is no world "${name}"`
      throw usage(`${what}; known are ${Object.keys(worlds).join(', ')}`)
    }
    if (play !== playFirefighter)
      refuseGiven(options, firefighterOptions, 'for the firefighter world: name that')
    if (play !== playExplorer)
      refuseGiven(options, explorerWorldOptions, 'for the explorer world: name that')
    const model = await chosenModel(options, around)
    return play({ model, episodes, files, text, json: options.json === true, options, around })
  },
}

// --- internal ---

const worlds: Readonly<Record<string, (playing: Playing) => Promise<ExitCode>>> = {
  firefighter: playFirefighter,
  pddl: playPddl,
  explorer: playExplorer,
}

async function playPddl(playing: Playing): Promise<ExitCode> {
  const { files, model, episodes, options, around } = playing
  const [domain, problem] = files
  if (domain === undefined || problem === undefined)
    throw usage('name a domain and a problem: intend world pddl DOMAIN PROBLEM')
  const read = readPddlFiles(domain, problem, around.folder, teller(options, around))
  let worst: ExitCode = exit.satisfied
  for (let episode = 1; episode <= episodes; episode++) {
    const asked = { model, seconds: undefined, around, ...showingOf(options) }
    const code = await solveByAgent(read, asked)
    if (code !== exit.satisfied) worst = code
  }
  return worst
}

async function playFirefighter(playing: Playing): Promise<ExitCode> {
  const { files, model, episodes, text, options, around } = playing
  if (files.length > 0) throw usage('the firefighter world takes no files; write --scenario FILE')
  const scenarios = scenariosOf(text('scenario') ?? 'FP & FF', around.folder)
  const maxTicks = numberOf('--max-ticks', text('maxTicks'), upToThousand) ?? 60
  const out = text('out')
  const { provider, notice } = await openModel(model.spec, around.env, model.settings)
  if (notice !== undefined) teller(options, around)(notice)
  let allQuiet = true
  for (const scenario of scenarios)
    for (let episode = 1; episode <= episodes; episode++) {
      const played = await playOne(playing, provider, {
        scenario,
        agent: 'npc',
        maxTicks,
        ...(out !== undefined && {
          folder: resolve(around.folder, out, folderName(scenario.name), `${episode}`),
        }),
      })
      allQuiet &&= played.world.quiet
    }
  return allQuiet ? exit.satisfied : exit.notSatisfied
}

async function playOne(
  { json, around }: Playing,
  model: LLMProvider,
  how: Pick<EpisodeOptions, 'scenario' | 'agent' | 'maxTicks' | 'folder'>,
): Promise<Episode> {
  const { scenario } = how
  const say = (lines: readonly string[]) => {
    if (!json && lines.length > 0) writeLines(around.stdout, lines)
  }
  say([
    `# ${harmless(scenario.name)}: ${scenario.characters.map(c => `${c.name} the ${c.type}`).join(', ')}`,
  ])
  const stop = stopOn(around.interrupted)
  const playing = playEpisode({
    ...how,
    model,
    signal: stop.signal,
    onTick: tick => say(frame(scenario, tick).map(line => line.trimEnd())),
    onEvent: ({ name }, event) => {
      say(story(name, event))
      stop.heed(event, ['unavailable', 'budget'])
    },
  })
  const episode = await stop.during(playing)
  if (json) around.stdout.write(`${printJson(summary(episode))}\n`)
  return episode
}

function summary({ world: { scenario, ...world }, minds }: Episode) {
  const ticks = world.ticks()
  return {
    scenario: scenario.name,
    ticks: ticks.length - 1,
    quiet: world.quiet,
    characters: Object.entries(minds).map(([name, state]) => ({
      name,
      goals: state.intentionHistory
        .map(({ type, goal, satisfied, reason }) => ({ type, goal, satisfied, reason }))
        .toArray(),
      calls: state.usage.reduce((sum, { calls }) => sum + calls, 0),
    })),
    deeds: ticks.flatMap(({ number: tick, deeds }) =>
      deeds.map(({ actor, action, args, accepted }) => ({ tick, actor, action, args, accepted })),
    ),
    facts: [...(ticks.at(-1)?.facts ?? [])],
  }
}

function scenariosOf(wanted: string, folder: string): readonly Scenario[] {
  const paper = paperScenarios()
  if (wanted === 'all') return paper
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, ' ')
  const named = paper.find(({ name }) => plain(name) === plain(wanted))
  if (named) return [named]
  const path = resolve(folder, wanted)
  if (existsSync(path)) return scenariosIn(readFileSync(path, 'utf8'), wanted)
  const known = paper.map(({ name }) => `"${name}"`).join(', ')
  throw usage(`there is no scenario and no file "${wanted}"; known are ${known}, all`)
}

const folderName = (scenario: string) => scenario.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The lines that tell of an event in the mind of the character `name`; none for most events. */
function story(name: string, event: Event): readonly string[] {
  const lines = told(event)
  return lines.map((line, place) => `  ${place === 0 ? `${name} ` : '    '}${harmless(line)}`)
}

function told(event: Event): readonly string[] {
  switch (event.type) {
    case 'tool-called': {
      if (event.id !== decisionId) return []
      const { chosen, by } = event.input as Decision
      return [
        `decides: ${chosen.phrase}`,
        `could: ${event.content.split('\n').join(' ')}`,
        `because: ${by}`,
      ]
    }
    case 'intention-formed':
      if (event.failure !== undefined) return [`can do nothing: ${event.failure}`]
      return event.replaces === undefined ? [] : ['plans again']
    case 'plan-selected':
      return [`plans: ${event.plan.steps.map(step => step.description.slice(1, -1)).join('; ')}`]
    case 'plan-set-aside':
      return ['plans again']
    case 'intention-closed':
      return event.status === 'failed' ? [`gives up: ${event.reason}`] : []
    default:
      return []
  }
}
