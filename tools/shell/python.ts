// `python3` and `python` of the shell, over those of the library: they take the options Python has, and run a program
// from its own text and place, where the library runs it indented within a program of its own, which imports nothing.
import { type Command, defineCommand, latin1FromBytes } from 'just-bash'
import { zoneFolder } from './zones.ts'

/** The commands that take the place of the library's. */
export const pythonCommands: readonly Command[] = ['python3', 'python'].map(name =>
  defineCommand(name, async (args, { origCommand, stdin }) => {
    const asked = askedOf(args)
    if ('refused' in asked)
      return { stdout: '', stderr: `python3: ${asked.refused}\n`, exitCode: 2 }
    const { kind, program, rest } = asked
    if (kind === 'told') return origCommand!([program])
    // the library says that there is nothing to run
    if (kind === '-' && latin1FromBytes(stdin).trim() === '') return origCommand!([])
    return origCommand!(['-c', start, kind, program, ...rest])
  }),
)

// --- internal ---

/** What is to be run: a text, a module, what comes in, a file; or what Python is to tell of itself. */
interface Asked {
  readonly kind: '-c' | '-m' | '-' | 'file' | 'told'
  readonly program: string
  readonly rest: readonly string[]
}

/** Options that only set how Python runs are passed over. */
function askedOf(args: readonly string[]): Asked | { readonly refused: string } {
  let at = 0
  while (args[at]?.startsWith('-') && args[at] !== '-') {
    const arg = args[at]!
    at += 1
    if (arg === '--') break
    if (/^-(?:V+|-version)$/.test(arg)) return { kind: 'told', program: '--version', rest: [] }
    if (/^-(?:[h?]|-help.*)$/.test(arg)) return { kind: 'told', program: '--help', rest: [] }
    const options = /^-[bBdEiIOPqRsSuv]*(?:([cmWX])(.*))?$/s.exec(arg)
    if (!options) return { refused: `unknown option ${arg}` }
    const [, option, joined] = options
    if (option === undefined) continue
    const program = joined || args[at++]
    if (program === undefined) return { refused: `option -${option} needs an argument` }
    if (option === 'c' || option === 'm')
      return { kind: `-${option}`, program, rest: args.slice(at) }
  }
  const program = args[at] ?? '-'
  return { kind: program === '-' ? '-' : 'file', program, rest: args.slice(at + 1) }
}

/**
 * Runs in the library's program, each line of it indented. The library redirects `os` and `io` to the shell's files;
 * importing looks beneath them, and finds those files only where it is redirected too. Now and then a look fails there
 * with an error of input and output (29), and does not when it is repeated.
 */
const start = `
import _io, linecache, posix, runpy, traceback
def _again(_do):
    def _done(*_args, **_more):
        for _left in (2, 1, 0):
            try:
                return _do(*_args, **_more)
            except OSError as _error:
                if _error.errno != 29 or not _left:
                    raise
    return _done
posix.stat, posix.listdir, _io.open_code = _again(os.stat), _again(os.listdir), _again(_io_module.open_code)
posix.getcwd = os.getcwd
sys.modules['_sysconfigdata__emscripten_wasm32-emscripten'] = types.SimpleNamespace(build_time_vars={'TZPATH': '${zoneFolder}'})
sys.dont_write_bytecode, sys.executable = True, '/usr/bin/python3'
_kind, _program, *_rest = sys.argv[1:]
_name = {'-c': '<string>', '-': '<stdin>'}.get(_kind, os.path.abspath(_program))
_folder = {'-c': '', '-': '', '-m': os.getcwd()}.get(_kind, os.path.dirname(_name))
sys.path[:1] = [_folder, *(p for p in os.environ['PYTHONPATH'].split(':') if p and p not in sys.path)]
sys.argv = [_program if _kind == 'file' else _kind, *_rest]
_main = sys.modules['__main__'] = types.ModuleType('__main__')
try:
    if _kind == '-m':
        runpy._run_module_as_main(_program)
    if _kind == 'file':
        _main.__file__ = _name
        try:
            _source = open(_name, 'rb').read()
        except OSError as _error:
            print(f"python3: can't open file '{_name}': {_error.strerror}", file=sys.stderr)
            sys.exit(2)
    else:
        _source = _program if _kind == '-c' else sys.stdin.buffer.read().decode(errors='replace')
        linecache.cache[_name] = len(_source), None, _source.splitlines(True), _name
    exec(compile(_source, _name, 'exec', dont_inherit=True), _main.__dict__)
except SystemExit as _error:
    if _error.code is None or isinstance(_error.code, int):
        raise
    print(_error.code, file=sys.stderr)
    sys.exit(1)
except BaseException as _error:
    traceback.print_exception(_error.with_traceback(_error.__traceback__.tb_next))
    sys.exit(1)
`
