// stock.ods, .xls and .xlsx were saved by LibreOffice 7.4 from a sheet written by hand; it counts days from 1904.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { tinted } from '../../../tools/workbooks/colours.ts'
import { parseWorkbook, type Sheet } from '../../../tools/workbooks/workbook.ts'
import { laughs, withPart } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
let stock: Buffer
beforeAll(async () => {
  folder = await openFolder()
  for (const kind of ['ods', 'xls', 'xlsx'])
    await folder.write(
      `stock.${kind}`,
      await readBytes(join(import.meta.dirname, `../../fixtures/files/stock.${kind}`)),
    )
  stock = await readBytes(join(import.meta.dirname, '../../fixtures/files/stock.xlsx'))
})
afterAll(() => folder.remove())

const sheetOf = async (name: string): Promise<Sheet> =>
  (await parseWorkbook({ path: join(folder.path, name), name, colours: true })).sheets[0]!
const changed = async (part: string, change: (xml: string) => string) => {
  await folder.write('changed.xlsx', withPart(stock, part, change))
  return sheetOf('changed.xlsx')
}
const sheetPart = 'xl/worksheets/sheet1.xml'

describe.each(['ods', 'xls', 'xlsx'])('a workbook saved as .%s', kind => {
  test('has its dates, fills, merges, comments, and what is hidden', async () => {
    const sheet = await sheetOf(`stock.${kind}`)
    expect(sheet.rows.map(({ cells }) => cells.at(-1))).toEqual([
      'Bought',
      '2024-02-29',
      '1999-12-31',
      '2023-07-01',
      '2023-07-02',
    ])
    expect(Object.fromEntries(sheet.fills)).toEqual({ A2: '#00B050' })
    expect(sheet.merged.map(each => each.range)).toEqual(['A4:A5'])
    expect(Object.fromEntries(sheet.comments)).toEqual({ C2: 'Ida: Weighed twice.' })
    expect([sheet.hiddenRows, sheet.hiddenColumns]).toEqual([[3], [2]])
    // the library that reads .xls knows nothing of conditional formats
    expect(sheet.conditional).toEqual(kind === 'xls' ? [] : ['C2:C5'])
  })

  test('is shown and described with all of that in words', async () => {
    const input = { path: `stock.${kind}`, colours: true, offset: 2, limit: 3 }
    const { content } = await readFile.execute(input, folder.context)
    expect(content).toContain('| 2 | Rope [#00B050] | R1 | 12.5 | 2024-02-29 |')
    expect(content).toContain('whose value stands in the first and holds for all of them: A4:A5.')
    expect(content).toContain('Hidden in the sheet, though shown here: rows 3.')
    expect(content).toContain('- C2: Ida: Weighed twice.')
    const said = await describeFile(`stock.${kind}`, [folder.path])
    expect(said).toContain('Hidden in the sheet, though shown here: columns B.')
    expect(said).toContain('Comments beside cells: 1;')
  })
})

test('comments are told with the rows they stand in only', async () => {
  const input = { path: 'stock.xlsx', offset: 4 }
  expect((await readFile.execute(input, folder.context)).content).not.toContain('Weighed twice')
})

