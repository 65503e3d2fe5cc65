// What a file holds, and what changed between two tables, told of any kind of file in its own words.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { driven } from './kit.ts'

const files = {
  'service.json': `{ "service": { "name": "billing", "ports": [80, 443] }, "debug": false, "tags": ["a", "b"] }`,
  'orders.json': JSON.stringify([
    { id: 1, customer: { name: 'Ann' }, lines: [{ sku: 'A1' }], total: 34.5 },
    { id: 2, customer: { name: 'Ben' }, lines: [{ sku: 'B2' }], total: 12 },
  ]),
  'people.json': '[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]',
  'fruit.json': '["apple", "pear"]',
  'log.jsonl': '{"at": "08:00", "what": "open"}\n{"at": "17:00", "what": "close"}\n',
  'pool.html': `<title>Pool</title><nav><a href="/">Home</a></nav><h1>Timetable</h1><p>Bring a padlock.</p>
<table><tr><th>Day</th><th>Time</th></tr><tr><td>Monday</td><td>06:30</td></tr></table><p>Adults pay 5 euros.</p>`,
  'prices.md':
    '# Prices\n\nThey hold **until** May.\n\nLeeks .......... 2.10\n\n| Ticket | Euros |\n|---|---|\n| Adult | 5 |\n',
  'old.csv': 'id,name,price,note\n1,Ann,3,\n2,Ben,4,x\n3,Cy,5,\n',
  'new.csv': 'id,name,price,note\n1,Ann,3,\n2,Ben,4.5,x\n4,Di,7,\n3,Cy,5,late\n',
  'other.csv': 'id,name\n1,Ann\n',
  'inn.md':
    '# Inn\n\n| Room | Price |\n|---|---|\n| Single | 68 |\n| Double | 98 |\n\n| Extra | Price (EUR) |\n|---|---|\n| Dog | 18 |\n| Cot | free |\n| Sauna | 12 |\n| Garage | 14 |\n| Dinner | 34 |\n',
  'shop.json': JSON.stringify({
    orders: [
      { id: 'A1', items: [{ sku: 'cot', cost: null }] },
      { id: 'A2', items: [{ sku: 'bed', cost: 4 }] },
    ],
  }),
  'account.csv':
    'Date,Text,Amount,Balance\n2026-01-02,Gift,500,500\n2026-01-05,Rent,-300,200\n2026-01-09,Rent,-20,180\n',
  't2.csv': 'id,name,price,note\n1,Ann,3,\n',
} as const
type File = keyof typeof files

describe.concurrent('what is in a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overview-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const members = { 'bern.csv': strToU8('date,qty\n'), 'README.txt': strToU8('Two shops.\n') }
    await writeFile(join(folder, 'shops.zip'), zipSync(members))
  })
  const answerTo = async (question: string, ...names: readonly File[]) => {
    const { ask } = await driven()
    const heard = await ask(
      question,
      names.map(name => join(folder, name)),
    )
    return heard.answer
  }

  it('an archive holds files', async () => {
    const { ask } = await driven()
    const { answer } = await ask('What is in this file?', [join(folder, 'shops.zip')])
    expect(answer).toBe(
      'ZIP archive, 2 files; bern.csv (9 bytes), begins: date,qty; README.txt (11 bytes)',
    )
  })

  it.each<readonly [File, string]>([
    ['service.json', 'JSON, an object with 3 keys; service; "debug": false; "tags": ["a", "b"]'],
    [
      'orders.json',
      'JSON, a list of 2 objects; "id": 1; "customer": {"name": "Ann"}; lines; "total": 34.5',
    ],
    [
      'people.json',
      'JSON, a list of 2 objects; {"id": 1, "name": "Ann"}; {"id": 2, "name": "Ben"}',
    ],
    ['fruit.json', 'JSON, a list of 2 texts; ["apple", "pear"]'],
    ['log.jsonl', 'JSON lines, 2 records; {"at": "08:00", "what": "open"}'],
    ['pool.html', 'Timetable, Bring a padlock., Adults pay 5 euros.'],
    ['prices.md', 'Prices, They hold until May., Leeks .......... 2.10'],
  ])('%s', async (file, told) => {
    for (const question of [
      'What does this file say?',
      'what is in it',
      'Tell me about this file.',
    ])
      expect(await answerTo(question, file)).toBe(told)
  })

  it('tells the cells that changed, whatever type a column has in each of both', async () => {
    for (const question of ['What changed?', 'What changed between these two files?'])
      expect(await answerTo(question, 'old.csv', 'new.csv')).toBe(
        'by id, added: 4; removed: nothing; changed: 2 (price 4.0 to 4.5), 3 (note nothing to late)',
      )
    expect(await answerTo('What changed?', 'old.csv', 'other.csv')).toBeUndefined()
    // which a query takes for the second table
    expect(await answerTo('What changed?', 't2.csv', 'new.csv')).toBeUndefined()
  })

  it('tells the first rows as they stand there, with the cells that are empty', async () => {
    expect(await answerTo('What are the first two rows?', 'old.csv')).toBe(
      '1, Ann, 3,; 2, Ben, 4, x',
    )
    expect(await answerTo('Show the first row', 'new.csv')).toBe('1, Ann, 3.0,')
    expect(await answerTo('What are the first 2 missing rows?', 'old.csv')).toBeUndefined()
  })

  it('says of which file it cannot tell', async () => {
    const { ask } = await driven()
    const { reason } = await ask('What changed?', [join(folder, 'old.csv')])
    expect(reason).toContain('"changed" is neither a column nor a value of old.csv; it can answer ')
  })

  it.each<readonly [string, ...File[]]>([
    ['What is the price of number 5?', 'new.csv'],
    ['Which day is it?', 'inn.md'],
    ['What does a cot cost?', 'inn.md'],
    ['What does the cot cost in EUR?', 'shop.json'],
    ['What is the total balance?', 'account.csv'],
  ])('proposes only what it can answer: %s %s', async (question, ...names) => {
    const { ask } = await driven()
    const paths = names.map(name => join(folder, name))
    const { answer, reason } = await ask(question, paths)
    expect(answer).toBeUndefined()
    const [, proposed = ''] = /it can answer "(.*?)"(?:;| \(|$)/.exec(reason) ?? []
    for (const each of proposed.split('" or "'))
      expect([each, (await ask(each, paths)).answer]).toEqual([each, expect.any(String)])
  })
})
