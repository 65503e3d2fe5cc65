// Asks a person once whether whoever made a folder is trusted, as editors do.
import { setTrust, UntrustedError } from '../configuration/own.ts'
import { agreed, confirmAt } from '../terminal/permission.ts'
import { harmless } from '../terminal/plain-text.ts'
import type { Surroundings } from './command.ts'

/**
 * Whether `error` is that a folder is not trusted and a person at the terminal trusts it now; that is
 * kept. False for every other error, and where nobody can be asked.
 */
export async function trustedAfter(error: unknown, around: Surroundings): Promise<boolean> {
  const confirm = confirmAt(around, around.interrupted)
  if (!(error instanceof UntrustedError) || !confirm) return false
  const { folder, asks } = error
  const trusted = await agreed(confirm, [
    harmless(`${asks}; these files may have come with ${folder} from anybody.`),
    'Trust whoever made this folder? y: from now on, n: no',
  ])
  if (trusted) setTrust(folder, true, around.env)
  return trusted
}
