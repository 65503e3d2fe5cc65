// What a session says and keeps, without a terminal.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, purposeOf, removeFolders, until } from '../intend.ts'
import { columns, sitting } from './sitting.ts'

afterAll(removeFolders)

const rate = (km: number) => `How long does it take to travel ${km} km at 40 km/h?`
const sessionsIn = (cwd: string) => join(cwd, '.intend/sessions')
const filesIn = (cwd: string, name: string) =>
  readdirSync(sessionsIn(cwd)).map(id => readFileSync(join(sessionsIn(cwd), id, name), 'utf8'))

/** A model that needs an age for the first time that it carries out a step, as long as `slow` says so. */
async function slowModel(own: Readonly<Record<string, string>> = {}) {
  const held = { slow: true }
  const replies: Readonly<Record<string, string>> = {
    perceive: perceived,
    formalize: formalized,
    deliberate: byModel,
    execute: established({ value: 3, derivation: 'distance / speed' }),
    ...own,
  }
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    const delayMs = held.slow && purpose === 'execute' ? 600_000 : 0
    return { text: replies[purpose] ?? '', delayMs }
  })
  const options = { model: 'openai:m', talk: 'separate' }
  return { held, server, options, env: { OPENAI_BASE_URL: server.baseURL } }
}

/** Takes what a process leaves that is killed now; to put it back once its session is closed. */
function killedNow(cwd: string) {
  const copy = folder()
  cpSync(cwd, copy, { recursive: true })
  return () => {
    rmSync(sessionsIn(cwd), { recursive: true })
    cpSync(copy, cwd, { recursive: true })
    const [id = ''] = readdirSync(sessionsIn(cwd))
    for (const part of ['run.lock', 'owner.json'])
      rmSync(join(sessionsIn(cwd), id, part), { recursive: true, force: true })
  }
}

describe('a session that was killed in the midst of a question', () => {
  test('goes on with it where it stood, and then with what had been typed meanwhile', async () => {
    const cwd = folder()
    const { held, server, options, env } = await slowModel()
    const first = await sitting(cwd, options, env)
    first.type(question)
    await until(() => server.bodies.some(body => purposeOf(body) === 'execute'))
    first.type(`${rate(120)} `)
    first.type('/beliefs')
    first.type('And again: how many hours?')
    const restore = killedNow(cwd)
    await first.close()
    expect(JSON.parse(filesIn(cwd, 'session.json')[0]!).waits).toEqual([])
    restore()
    const again = await sitting(cwd, { resume: true }, env)
    expect(again.said()).toMatch(/going on with: A courier/)
    const { state, selected } = again.board.get().turn!
    expect(state?.intentions.get('1')?.steps).toEqual({ s1: 'started' })
    expect(selected?.plan.goal).toBe('divide distance by speed')
    expect(again.board.get().queue).toEqual([rate(120), 'And again: how many hours?'])
    held.slow = false
    again.stop()
    await again.sees(/> How long[\s\S]*\n {2}3\n[\s\S]*> And again[\s\S]*\n {2}3\n/)
    await again.close()
    await server.close()
  })
})

test('one that is open elsewhere is named with its process, and the one at hand stays open', async () => {
  const cwd = folder()
  const first = await sitting(cwd)
  first.type(rate(120))
  await first.sees(/\n {2}3 h\n/)
  const [id = ''] = readdirSync(sessionsIn(cwd))
  const elsewhere = `this session is open in another terminal (process ${process.pid}); when it is closed there: intend --resume ${id}`
  await expect(sitting(cwd, { resume: id })).rejects.toThrow(elsewhere)
  const second = await sitting(cwd)
  second.type(`/resume ${id}`)
  second.type(rate(200))
  await second.sees(/open in another\n? *terminal \(process[\s\S]*\n {2}5 h\n/)
  await first.close()
  await second.close()
  const { code, stderr } = await inProcess(['resume', id], { cwd })
  expect(code).toBe(2)
  expect(stderr).toBe(`intend: ${id} is a session; go on with it by: intend --resume ${id}\n`)
})

test('where nothing can be written, only ways are named that the command has', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, '.intend'), '')
  const refused =
    /^cannot write in \S+ \(a part of its path is a file and no folder\); work in a folder you may write in/
  await expect(sitting(cwd)).rejects.toThrow(new RegExp(`${refused.source}$`))
  const said = async (...more: string[]) =>
    (await inProcess(['ask', 'What is 2 + 3?', ...more], { cwd })).stderr.replace(/\s+/g, ' ')
  expect(await said()).toMatch(/, or name others with --out DIR and --plans FILE $/)
  expect(await said('--plans', join(folder(), 'p.json'))).toMatch(/, or name one with --out DIR $/)
  expect(await said('--out', join(folder(), 'x'))).toMatch(/; name another with --plans/)
})

