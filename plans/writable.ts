// Whether a file can be written, found out by trying before anything is spent on what it is to hold.
import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { open, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the folder and those above it that are missing; returns the first that was made. Unlike the
 * recursive way of the system's library it ends where a file system lets nobody make folders.
 */
export function makeFolder(folder: string): string | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const above = dirname(folder)
  const first = above === folder ? undefined : makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory())
      throw error
  }
  return first ?? folder
}

/**
 * Tries to make a file beside `path`, in a folder made for it if need be, and to open the one that is
 * there; what was made is removed again. Rejects with the system's error.
 */
export async function assertWritable(path: string): Promise<void> {
  const folder = dirname(path)
  const made = makeFolder(folder)
  try {
    const trial = `${path}.${randomUUID()}.tmp`
    await (await open(trial, 'wx')).close()
    await rm(trial)
    await openExisting(path)
  } finally {
    if (made !== undefined) await removeEmpty(folder, made)
  }
}

/** Why the system refuses a file, in words. */
export function reasonOf(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return words[code] ?? message
}

// --- internal ---

const words: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file and no folder',
  EEXIST: 'a part of its path is a file and no folder',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'its file system is read-only',
  ENOENT: 'its folder cannot be made',
  ENOSPC: 'the disk is full',
  ELOOP: 'its symbolic links lead in a circle',
}

async function openExisting(path: string): Promise<void> {
  try {
    await (await open(path, 'r+')).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** From `folder` up to `top`, unless somebody has put something there meanwhile. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = folder; at.length >= top.length; at = dirname(at))
    if (
      !(await rmdir(at).then(
        () => true,
        () => false,
      ))
    )
      return
}
