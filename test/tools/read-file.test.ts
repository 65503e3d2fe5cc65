import { mkdir, open, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeFile } from '../../tools/files/describe.ts'
import { locateText } from '../../tools/files/kinds.ts'
import { readFile } from '../../tools/read-file.ts'
import { toolContract } from '../contracts/tool.ts'
import { type Folder, openFolder } from '../support/folder.ts'

let folder: Folder
let outside: Folder
beforeAll(async () => {
  folder = await openFolder()
  outside = await openFolder()
  await outside.write('secret.txt', 'hidden words')
  await folder.write(
    'notes.md',
    '# Trip\n\nThe bridge is 84 m long.\n\n## Costs\nTickets: 12 EUR\n',
  )
  await folder.write('data.csv', 'city,people\nOslo,700000\nBergen,290000\n"New\nTown",5\n')
  await folder.write('long.txt', Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`).join('\n'))
  await folder.write('image.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
  await folder.write('raw.bin', Buffer.from([1, 0, 2, 0, 0, 0, 7, 7, 7, 0, 9, 200, 0, 3]))
  await folder.write('empty.txt', '')
  await folder.write('sub/inner.txt', 'inner')
  await symlink(join(outside.path, 'secret.txt'), join(folder.path, 'link.txt'))
  await symlink(outside.path, join(folder.path, 'door'))
  await symlink(join(folder.path, 'notes.md'), join(folder.path, 'same.md'))
  const huge = await open(join(folder.path, 'huge.log'), 'w')
  await huge.truncate(5_000_000_000)
  await huge.close()
})
afterAll(async () => {
  await folder.remove()
  await outside.remove()
})

const read = async (input: object, roots = [folder.path]) =>
  (await readFile.execute(readFile.input.parse(input), { ...folder.context, roots })).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [
    { path: 'notes.md' },
    { path: 'data.csv' },
    { path: 'data.csv', find: 'oslo' },
    { path: 'long.txt', offset: 4999 },
    { path: 'long.txt', offset: 9000 },
    { path: 'empty.txt' },
  ],
  fails: [
    { input: { path: '../secret.txt' }, says: /outside the allowed folders .* -f .* --allow/ },
    { input: { path: '/etc/hostname' }, says: /outside the allowed folders/ },
    { input: { path: 'link.txt' }, says: /outside the allowed folders/ },
    { input: { path: 'door/secret.txt' }, says: /outside the allowed folders/ },
    { input: { path: 'door/../../x' }, says: /outside the allowed folders/ },
    { input: { path: 'note.md' }, says: /does not exist; the nearest names there are notes\.md/ },
    { input: { path: 'nowhere/x.txt' }, says: /does not exist: there is no folder nowhere/ },
    { input: { path: 'sub' }, says: /is a folder, not a file; it holds inner\.txt/ },
    { input: { path: 'huge.log' }, says: /huge\.log is 5\.0 GB, more than the 300 MB/ },
    {
      input: { path: 'image.png' },
      says: /^image\.png cannot be read as a picture: it is damaged/,
    },
    { input: { path: 'raw.bin' }, says: /looks like binary data/ },
  ],
  refused: [{}, { path: '' }, { path: 'x', offset: 0 }, { path: 'x', limit: -1 }, { path: 7 }],
})

describe('text', () => {
  test('a short file comes whole, word for word', async () => {
    expect(await read({ path: 'notes.md' })).toContain(
      'The bridge is 84 m long.\n\n## Costs\nTickets',
    )
  })

  test('a long file is cut, and following the notices reads every line once', async () => {
    const seen: string[] = []
    let offset: number | undefined = 1
    while (offset !== undefined) {
      const content = await read({ path: 'long.txt', offset })
      seen.push(...content.split('\n').filter(line => line.startsWith('line ')))
      const next = /use offset=(\d+) to go on/.exec(content)?.[1]
      offset = next === undefined ? undefined : Number(next)
    }
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`))
  })

  test('find gives the lines that hold a word, with their numbers, whatever the case', async () => {
    const content = await read({ path: 'long.txt', find: 'LINE 4999' })
    expect(content.split('\n')).toEqual([
      '1 of 5000 lines of long.txt contains "LINE 4999".',
      '4999: line 4999',
    ])
  })

  test('a word that is not there is said to be not there', async () => {
    expect(await read({ path: 'notes.md', find: 'tunnel' })).toMatch(/^0 of 6 lines/)
  })

  test('an offset behind the end says how far the file goes', async () => {
    expect(await read({ path: 'notes.md', offset: 50 })).toContain('only 6 lines')
  })

  test('one endless line is read in pieces and searched across them', async () => {
    const line = `${'x'.repeat(1995)}needle here${'y'.repeat(9000)}`
    await folder.write('line.log', line)
    const whole = await read({ path: 'line.log' })
    expect(whole.split('\n').slice(1).join('')).toBe(line)
    expect(await read({ path: 'line.log', find: 'needle' })).toContain('here')
  })

  test.each(['\n', '\r\n', '\r'])('line ends %j are all line ends', async end => {
    await folder.write('ends.txt', ['a', 'b', '', 'c'].join(end))
    expect(await read({ path: 'ends.txt', offset: 2, limit: 3 })).toContain(
      'lines 2 to 4 of 4:\nb\n\nc',
    )
  })

  test('UTF-16 is read as text', async () => {
    await folder.write('wide.txt', Buffer.from('\ufeffGrüße\nzwei', 'utf16le'))
    expect(await read({ path: 'wide.txt' })).toContain('Grüße\nzwei')
  })
})