test('/why and /export hold the whole of what an answer rests on', async () => {
  const cwd = folder()
  const towns =
    'Alpharetta Benningfield Castellammare Dunfermline Eberswalde Fontainebleau Gelsenkirchen Hammersmith Inverurie'
  const [one, other] = [`Ann ${towns}`, `Bob ${towns}`]
  writeFileSync(join(cwd, 's.csv'), `seller,price\n${one},3\n${other},4.5\n`)
  const session = await sitting(cwd)
  session.type(`What is the sum of the price column in @s.csv where the seller is ${other}?`)
  await session.sees(/\n {2}4\.5\n/)
  session.type('/why result')
  session.type(`What percentage of the total price is of the seller ${one}?`)
  await session.sees(/\n {2}40 %\n/)
  session.type('/export out.md')
  await session.sees(/out\.md$/)
  const [, why = ''] = session.said().split('> /why result\n')
  expect(why.replace(/\s+/g, ' ')).toContain(`"seller" IN ('${other}')`)
  for (const line of why.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  const written = readFileSync(join(cwd, 'out.md'), 'utf8')
  expect(written).toContain(`"seller" IN ('${other}')`)
  expect(written).toContain('\n**40 %**\n') // as it was shown
  expect(written).toMatch(/^# What is the sum of the price column in /)
  await session.close()
})

test('/save copies what was written last to where the session is', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 's.csv'), 'region,amount\nNorth,3\nSouth,4\n')
  const session = await sitting(cwd)
  session.type('/save')
  await session.sees(/no answer of this session has written a file/)
  session.type('Plot the total amount per region of @s.csv.')
  await session.sees(/written: \S+\.svg/)
  session.type('How many rows does @s.csv have?')
  await session.sees(/How many rows[\s\S]*% sure/)
  session.type('/save')
  await session.sees(/\nsaved: [^/]+\.svg/)
  const [svg] = readdirSync(cwd).filter(name => name.endsWith('.svg'))
  expect(readFileSync(join(cwd, svg!), 'utf8')).toMatch(/^<svg /)
  writeFileSync(join(cwd, svg!), 'mine')
  session.type('/save')
  await session.sees(/\.svg is there already; the new/)
  await session.close()
})

test('/why tells what a question says in other words as a person would', async () => {
  const cwd = folder()
  const rows = ['2026-02-03,rent,700', '2026-03-02,rent,700', '2026-03-09,food,110.5']
  writeFileSync(join(cwd, 'budget.csv'), `${['date,category,amount', ...rows].join('\n')}\n`)
  const session = await sitting(cwd)
  session.type('What is the total amount in March? @budget.csv')
  await session.sees(/\n {2}810\.5\n/)
  session.type('/why')
  await session.sees(/\n {6}period value = March: from your question\n/)
  expect(session.said()).not.toContain('SELECT')
  session.type('/why result')
  await session.sees(/> \/why result\n[^>]* SELECT /)
  session.type('What are the top 3 categories by amount?')
  await session.sees(/% sure[\s\S]*\n {2}rent: 1400, food: 110\.5\n[\s\S]*% sure/)
  session.type('/why 2')
  await session.sees(/> \/why 2\n[\s\S]*\n {4}result = rent: 1400, food: 110\.5: /)
  expect(session.said()).toMatch(
    /decimals = 2: your question does not say it in these words; it was understood so\n/,
  )
  await session.close()
})

