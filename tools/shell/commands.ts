// The shell's own commands; of them here its arithmetic: `bc` and `calc`, over the same exact expressions as the calculator.
import { type Command, decodeBytesToUtf8, defineCommand } from 'just-bash'
import { type Evaluated, evaluate, type Quantity } from '../../plans/expressions/expression.ts'
import { evaluateWithDates } from '../calendar/dates.ts'
import { correctedCommands } from './corrected.ts'
import { pythonCommands } from './python.ts'

/** Larger results have digits that `bc` would show and an expression does not keep. */
const digits = 1e15

/** `calc '240 km / (80 km/h)'`: one expression as the calculator reads it, dates and units included. */
const calc = defineCommand('calc', async args => {
  const result = evaluateWithDates(args.join(' '))
  return result.ok ? said(`${result.text}\n`) : failed(`calc: ${result.error}\n`)
})

/**
 * `bc` for arithmetic: statements apart by line or `;`, `name = expression`, `scale = digits`, `-l`. Reckons exactly, so
 * that `scale` cuts what is printed and nothing before; without it a fraction shows its digits.
 */
const bc = defineCommand('bc', async (args, ctx) => {
  const files = args.filter(arg => !arg.startsWith('-'))
  const texts = await Promise.all(
    files.map(file => ctx.fs.readFile(ctx.fs.resolvePath(ctx.cwd, file))),
  )
  const scope: Record<string, Quantity> = {}
  let out = ''
  for (const statement of [...texts, decodeBytesToUtf8(ctx.stdin)].join('\n').split(/[\n;]/)) {
    const text = statement.replace(/#.*/, '').trim()
    if (text === 'quit') break
    if (text === '') continue
    const [, name, expression = text] = /^([a-z]\w*)\s*=(?!=)(.*)$/.exec(text) ?? []
    const result = evaluate(expression, scope)
    if (!result.ok) return failed(`bc: ${text}: ${result.error}\n`, out)
    const value = Number(result.value)
    if (Number.isNaN(value)) return failed(`bc: ${text}: is no number\n`, out)
    if (Math.abs(value) >= digits)
      return failed(`bc: ${text}: has more than 15 digits; use python3 for it\n`, out)
    if (name !== undefined) scope[name] = { value }
    else out += `${printed(result, scope.scale?.value)}\n`
  }
  return said(out)
})

/** The commands added to those of the library, or put in their place. */
export const ownCommands: readonly Command[] = [bc, calc, ...correctedCommands, ...pythonCommands]

// --- internal ---

const said = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 })

const failed = (stderr: string, stdout = '') => ({ stdout, stderr, exitCode: 1 })

function printed(result: Evaluated & { ok: true }, scale: Quantity['value'] | undefined): string {
  if (typeof result.value === 'boolean') return result.value ? '1' : '0'
  const { text } = result
  const point = text.indexOf('.')
  if (scale === undefined || point === -1 || text.includes('e')) return text
  return text.slice(0, Number(scale) > 0 ? point + 1 + Number(scale) : point)
}
