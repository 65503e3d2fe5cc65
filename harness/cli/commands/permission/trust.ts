// `intend trust`: the folders whose files may name what is read and written, and go on with runs.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTrust, trustedFolders } from '../../../configuration/own.ts'
import { unpin } from '../../../configuration/pins.ts'
import { harmless, printFound, writeLines } from '../../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../../command.ts'

export const trust: Command = {
  name: 'trust',
  about:
    'trust a folder: its configuration may then name files to read and write there (its plans are still tested)',
  arguments: { folder: 'the folder (default: this one)' },
  options: {
    '--remove': 'stop trusting it',
    '--list': 'list the trusted folders',
    '--mcp <name>':
      'instead of a folder: accept what an MCP server says of its tools at its next use',
    '--json': 'the list as one line of JSON',
  },
  async run([name = '.'], options, { folder, env, stdout }) {
    const server = options.mcp as string | undefined
    if (server !== undefined) {
      if (!unpin(server, env))
        throw usage(`there is no MCP server ${server} that was used; check its name`)
      writeLines(stdout, [harmless(`${server} is taken as it describes itself at its next use`)])
      return exit.satisfied
    }
    const path = resolve(folder, name)
    const trusted = () => Object.keys(trustedFolders(env)).sort()
    if (options.remove === true) {
      const before = trusted().length
      setTrust(path, false, env) // also one that is no longer there
      if (trusted().length === before)
        throw usage(`${path} is not trusted; intend trust --list shows what is`)
    } else if (options.list !== true) {
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw usage(`there is no folder ${path}; name the one to trust`)
      setTrust(path, true, env)
    }
    const paths = trusted()
    const lines = paths.length > 0 ? paths : ['no folder is trusted']
    printFound(stdout, options.json, { data: paths, lines })
    return exit.satisfied
  },
}