test('/why of a question at work says that there is no answer yet', async () => {
  const { server, options, env } = await slowModel()
  const session = await sitting(folder(), options, env)
  session.type(question)
  await until(() => server.bodies.some(body => purposeOf(body) === 'execute'))
  session.type('/why')
  await session.sees(/> \/why\nno answer yet/)
  await session.close()
  await server.close()
})

test('under an answer stands what it was worked out from, where that was read, and what nobody states', async () => {
  const [costs, most] = ['The hall costs 1,545 EUR.', 'At most 1,800 EUR for the hall.']
  const read = (role: string, call: string, quote: string, value: unknown, more = {}) => ({
    newGroundBeliefs: [{ name: role, value, evidence: { call, quote }, ...more }],
    summary: 'read',
  })
  const step = (id: string, role: string, more = {}) => ({
    id,
    kind: 'read',
    description: 'what is said of it',
    writes: [{ role, ...more }],
  })
  const talked = (kind: string, goal: string, steps: readonly object[], results: object) => ({
    perceive: {
      schemaBeliefs: [`task requires ${goal}`],
      groundBeliefs: [],
      answerContract: { kind },
    },
    formalize: { type: goal.replaceAll(' ', '_') },
    deliberate: { goal, steps },
    results,
  })
  const synthesized = (expression: string) => ({
    ...step('s4', 'final_answer'),
    kind: 'synthesize',
    description: 'the answer',
    expression,
  })
  const unit = { unit: 'EUR' }
  const number = { type: 'number', ...unit }
  const replies = [
    talked(
      'boolean',
      'whether a price is within a limit',
      [
        step('s1', 'price', number),
        step('s2', 'limit', number),
        { ...step('s3', 'within'), kind: 'compute', expression: 'price <= limit' },
        synthesized('within'),
      ],
      { s1: read('price', 'c1', costs, 1545, unit), s2: read('limit', 'c2', most, 1800, unit) },
    ),
    {
      ...talked(
        'text',
        'a remark on what is written',
        [step('s1', 'remark'), synthesized('remark')],
        {
          s1: read('remark', 'c2', most, 'The hall is to be cheap.', { implied: true }),
        },
      ),
      caveat: 'No year is named.',
    },
  ]
  const server = await startChatServer(() => ({
    text: JSON.stringify(replies.shift()),
    usage: { inputTokens: 4000, outputTokens: 899, cachedTokens: 0 },
  }))
  const cwd = folder()
  writeFileSync(join(cwd, 'offer.md'), `${costs}\n`)
  writeFileSync(join(cwd, 'minutes.md'), `${most}\n`)
  const options = { model: 'openai:m', file: ['offer.md', 'minutes.md'] }
  const env = { OPENAI_BASE_URL: server.baseURL }
  const session = await sitting(cwd, options, env)
  session.type('Is the hall within the limit?')
  const footer = ' {2}\\d\\d % sure · new plan · 1 call, 4,899 tokens · [\\d.]+ s · /why'
  await session.sees(
    new RegExp(
      `\n {2}yes\n {2}since price = 1545 EUR and limit = 1800 EUR\n {2}from offer.md and minutes.md\n${footer}`,
    ),
  )
  session.type('What do you make of it?')
  await session.sees(
    new RegExp(
      `cheap\\.\n {2}concluded, not stated: from "${most}"\n {2}note by the model: No year is named.\n {2}from minutes.md\n${footer}`,
    ),
  )
  await session.close()
  await server.close()
})

test('/why goes on from a text to what its slots hold', async () => {
  const { held, server, options, env } = await slowModel({
    perceive: perceived.replace('"kind":"number","unit":"h"', '"kind":"text"'),
    deliberate: byModel.replace(
      ',"type":"number"}],"expression":"duration"',
      '}],"expression":"about {duration:1} hours"',
    ),
  })
  held.slow = false
  const session = await sitting(folder(), options, env)
  session.type(question)
  await session.sees(/\n {2}about 3\.0 hours\n/)
  session.type('/why')
  await session.sees(/> \/why\n[\s\S]*\n {4}duration = 3 h: worked out as distance \/ speed\n/)
  await session.close()
  await server.close()
})

