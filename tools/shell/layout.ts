// What the shell has and sees, in words and plain data: told to a model before any shell is loaded.

/** Where the shell works; what is written here stays for later steps of the question. */
export const workFolder = '/work'

/** Where the files and folders that may be read lie. */
export const givenFolder = '/files'

/** A file or folder on disk, and the name it has in `givenFolder`. */
export interface Given {
  readonly name: string
  readonly path: string
  readonly folder: boolean
  /** What of a folder is not shown, as it leads out of it; relative to it. */
  readonly hidden: readonly string[]
}

/** A file of the question's folder, its name relative to that folder, its size in bytes. */
export interface Written {
  readonly name: string
  readonly size: number
}

/** How much a question may keep on disk. */
export interface Quota {
  readonly bytes: number
  /** Files and folders. */
  readonly files: number
}

/** How much of a quota these take. */
export const takenBy = (entries: readonly { readonly size: number }[]): Quota => ({
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  files: entries.length,
})

/** Which folders and files the shell sees, and its quota. */
export interface ShellFilesOptions {
  /** The question's folder on disk. */
  readonly workspace: string
  readonly given: readonly Given[]
  readonly quota: Quota
}

/** Names of all commands there are besides the shell's own, in order. */
export const commandNames: readonly string[] =
  `alias awk base64 basename bash bc calc cat chmod clear column comm cp cut date diff
    dirname du echo egrep env expand expr false fgrep file find fold grep gunzip gzip head
    help history hostname html-to-markdown join jq ln ls md5sum mkdir mv nl od paste printenv
    printf pwd python python3 readlink rev rg rm rmdir sed seq sh sha1sum sha256sum sleep sort
    split sqlite3 stat strings tac tail tar tee time timeout touch tr tree true unalias
    unexpand uniq wc which whoami xan xargs yq zcat`.split(/\s+/)
