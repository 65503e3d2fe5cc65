// The bytes were written by Python's codecs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEncoding, encodingOf } from '../../../tools/files/encodings.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

const texts = [
  [
    'shift_jis',
    'これは港についての報告です。桟橋の長さは八十四メートルです。',
    '82b182ea82cd8d6082c982c282a282c482cc95f18d9082c582b781428e568bb482cc92b782b382cd94aa8f5c8e6c8381815b8367838b82c582b78142',
  ],
  [
    'euc-jp',
    'これは港についての報告です。桟橋の長さは八十四メートルです。',
    'a4b3a4eca4cfb9c1a4cba4c4a4a4a4c6a4cecaf3b9f0a4c7a4b9a1a3bbb7b6b6a4cec4b9a4b5a4cfc8acbdbdbbcda5e1a1bca5c8a5eba4c7a4b9a1a3',
  ],
  [
    'gb18030',
    '你好，世界。这是一份关于港口的报告，码头长八十四米。',
    'c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb7ddb9d8d3dab8dbbfdab5c4b1a8b8e6a3acc2ebcdb7b3a4b0cbcaaecbc4c3d7a1a3',
  ],
  [
    'big5',
    '這是一份關於港口的報告，碼頭長八十四米。',
    'b36fac4fa440a5f7c3f6a9f3b4e4a466aabab3f8a769a141bd58c059aaf8a44ba451a57ca6cca143',
  ],
  [
    'euc-kr',
    '안녕하세요. 이것은 항구에 대한 보고서입니다.',
    'bec8b3e7c7cfbcbcbfe42e20c0ccb0cdc0ba20c7d7b1b8bfa120b4ebc7d120bab8b0edbcadc0d4b4cfb4d92e',
  ],
  [
    'windows-1251',
    'Это отчёт о гавани. Длина причала 84 метра.',
    'ddf2ee20eef2f7b8f220ee20e3e0e2e0ede82e20c4ebe8ede020eff0e8f7e0ebe020383420ece5f2f0e02e',
  ],
  [
    'windows-1252',
    'Größe der Brücke: 84 m, près du café à Genève',
    '4772f6df6520646572204272fc636b653a203834206d2c207072e87320647520636166e920e02047656ee87665',
  ],
  ['utf-8', 'Größe: 84 m, 港', '4772c3b6c39f653a203834206d2c20e6b8af'],
] as const

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const read = async (input: object) =>
  (await readFile.execute(readFile.input.parse(input), folder.context)).content

test.each(texts)(
  'a text in %s is known by its bytes and read word for word',
  async (name, words, hex) => {
    expect(encodingOf(Buffer.from(hex, 'hex')).name).toBe(name)
    await folder.write('text.txt', Buffer.from(hex, 'hex'))
    expect(await read({ path: 'text.txt' })).toContain(`:\n${words}`)
  },
)

test.each(texts)('a table in %s has its words', async (name, words, hex) => {
  const cells = ['place;n\n', Buffer.from(hex, 'hex'), ';1\nOslo;2\n']
  await folder.write('places.csv', Buffer.concat(cells.map(cell => Buffer.from(cell as string))))
  const input = table.input.parse({ file: 'places.csv', sql: 'SELECT place FROM t' })
  expect((await table.execute(input, folder.context)).value).toEqual([words, 'Oslo'])
  const isUsual = name === 'utf-8' || name === 'windows-1252'
  expect((await read({ path: 'places.csv' })).includes(`(read as ${name})`)).toBe(!isUsual)
})

test('an encoding that was judged by the look of it is said, and can be said better', async () => {
  // the same bytes are words in both encodings
  await folder.write('text.txt', Buffer.from('c4e3bac3', 'hex'))
  expect(await read({ path: 'text.txt' })).toContain(
    '(Read as windows-1252; if letters look wrong,',
  )
  expect(await read({ path: 'text.txt', encoding: 'GBK' })).toContain(':\n你好')
  await expect(read({ path: 'text.txt', encoding: 'klingon' })).rejects.toThrow(
    'There is no encoding klingon; say one such as utf-8',
  )
})

test('a byte order mark, then valid UTF-8, go before what a text declares of itself', () => {
  expect(encodingOf(Buffer.from('\ufeffa', 'utf16le'), 'shift_jis').name).toBe('utf-16le')
  expect(encodingOf(Buffer.from('é'), 'shift_jis').name).toBe('utf-8')
  expect(encodingOf(Buffer.from('e9', 'hex'), 'iso-8859-2')).toEqual({
    name: 'iso-8859-2',
    certain: true,
  })
  expect(encodingOf(Buffer.from('e9', 'hex'), 'utf-8').name).toBe('windows-1252')
})

test.each([
  ['<?xml version="1.0" encoding="Big5"?><a/>', 'Big5'],
  ['<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">', 'gb2312'],
  ['<html><head><title>charset=none</title>', undefined],
])('%s declares %s', (text, encoding) => {
  expect(declaredEncoding(Buffer.from(text))).toBe(encoding)
})
