// Questions about small files, each asked of an agent of its own.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { driven } from './kit.ts'

/** Answers to questions by a heading that says what they show; `undefined` where declining is right. */
export type Asked<File extends string> = Readonly<
  Record<string, readonly (readonly [file: File, question: string, answer: string | undefined])[]>
>

/** A folder of its own with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'intend-asked-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** A test for each heading. */
export function answers(folder: string, asked: Asked<string>): void {
  it.each(Object.entries(asked))('%s', async (_, questions) => {
    const heard = []
    for (const [file, question] of questions) {
      const { answer } = await (await driven()).ask(question, [join(folder, file)])
      heard.push([file, question, answer])
    }
    expect(heard).toEqual(questions)
  })
}