describe('tables', () => {
  test('an outline comes first, then the rows, then what to do next', async () => {
    const content = await read({ path: 'data.csv', limit: 2 })
    expect(content).toContain('3 rows, 2 columns, separated by commas')
    expect(content).toContain('- people: number; such as 700000, 290000, 5')
    expect(content).toContain('| 1 | Oslo | 700000 |\n| 2 | Bergen | 290000 |')
    expect(content).toMatch(/1 more rows: use offset=3 .* or the table tool/)
  })

  test('a short table is shown whole, a longer one by its first rows', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `part ${n},${n}`)
    await folder.write('short.csv', ['part,price', ...lines(300)].join('\n'))
    await folder.write('longer.csv', ['part,price', ...lines(900)].join('\n'))
    expect(await read({ path: 'short.csv' })).toContain('short.csv, rows 1 to 300 of 300:')
    expect(await read({ path: 'longer.csv' })).toContain('longer.csv, rows 1 to 20 of 900:')
    await folder.write('narrow.csv', ['a,b', ...lines(1900).map((_, n) => `${n % 9},1`)].join('\n'))
    const narrow = await read({ path: 'narrow.csv' })
    const [, shown = ''] = /rows 1 to (\d+) of 1900:/.exec(narrow) ?? []
    expect(narrow).toContain(`| ${shown} |`)
    expect(narrow).toContain(`more rows: use offset=${Number(shown) + 1} to go on`)
  })

  test('a cell with a line break stays on its row', async () => {
    expect(await read({ path: 'data.csv', offset: 3 })).toContain('| 3 | New ⏎ Town | 5 |')
  })

  test('rows are found by a word with their numbers', async () => {
    expect(await read({ path: 'data.csv', find: 'bergen' })).toContain('| 2 | Bergen | 290000 |')
  })
})

