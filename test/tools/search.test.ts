import { createWriteStream } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsOf } from '../../plans/text/words.ts'
import { htmlText } from '../../tools/documents/html/text.ts'
import { markdownPassages, plainPassages } from '../../tools/search/passages.ts'
import { type Hit, SearchError, type SearchProvider } from '../../tools/search/provider.ts'
import { createCorpus } from '../../tools/search/providers/corpus.ts'
import { webSearch } from '../../tools/search.ts'
import { toolContract } from '../contracts/tool.ts'
import { type Folder, openFolder } from '../support/folder.ts'

const signal = new AbortController().signal
let folder: Folder
let corpus: SearchProvider
beforeAll(async () => {
  folder = await openFolder()
  await folder.write(
    'running/records.md',
    '# Marathon records\n\nThe fastest marathon took 2:01:09 in Berlin.\n\n## Women\n\nIn 2019 it took 2:14:04 in Chicago.\n',
  )
  await folder.write('moon.txt', 'The Moon\n\nThe Moon is 384,400 km from the Earth on average.\n')
  await folder.write(
    'snail.html',
    '<html><head><title>Garden snails</title><style>p { color: moon }</style></head><body><h2>Speed</h2><p>A snail crawls 1.3&nbsp;cm in ten seconds &amp; rests.</p><script>var marathon</script></body></html>',
  )
  await folder.write('rivers.csv', 'River,Length (km)\nDanube,2850\nRhine,1233\n')
  await folder.write(
    'facts.jsonl',
    '{"title":"Lake Inari","text":"Lake Inari covers 1,040 square kilometres.","url":"https://lakes.test/inari"}\n{"other":1}\n',
  )
  await folder.write('broken.jsonl', '{"title":')
  await folder.write('image.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  await folder.write('.hidden.txt', 'The Moon has a hidden file.')
  await symlink('/etc/hostname', join(folder.path, 'link.txt'))
  const document = new PDFDocument()
  const file = document.pipe(createWriteStream(join(folder.path, 'bridge.pdf')))
  document.text('The Humber crossing spans 1410 metres.')
  document.end()
  await finished(file)
  corpus = await createCorpus(folder.path)
})
afterAll(() => folder.remove())

const first = async (query: string) => (await corpus.search(query, { signal, limit: 1 }))[0]
const ask = async (providers: readonly SearchProvider[], query = 'snail') => {
  const tool = webSearch(providers)
  return tool.execute(tool.input.parse({ query }), folder.context)
}
const provider = (name: string, search: SearchProvider['search']): SearchProvider => ({
  name,
  search,
})

toolContract({
  tool: webSearch([
    provider('library', async query => {
      if (query === 'down') throw new SearchError('network', 'no route to the library')
      return query.includes('Moon') ? [{ title: 'The Moon', path: 'moon.txt', text: 'Far.' }] : []
    }),
  ]),
  context: async () => folder.context,
  works: [{ query: 'How far is the Moon?' }, { query: 'nothing such', limit: 3 }],
  fails: [{ input: { query: 'down' }, says: /library: network \(no route to the library\)/ }],
  refused: [{}, { query: '' }, { query: 'x', limit: 0 }, { query: 'x'.repeat(1001) }],
})

describe('a folder as a corpus', () => {
  test.each([
    ['How far away is the Moon?', 'The Moon', 'moon.txt', '384,400 km'],
    ['fastest marathons in Berlin', 'Marathon records', 'running/records.md', '2:01:09'],
    ['women marathon 2019', 'Marathon records: Women', 'running/records.md', '2:14:04'],
    ['How fast do snails crawl?', 'Garden snails: Speed', 'snail.html', '1.3 cm'],
    ['length of the Danube', 'rivers', 'rivers.csv', 'Length (km): 2850'],
    ['area of Lake Inari', 'Lake Inari', 'facts.jsonl', '1,040 square kilometres'],
    ['Humber crossing', 'bridge', 'bridge.pdf', '1410 metres'],
  ])('%s', async (query, title, path, words) => {
    const hit = (await first(query))!
    expect([hit.title, hit.path]).toEqual([title, path])
    expect(hit.text).toContain(words)
  })

  test('a record keeps the address it names', async () => {
    expect((await first('Inari'))!.url).toBe('https://lakes.test/inari')
  })

  test('scripts, styles, hidden files and links to elsewhere are no documents', async () => {
    const hits = await corpus.search('moon marathon hidden color', { signal, limit: 30 })
    const texts = hits.map(hit => hit.text).join('\n')
    expect(texts).not.toMatch(/var marathon|color: moon|hidden file/)
    expect(hits.map(hit => hit.path)).not.toContain('link.txt')
  })

  test('a file that cannot be read is named, and the others are found all the same', async () => {
    const { content } = await ask([corpus])
    expect(content).toContain('[1] Garden snails: Speed (snail.html)\nA snail crawls 1.3 cm')
    expect(content).toContain('1 file could not be read, such as broken.jsonl: line 1 is not JSON')
  })

  test('a question without any telling word finds nothing', async () => {
    expect(await corpus.search('What is it?', { signal, limit: 5 })).toEqual([])
  })

  test('the limit is kept, and what is left out of the corpus is told', async () => {
    const small = await createCorpus(folder.path, { files: 2 })
    expect(await small.search('Humber Danube', { signal, limit: 1 })).toHaveLength(1)
    expect(small.remarks?.()).toContainEqual(expect.stringMatching(/Only 2 of \d files were read/))
  })

  test('a folder that is not there is refused in one sentence', async () => {
    await expect(createCorpus(join(folder.path, 'nowhere'))).rejects.toThrow(
      /^the corpus .*nowhere does not exist; give a folder of documents$/,
    )
    await expect(createCorpus(join(folder.path, 'moon.txt'))).rejects.toThrow('is not a folder')
  })

  test('an aborted search rejects, and a later one is answered', async () => {
    const fresh = await createCorpus(folder.path)
    const abort = new AbortController()
    const search = fresh.search('Moon', { signal: abort.signal, limit: 1 })
    abort.abort(new Error('enough'))
    await expect(search).rejects.toThrow('enough')
    expect(await fresh.search('Moon', { signal, limit: 1 })).toHaveLength(1)
  })
})

describe('providers in a chain', () => {
  const hit: Hit = { title: 'Snail', url: 'https://snails.test/', text: 'A snail has one foot.' }
  const empty = provider('empty', async () => [])
  const blocked = provider('walled', async () => {
    throw new SearchError('blocked', 'a captcha')
  })
  const works = provider('works', async () => [hit])

  test('the first that has hits answers', async () => {
    const { content, details } = await ask([empty, blocked, works])
    expect(content).toContain('[1] Snail (https://snails.test/)\nA snail has one foot.')
    expect(details).toMatchObject({ provider: 'works' })
  })

  test('when one of them searched in vain, the result says so and how to ask otherwise', async () => {
    const { content } = await ask([blocked, empty])
    expect(content).toContain('walled: blocked (a captcha); empty: empty (nothing found)')
    expect(content).toMatch(/Ask again with fewer and rarer words/)
  })

  test('when none could search, the call fails with every reason', async () => {
    await expect(ask([blocked])).rejects.toThrow('walled: blocked (a captcha)')
    await expect(ask([])).rejects.toThrow('no source is set up')
  })

  test('a fault that is no failure to search is not swallowed', async () => {
    const faulty = provider('faulty', async () => {
      throw new TypeError('a bug')
    })
    await expect(ask([faulty, works])).rejects.toThrow('a bug')
  })
})

describe('passages', () => {
  test('every word of a text is in exactly one passage, in order', () => {
    const words = Array.from({ length: 3000 }, (_, at) => `w${at}`)
    const text = words.map((word, at) => (at % 40 === 39 ? `${word}.\n\n` : word)).join(' ')
    const passages = plainPassages(text, 'x')
    expect(passages.flatMap(each => each.text.match(/w\d+/g) ?? [])).toEqual(words)
    expect(Math.max(...passages.map(each => each.text.length))).toBeLessThan(1600)
  })

  test('one endless line is cut at spaces, or anywhere when it has none', () => {
    const long = plainPassages('word '.repeat(2000), 'x')
    expect(long.every(each => /^(word ?)+$/.test(each.text) && each.text.length <= 1500)).toBe(true)
    expect(
      plainPassages('x'.repeat(4000), 't')
        .map(each => each.text)
        .join(''),
    ).toHaveLength(4000)
  })

  test('a passage carries the title of its document and its section', () => {
    const text = '# Rivers\nThey flow.\n## Danube ##\nIt is long.'
    expect(markdownPassages(text, 'file')).toEqual([
      { title: 'Rivers', text: 'They flow.' },
      { title: 'Rivers: Danube', text: 'It is long.' },
    ])
  })

  test('the words of a text and of a question about it meet', () => {
    for (const [one, other] of [
      ['cities', 'city'],
      ['running', 'run'],
      ['planned', 'plan'],
      ['Zürich', 'zurich'],
      ['crosses', 'cross'],
      ['votes', 'voting'],
    ])
      expect(termsOf(one!), `${one} and ${other}`).toEqual(termsOf(other!))
  })

  test('broken HTML ends no search, however large', () => {
    const nasty = [
      '<'.repeat(300_000),
      '<!--'.repeat(100_000),
      '<script>'.repeat(100_000),
      '&'.repeat(300_000),
    ]
    for (const page of nasty) expect(() => htmlText(page)).not.toThrow()
    expect(htmlText('a < b <p>c</p').text).toContain('c')
  })
})
