// What the shell sees of the disk: the question's folder to write in, within a quota; what the person
// gave, to read; and memory, gone with the process, for the rest.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FsStat,
  type IFileSystem,
  InMemoryFs,
  MountableFs,
  OverlayFs,
  ReadWriteFs,
} from 'just-bash'
import { largestFile } from '../files/locate.ts'
import {
  commandNames,
  type Given,
  givenFolder,
  type Quota,
  type ShellFilesOptions,
  takenBy,
  type Written,
  workFolder,
} from './layout.ts'
import { zoneFile, zoneFolder, zoneNames } from './zones.ts'

/** The disk of one shell. */
export function openShellFiles({ workspace, given, quota }: ShellFilesOptions) {
  const memory = new InMemoryFs({}, { maxTotalBytes: quota.bytes })
  memory.mkdirSync('/tmp')
  // where `which` looks for them
  for (const name of commandNames) memory.writeFileSync(`/usr/bin/${name}`, '', {}, { mode: 0o755 })
  const disk = new ReadWriteFs({ root: workspace, maxFileReadSize: largestFile })
  const touched = new Set<string>()
  const work = within(quota, disk, touched)
  const fs = new MountableFs({ base: withZones(memory, withNull(memory)) })
  fs.mount(workFolder, work)
  const refused = new Set<string>()
  fs.mount(givenFolder, over(givenFiles(given), unwritable(refused)))
  const before = new Set(memory.getAllPaths())
  return {
    fs,
    /** Attached files that were to be changed; not every command says why it could not. */
    refused,
    /** Files of the question's folder that have been written since, and are still there. */
    written: async (): Promise<readonly Written[]> => {
      const found = new Map<string, number>()
      for (const path of touched)
        for (const { name, size, file } of await below(disk, path)) if (file) found.set(name, size)
      return [...found]
        .map(([name, size]) => ({ name: name.slice(1), size }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    /** Files written elsewhere, which go with the process. */
    lost: async (): Promise<readonly string[]> => {
      const made = memory.getAllPaths().filter(path => !before.has(path))
      const files = await Promise.all(made.map(async path => (await memory.lstat(path)).isFile))
      return made.filter((_, at) => files[at]).sort()
    },
  }
}

// --- internal ---

/** The question's folder: every way of writing is counted first, and remembered. */
function within(quota: Quota, disk: ReadWriteFs, touched: Set<string>): IFileSystem {
  let used: Promise<Quota> | undefined
  const size = async (path: string) =>
    takenBy((await below(disk, path)).filter(({ name }) => name !== '/'))
  async function room(path: string, more: Quota, replaced: number): Promise<void> {
    touched.add(path)
    const known = await (used ?? size('/'))
    const next = { bytes: known.bytes + more.bytes, files: known.files + more.files }
    used = Promise.resolve(next)
    if (next.bytes <= quota.bytes && next.files <= quota.files) return
    // what was removed or replaced since has not been counted
    const real = await size('/')
    used = Promise.resolve({ bytes: real.bytes + more.bytes, files: real.files + more.files })
    if (real.bytes + more.bytes - replaced > quota.bytes)
      throw new Error(`ENOSPC: no space left on device: ${workFolder} holds ${quota.bytes} bytes`)
    if (real.files + more.files > quota.files)
      throw new Error(`ENOSPC: no space left on device: ${workFolder} holds ${quota.files} files`)
  }
  const one = async (path: string, bytes: number, replaces: boolean) => {
    const old = await disk.lstat(path).catch(() => undefined)
    await room(path, { bytes, files: old ? 0 : 1 }, replaces ? (old?.size ?? 0) : 0)
  }
  const own: Partial<IFileSystem> = {
    writeFile: async (path, content, options) => {
      await one(path, Buffer.byteLength(content), true)
      return disk.writeFile(path, content, options)
    },
    appendFile: async (path, content, options) => {
      await one(path, Buffer.byteLength(content), false)
      return disk.appendFile(path, content, options)
    },
    mkdir: async (path, options) => {
      await room(path, { bytes: 0, files: options?.recursive ? path.split('/').length - 1 : 1 }, 0)
      return disk.mkdir(path, options)
    },
    cp: async (from, to, options) => {
      await room(to, await size(from), 0)
      return disk.cp(from, to, options)
    },
    link: async (from, to) => {
      await one(to, 0, false)
      return disk.link(from, to)
    },
    mv: (from, to) => {
      touched.add(to)
      return disk.mv(from, to)
    },
    // Python leaves its files to everybody
    chmod: (path, mode) => disk.chmod(path, mode & 0o755),
    stat: async path => atMostNow(await disk.stat(path)),
    lstat: async path => atMostNow(await disk.lstat(path)),
  }
  return over(disk, own)
}

/** What is written to `/dev/null` is gone; the library would keep it like any file. */
function withNull(memory: InMemoryFs): IFileSystem {
  const isNull = (path: string) => path === '/dev/null'
  memory.writeFileSync('/dev/null', '')
  return over(memory, {
    writeFile: async (path, content, options) => {
      if (!isNull(path)) await memory.writeFile(path, content, options)
    },
    appendFile: async (path, content, options) => {
      if (!isNull(path)) await memory.appendFile(path, content, options)
    },
  })
}

/** Adds files of time zones; what only lists them makes none. */
function withZones(memory: InMemoryFs, fs: IFileSystem): IFileSystem {
  const zones = new Map(zoneNames().map(name => [join(zoneFolder, name), name]))
  for (const [path, name] of zones) memory.writeFileLazy(path, () => zoneFile(name))
  const file = { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o644, size: 0 }
  const listed = (stat: IFileSystem['stat']) => async (path: string) =>
    zones.has(path) ? { ...file, mtime: new Date() } : stat(path)
  return over(fs, {
    stat: listed(path => fs.stat(path)),
    lstat: listed(path => fs.lstat(path)),
  })
}

/** A file system with some of its methods replaced. */
function over(fs: IFileSystem, own: Partial<IFileSystem>): IFileSystem {
  return new Proxy(fs, {
    get: (target, name) => {
      const value = own[name as keyof IFileSystem] ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The shell's clock stands still, and no file is younger than the clock. */
function atMostNow(about: FsStat): FsStat {
  return { ...about, mtime: new Date(Math.min(about.mtime.getTime(), Date.now())) }
}

/** What lies at and below a path, links not followed; only ordinary files have a size. */
async function below(fs: IFileSystem, path: string): Promise<(Written & { file: boolean })[]> {
  // the library's lstat refuses the root itself
  const about = await (path === '/' ? fs.stat(path) : fs.lstat(path).catch(() => undefined))
  if (!about) return []
  const inside = about.isDirectory ? await fs.readdir(path).catch(() => []) : []
  const deeper = await Promise.all(inside.map(name => below(fs, join(path, name))))
  const { isFile: file } = about
  return [{ name: path, size: file ? about.size : 0, file }, ...deeper.flat()]
}

/** Folders as they are, single files side by side; nothing of it can be changed. */
function givenFiles(given: readonly Given[]): IFileSystem {
  const files = new Map(given.filter(({ folder }) => !folder).map(each => [each.name, each.path]))
  const fs = new MountableFs({ base: singleFiles(files) })
  for (const { name, path, hidden } of given.filter(({ folder }) => folder)) {
    const all = new OverlayFs({
      root: path,
      mountPoint: '/',
      readOnly: true,
      maxFileReadSize: largestFile,
    })
    fs.mount(`/${name}`, hidden.length === 0 ? all : without(hidden, all))
  }
  return fs
}

/** A file system without the content of the files that lead out of it. */
function without(hidden: readonly string[], fs: IFileSystem): IFileSystem {
  const paths = new Set(hidden.map(path => `/${path}`))
  const open = (path: string) => {
    if (paths.has(path)) throw new Error(`EACCES: permission denied, '${path}'`)
    return fs
  }
  return over(fs, {
    readFile: async (path, options) => open(path).readFile(path, options),
    readFileBytes: async path => open(path).readFileBytes!(path),
    readFileBuffer: async path => open(path).readFileBuffer(path),
  })
}

/** A flat folder of files that lie anywhere on disk, by name; each is read when it is first asked for. */
function singleFiles(files: ReadonlyMap<string, string>): IFileSystem {
  const reading = [...files].map(([name, path]) => {
    const read = async () => {
      const { size } = await stat(path)
      if (size > largestFile) throw new Error(`EFBIG: file too large, '/${name}'`)
      return readFile(path)
    }
    return [`/${name}`, read] as const
  })
  const fs = new InMemoryFs(Object.fromEntries(reading))
  const statOf = async (path: string): Promise<FsStat> => {
    const file = files.get(path.slice(1))
    if (file === undefined) return { ...(await fs.stat(path)), mode: 0o555 }
    const { size, mtime } = await stat(file)
    return { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o444, size, mtime }
  }
  return over(fs, { stat: statOf, lstat: statOf })
}

/** Refuses, and notes in `refused`, all that would change what was given. */
function unwritable(refused: Set<string>): Partial<IFileSystem> {
  const refuse = async (path: string): Promise<never> => {
    refused.add(join(givenFolder, path))
    throw new Error(`EROFS: read-only file system, '${join(givenFolder, path)}'`)
  }
  return {
    writeFile: refuse,
    appendFile: refuse,
    mkdir: refuse,
    rm: refuse,
    cp: (_from, to) => refuse(to),
    mv: refuse,
    chmod: refuse,
    symlink: (_target, path) => refuse(path),
    link: (_from, to) => refuse(to),
    utimes: refuse,
  }
}