describe('paths', () => {
  test('a relative path is tried under every root', async () => {
    expect(await read({ path: 'secret.txt' }, [folder.path, outside.path])).toContain(
      'hidden words',
    )
  })

  test('a path may begin with the name of the folder, as a shell shows it', async () => {
    const name = basename(outside.path)
    expect(await read({ path: `${name}/secret.txt` }, [folder.path, outside.path])).toContain(
      'hidden words',
    )
    await expect(read({ path: `${name}/absent.txt` }, [outside.path])).rejects.toThrow(
      'its folder holds secret.txt',
    )
    const above = read({ path: `${name}/../../secret.txt` }, [outside.path])
    await expect(above).rejects.toThrow('outside the allowed folders')
  })

  test('a link that stays inside may be followed', async () => {
    expect(await read({ path: 'same.md' })).toContain('84 m')
  })

  test('a single attached file is reached by its name, by its path, and nothing beside it is', async () => {
    const only = [join(folder.path, 'notes.md')]
    expect(await read({ path: 'notes.md' }, only)).toContain('84 m')
    expect(await read({ path: only[0] }, only)).toContain('84 m')
    await expect(read({ path: 'data.csv' }, only)).rejects.toThrow('outside the allowed folders')
    await expect(read({ path: join(folder.path, 'data.csv') }, only)).rejects.toThrow('outside')
  })

  test('whether a file outside exists is not told', async () => {
    const say = (path: string) => read({ path }).catch((error: Error) => error.message)
    const there = await say(join(outside.path, 'secret.txt'))
    const not = await say(join(outside.path, 'absent.txt'))
    expect(there.replace('secret', 'absent')).toBe(not)
    expect(await say('door/absent.txt')).toBe(
      (await say('door/secret.txt')).replace('secret', 'absent'),
    )
  })

  test('a NUL character ends no path early', async () => {
    await expect(read({ path: 'notes.md\0.png' })).rejects.toThrow('NUL')
  })

  test('without any root nothing can be read', async () => {
    await expect(read({ path: '/etc/hostname' }, [])).rejects.toThrow(
      'outside the allowed folders;',
    )
  })
})

describe('describeFile', () => {
  test('tells size, columns and first rows of a table, and never a folder', async () => {
    const text = await describeFile('data.csv', [folder.path])
    expect(text).toMatch(/^data\.csv \(51 bytes\): table, 3 rows, 2 columns/)
    expect(text).toContain('| Oslo | 700000 |')
    expect(text).not.toContain(folder.path)
    expect(await describeFile(join(folder.path, 'data.csv'), [folder.path])).toBe(text)
  })

  test('tells the headings of a Markdown file and the beginning of other text', async () => {
    expect(await describeFile('notes.md', [folder.path])).toContain(
      '6 lines.\nOutline, with the number of the line:\n1: # Trip\n5: ## Costs',
    )
    expect(await describeFile('long.txt', [folder.path])).toContain(
      '5000 lines. It begins:\nline 1',
    )
  })

  test('says what a file looks like that is not text', async () => {
    expect(await describeFile('raw.bin', [folder.path])).toContain('looks like binary data')
    await folder.write('raw.csv', Buffer.from([1, 2, 0, 3, 1, 0, 5]))
    expect(await describeFile('raw.csv', [folder.path])).toBe(
      'raw.csv (7 bytes): looks like binary data.',
    )
    await folder.write('song.pdf', Buffer.from('524946460000000057415645', 'hex'))
    expect(await describeFile('song.pdf', [folder.path])).toContain('looks like a WAV sound file')
    const locating = locateText('image.png', [folder.path])
    await expect(locating).rejects.toThrow('image.png looks like a picture, which cannot be read')
    expect(await describeFile('empty.txt', [folder.path])).toContain('empty')
  })
})

test('a pipe is not waited for', async () => {
  await mkdir(join(folder.path, 'odd'), { recursive: true })
  const { execFileSync } = await import('node:child_process')
  execFileSync('mkfifo', [join(folder.path, 'odd/pipe')])
  await expect(read({ path: 'odd/pipe' })).rejects.toThrow('not an ordinary file')
})

test('an aborted read stops', async () => {
  const signal = AbortSignal.abort()
  const run = readFile.execute({ path: 'long.txt' }, { ...folder.context, signal })
  await expect(run).rejects.toThrow(/abort/)
})