test('what is asked after a question without an answer goes on from it', async () => {
  const { held, server, options, env } = await slowModel({
    deliberate: JSON.stringify({ goal: 'none', unachievable: 'no speed is said' }),
  })
  held.slow = false
  const cwd = folder()
  const session = await sitting(cwd, options, env)
  session.type(question)
  await session.sees(/cannot say: no speed is said\n/)
  session.type('Take 20 km/h.')
  await session.sees(/Take 20[\s\S]*cannot say: /)
  const last = server.bodies.filter(body => purposeOf(body) === 'perceive').at(-1)
  expect(JSON.stringify(last)).toContain(`# The messages before\\n${question}`)
  expect(await session.close()).toBe(readdirSync(sessionsIn(cwd))[0])
  const again = await sitting(cwd, { resume: true }, env)
  expect(again.said().match(/cannot say: no speed is said$/gm)).toHaveLength(2)
  await again.close()
  await server.close()
})

test('what is to be known beside an answer stands there again when a session is taken up, and in a transcript', async () => {
  const cwd = folder()
  writeFileSync(
    join(cwd, 'stock.csv'),
    ['item,amount', 'nails,40', 'screws,none yet', ...Array(8).fill('nuts,2')].join('\n'),
  )
  const session = await sitting(cwd)
  session.type('What is the total amount? @stock.csv')
  await session.sees(/\n {2}56\n {2}note: 1 of 10 cells of "amount" are not numbers/)
  await session.close()
  const again = await sitting(cwd, { resume: true })
  expect(again.said()).toMatch(/\n {2}56\n {2}note: 1 of 10 cells of "amount" are not numbers/)
  again.type('/export talk.md')
  await again.sees(/talk\.md/)
  await again.close()
  expect(readFileSync(join(cwd, 'talk.md'), 'utf8')).toMatch(/\*\*56\*\*\n\nnote: 1 of 10 cells/)
})

test('a file behind a question is attached and is no part of it; /file takes it away as it was typed', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'my river.txt'), 'The first bridge was built by Anna Berg in 1872.\n')
  const session = await sitting(cwd)
  session.type('Who built the first bridge? @"my river.txt"')
  await session.sees(/\n {2}Anna Berg\n/)
  session.type('/file -"my river.txt"')
  await session.sees(/no file is attached/)
  session.type('/resume')
  await session.sees(/1 question\n {2}Who built the first bridge\?$/m)
  const id = (await session.close())!
  const traced = await inProcess(['trace', id], { cwd })
  expect(traced).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/first bridge\?: achieved/),
  })
})

describe('of the files of a session', () => {
  const stocked = () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'my data'))
    writeFileSync(join(cwd, 'fruit.csv'), 'item,price\napples,3\npears,4.5\n')
    writeFileSync(join(cwd, 'stock.csv'), 'article,price\nnails,1\nnuts,2\n')
    writeFileSync(join(cwd, 'my data', 'stock.csv'), 'article,price\nbolts,9\n')
    writeFileSync(join(cwd, 'my data', 'more.csv'), 'town,inhabitants\nBern,9\n')
    return cwd
  }

  test('those that a rewound question has named go with it, and those of /file stay', async () => {
    const cwd = stocked()
    const session = await sitting(cwd)
    const names = () => session.board.get().files.map(path => basename(path))
    session.type('What is the sum of the price column in @fruit.csv?')
    await session.sees(/\n {2}7\.5\n/)
    session.type('/file my data/more.csv')
    session.type('@stock.csv What is the sum of the price where the article is nuts?')
    await session.sees(/> @stock[\s\S]*% sure/)
    expect(names()).toEqual(['fruit.csv', 'more.csv', 'stock.csv'])
    session.type('/rewind')
    await session.sees(/> \/rewind\n\n\s*session [\s\S]*7\.5/)
    expect(names()).toEqual(['fruit.csv', 'more.csv'])
    session.type('/rewind 1')
    await session.sees(/> \/rewind 1\n\n\s*session /)
    expect(names()).toEqual(['more.csv'])
    await session.close()
  })

  test('all are detached by -, and those of a folder by its name', async () => {
    const session = await sitting(stocked())
    const attached = () => session.board.get().files.length
    session.type('/file .')
    session.type('/file my data/more.csv')
    await until(() => attached() === 3)
    session.type('/file -.')
    await until(() => attached() === 1)
    session.type('/file -my data/')
    await until(() => attached() === 0)
    session.type('/file .')
    await until(() => attached() === 2)
    session.type('/file -')
    await session.sees(/> \/file -\nno file is attached$/)
    await session.close()
  })

  test('one with the name of another is left out, and the others can be asked about', async () => {
    const cwd = stocked()
    const session = await sitting(cwd)
    session.type('/file stock.csv')
    session.type('/file my data')
    const refused = `${cwd}/my data/stock.csv is not attached, as ${cwd}/stock.csv has the same name; `
    await session.sees(/these go with every question:\n.*stock\.csv\n.*more\.csv$/)
    expect(session.said().replace(/\n\s*/g, ' ')).toContain(refused)
    session.type('What is the sum of the price column?')
    await session.sees(/\n {2}3\n/)
    session.type('What is the sum of the price column in @"my data/stock.csv"?')
    await session.sees(/> What [^>]*> What [^>]*the same name/)
    await session.close()
    const twice = { model: 'offline', file: ['stock.csv', 'my data/stock.csv'] }
    await expect(sitting(cwd, twice)).rejects.toThrow(/have the same name; attach one of them/)
  })
})

