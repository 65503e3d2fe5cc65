// A real process that runs, or goes on with, a miniature agent and kills itself: after the n-th
// event it has put into the journal (`event:n`), or after the n-th effect that is in the world and
// not yet in the journal (`effect:n`). Arguments: name of the agent, folder, where to die.
import { drive, type Name } from '../miniatures/drive.ts'

const [name, folder, death = ''] = process.argv.slice(2)
const [what, when] = death.split(':')
const die = () => process.kill(process.pid, 'SIGKILL')

let events = 0
let done = 0
await drive(name as Name, folder!, {
  ...(what === 'event' && {
    onEvent: () => {
      events += 1
      if (events === Number(when)) die()
    },
  }),
  afterEffect: () => {
    done += 1
    if (what === 'effect' && done === Number(when)) die()
  },
})
