// A home with a start-up file, and in it a fresh clone of what somebody else has made.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folder } from '../intend.ts'

/** The clone of a repository with these files and links. */
export function cloned(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
) {
  const [origin, home] = [folder(), folder()]
  const put = (name: string, write: (path: string) => void) => {
    mkdirSync(dirname(join(origin, name)), { recursive: true })
    write(join(origin, name))
  }
  for (const [name, text] of Object.entries(files)) put(name, path => writeFileSync(path, text))
  for (const [name, to] of Object.entries(links)) put(name, path => symlinkSync(to, path))
  const git = (...words: string[]) => execFileSync('git', words, { cwd: origin, stdio: 'ignore' })
  git('init', '-q')
  git('add', '-A', '-f')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a tool everybody needs')
  const startup = join(home, '.bashrc')
  writeFileSync(startup, '# mine\n')
  const cwd = join(home, 'clone')
  execFileSync('git', ['clone', '-q', origin, cwd], { stdio: 'ignore' })
  return { cwd, home, env: { HOME: home }, startup: () => readFileSync(startup, 'utf8') }
}