test('what a newcomer can type is said first, and nothing of a file that is binary data but that', async () => {
  const cwd = folder()
  const bytes = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 31) % 256)
  for (const name of ['b.csv', 'b.bin']) writeFileSync(join(cwd, name), bytes)
  const session = await sitting(cwd)
  expect(session.said()).toMatch(/\n\/help .*@FILE .*Ctrl-D or quit leaves$/)
  session.type('What is the sum of the fee? @b.csv')
  await session.sees(/b\.csv looks like binary data, which cannot be read/)
  session.type('/file -b.csv')
  session.type('Who built the first bridge? @b.bin')
  await session.sees(/no answer: found nothing: b\.bin looks like binary data/)
  await session.close()
})

test('what failed is told once, in words', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'notes.md'), 'The training takes place in Bern.\n\nThe room is blue.\n')
  const session = await sitting(cwd)
  session.type('What does the training cost? @notes.md')
  await session.sees(/no answer/)
  session.type('/why')
  await session.sees(/> \/why\n/)
  const [answer = '', why = ''] = session.said().split('> /why\n')
  for (const told of [answer, why]) {
    expect(told).toMatch(
      /no answer: found nothing: "The training takes place in Bern." gives no number/,
    )
    expect(
      told.replace(/\s+/g, ' ').match(/"The training takes place in Bern." gives no number/g),
    ).toHaveLength(1)
    expect(told).not.toMatch(/did not establish|✗/)
  }
  await session.close()
})

test('a model of which nothing can be read is told of at once, and given up after two asks', async () => {
  let asked = 0
  // the second reply is longer in coming than the board takes to tell of the first
  const server = await startChatServer(() => ({
    text: 'I would rather not say.',
    delayMs: ++asked === 2 ? 500 : 0,
  }))
  const session = await sitting(
    folder(),
    { model: 'openai:m' },
    { OPENAI_BASE_URL: server.baseURL },
  )
  const troubles: unknown[] = []
  const note = () => troubles.push(server.bodies.length, session.board.get().turn?.trouble)
  session.board.subscribe(note)
  session.type(question)
  await session.sees(/no answer/)
  expect(server.bodies).toHaveLength(8)
  expect(troubles).toContain('a reply of openai:m holds no JSON object, asking again')
  const said = session.said().replace(/\s+/g, ' ')
  expect(said.match(/the replies of openai:m hold no JSON that could be used/g)).toHaveLength(1)
  expect(said).toMatch(/or choose another model(?!.*✗)/)
  await session.close()
  await server.close()
})

