// A real process that runs, or goes on with, one of the agents that plan, and kills itself: after the
// n-th event it has put into a journal (`event:n`), or after the n-th change of the world that no event
// tells of yet (`effect:n`). Arguments: `compiler` or `npc`, folder, where to die.
import { liveCompiler, liveNpc } from './lives.ts'

const [name, folder, death = ''] = process.argv.slice(2)
const [what, when] = death.split(':')
const counted = (kind: string) => {
  let count = 0
  return () => {
    count += 1
    if (kind === what && count === Number(when)) process.kill(process.pid, 'SIGKILL')
  }
}
const hooks = { onEvent: counted('event'), onEffect: counted('effect') }
await (name === 'npc' ? liveNpc(folder!, hooks) : liveCompiler(folder!, hooks))