describe('fill colours of an .xlsx', () => {
  const fillAs = async (pattern: string, palette = '') => {
    const sheet = await changed('xl/styles.xml', xml =>
      xml
        .replace(/<colors>[\s\S]*?<\/colors>/, '')
        .replace(
          /<fill><patternFill patternType="solid">[\s\S]*?<\/fill>/,
          `<fill>${pattern}</fill>`,
        )
        .replace('</styleSheet>', `${palette}</styleSheet>`),
    )
    return sheet.fills.get('A2')
  }
  const solid = (colour: string) =>
    `<patternFill patternType="solid"><fgColor ${colour}/><bgColor indexed="64"/></patternFill>`

  test.each([
    ['rgb="FF12AB34"', '#12AB34'],
    ['indexed="10"', '#FF0000'],
    ['indexed="44"', '#99CCFF'],
    ['theme="0"', '#FFFFFF'],
    ['theme="1"', '#000000'],
    ['theme="0" tint="-0.249977111117893"', '#BFBFBF'],
  ])('%s is %s', async (colour, seen) => {
    expect(await fillAs(solid(colour))).toBe(seen)
  })

  test('a palette of its own goes before the usual one', async () => {
    const own =
      '<colors><indexedColors><rgbColor rgb="00000000"/><rgbColor rgb="00AABBCC"/></indexedColors></colors>'
    expect(await fillAs(solid('indexed="1"'), own)).toBe('#AABBCC')
    expect(await fillAs(solid('indexed="5"'), own)).toBe('#FFFF00')
  })

  test('a pattern is told with both its colours', async () => {
    const grid =
      '<patternFill patternType="darkGrid"><fgColor rgb="FFFF0000"/><bgColor rgb="FF0000FF"/></patternFill>'
    expect(await fillAs(grid)).toBe('darkGrid #FF0000 on #0000FF')
    expect(await fillAs('<patternFill patternType="none"/>')).toBeUndefined()
  })

  // as Excel lists the tints of its themes
  test.each([
    ['4F81BD', 0.7999816888943144, '#DCE6F1'],
    ['4F81BD', 0.5999938962981048, '#B8CCE4'],
    ['4F81BD', 0.3999755851924192, '#95B3D7'],
    ['4F81BD', -0.249977111117893, '#366092'],
    ['4F81BD', -0.499984740745262, '#244062'],
    ['C0504D', 0.7999816888943144, '#F2DCDB'],
    ['9BBB59', -0.249977111117893, '#76933C'],
    ['4BACC6', 0.7999816888943144, '#DAEEF3'],
    ['8064A2', -0.249977111117893, '#60497A'],
    ['F79646', 0.5999938962981048, '#FCD5B4'],
    ['1F497D', 0.7999816888943144, '#C5D9F1'],
    ['EEECE1', -9.9978637043366805e-2, '#DDD9C4'],
    ['FFFFFF', -0.14999847407452621, '#D9D9D9'],
    ['FFFFFF', -0.499984740745262, '#808080'],
    ['FFFFFF', -0.34998626667073579, '#A6A6A6'],
    ['4F81BD', 0, '#4F81BD'],
    ['4F81BD', 7, '#4F81BD'],
  ])('%s with the tint %d is %s', (rgb, tint, seen) => {
    expect(tinted(rgb, tint)).toBe(seen)
  })
})

describe('a sheet that lies about its size', () => {
  const size = (xml: string) =>
    xml.replace(/<dimension ref="[^"]*"\/>/, '<dimension ref="A1:XFD1048576"/>')

  test('has the cells that are there', async () => {
    const sheet = await changed(sheetPart, xml => {
      expect(xml).toContain('<dimension')
      return size(xml).replace('ref="A4:A5"', 'ref="A4:XFD1048576"')
    })
    expect([sheet.rows.length, sheet.width]).toEqual([5, 4])
    // a merge is followed down to the last row there is
    expect(sheet.merged.map(each => each.rows)).toEqual([2])
  })

  test.each([
    ['r="A1"', 'r="AAAAAA1"'],
    ['<row r="5"', '<row r="4000000000"'],
  ])('is refused when %s becomes %s', async (before, after) => {
    const work = changed(sheetPart, xml => xml.replace(before, after))
    await expect(work).rejects.toThrow('changed.xlsx has a cell beyond the last row or column')
  })
})

test('entities that grow are refused in one sentence', async () => {
  const work = changed('xl/sharedStrings.xml', xml => xml.replace('?>', `?>${laughs}`))
  await expect(work).rejects.toThrow(
    /^changed\.xlsx cannot be read as a workbook: it declares XML entities/,
  )
})