test('questions have numbers where they are told again, and a wrong one names the range', async () => {
  const cwd = folder()
  const first = await sitting(cwd)
  for (const km of [120, 200]) first.type(rate(km))
  await first.sees(/\n {2}5 h\n/)
  first.type('/rewind 0')
  first.type('/fork 2.s9')
  await first.sees(/there is no question 0; they are numbered 1 to 2, and \/cost lists them\n/)
  await first.sees(/there is no 2\.s9; of question 2 there are 2\.\w+/)
  await first.close()
  const again = await sitting(cwd, { resume: true })
  expect(again.said()).toMatch(/\n1 > How long[\s\S]*\n {2}3 h\n\n2 > How long[\s\S]*\n {2}5 h$/)
  again.type('/clear')
  again.type(rate(80))
  await again.sees(/\n {2}2 h\n/)
  again.type('/cost')
  await again.sees(/\n3 · .*s: How long does it take to travel 80/)
  again.type(rate(160))
  await again.sees(/\n {2}4 h\n/)
  for (const line of ['/why 3', '/plan 3', '/why 9']) again.type(line)
  await again.sees(/> \/why 9\nthere is no question 9 here; \/cost lists them/)
  const [why, plan] = again.said().split('> /why 3\n')[1]!.split('> /plan 3\n')
  expect(why).toMatch(/^2 h/)
  expect(plan).toMatch(/→ .*2 h/)
  await again.close()
})

test('what is typed in other words, or is wrong, is answered to the point', async () => {
  const cwd = folder()
  const session = await sitting(cwd)
  for (const line of ['why?', '/help believe', '/policy remove 3', '/model foo:bar'])
    session.type(line)
  await session.sees(/there is no model "foo:bar"; known are [\s\S]*replay:FILE$/)
  session.type('/name my own')
  session.type(rate(120))
  await session.sees(/this session is called my own\n[\s\S]*\n {2}3 h\n/)
  const said = session.said()
  expect(said).toMatch(/> \/why\nnothing has been asked yet\n/)
  expect(said).toMatch(/> \/help believe\n\/believe NAME = VALUE {2}correct a belief;/)
  expect(said.split('> /policy')[0]!.split('> /help believe')[1]!.split('\n').length).toBeLessThan(
    6,
  )
  expect(said).toMatch(/\nthere is no rule to remove; they are made by answering "always"\n/)
  await session.close()
})

test('a plan that is shown first says in plain words what its tools are given', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'fruit.csv'), 'item,price\napples,3\npears,4.5\n')
  const session = await sitting(cwd, { approve: true })
  session.type('What is the sum of the price column in @fruit.csv?')
  await until(() => session.board.get().asked !== undefined)
  const told = [session.said(), ...session.board.get().asked!].join('\n')
  expect(told).toMatch(/\n {6}file: \{file\}\n {6}sql: SELECT sum\("\{column\}"\) FROM t\n/)
  session.type('b colum = item')
  await session.sees(/there is no belief colum; did you mean column\?/)
  const { asked } = session.board.get()
  session.type('/help why')
  await session.sees(/> \/help why\n\/why \[QUESTION\]/)
  session.type('/plan')
  await session.sees(/> \/plan\nno plan is under way yet/)
  expect(session.board.get().asked).toBe(asked)
  session.type('Why?!')
  await session.sees(/Why\?! is none of the answers below; n says no, and leaves it\.$/)
  await new Promise(resolve => setTimeout(resolve, 3_000))
  session.type('y')
  await session.sees(/\n {2}7\.5\n.* · [0-2]\.\d s · /)
  session.type(rate(120))
  await session.sees(/\n {4}= distance \/ speed\n/)
  await session.close()
})

test('what was to be approved is put to the person again after --resume', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'fruit.csv'), 'item,price\napples,3\npears,4.5\n')
  const session = await sitting(cwd)
  session.type('/approve on')
  session.type('What is the sum of the price column in @fruit.csv?')
  await until(() => session.board.get().asked !== undefined)
  const restore = killedNow(cwd)
  session.type('y')
  await session.sees(/\n {2}7\.5\n/)
  await session.close()
  restore()
  const again = await sitting(cwd, { resume: true })
  await until(() => again.board.get().asked !== undefined)
  again.type('y')
  await again.sees(/\n {2}7\.5\n/)
  await again.close()
})

test('of many sessions the latest are listed, and how the others are found', async () => {
  const cwd = folder()
  const session = await sitting(cwd)
  session.type(rate(120))
  for (let time = 0; time < 9; time++) session.type('/fork')
  session.type('/resume')
  await session.sees(/\nand 2 that began earlier; \/resume WORDS lists those that hold the words$/)
  await session.close()
})
