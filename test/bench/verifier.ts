// What each rule of the verifier is worth: the wrong claims that only it catches and the right ones that
// only it refuses, over recorded runs, runs of the offline reasoner and cases written for it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RuleName, rules } from '../../plans/claims/rules.ts'
import {
  alone,
  type Body,
  bodies,
  countedBy,
  fateOf,
  isRefused,
  told,
} from '../phases/verify/measure.ts'
import type { Bench, Measured } from './bench.ts'

export const verifier: Bench = {
  name: 'verifier',
  about: 'what each rule of the verifier catches alone and wrongly refuses alone, and its lines',
  usage: '--slips names every wrong claim that gets through',
  options: { slips: { type: 'boolean', default: false } },
  run: async ({ flags }) => measure(await bodies(), flags.slips === true),
}

// --- internal ---

function measure(all: readonly Body[], slips: boolean): Measured {
  const wrongs = all.flatMap(body => body.wrongs)
  const whole: Body = { name: 'all', rights: all.flatMap(({ rights }) => rights), wrongs }
  const names = Object.keys(rules) as readonly RuleName[]
  const counts = countedBy(wrongs)
  return {
    tables: {
      'what is weighed': [...all, whole].map(outcome),
      'each rule alone': names.map(rule => {
        const { refused, doubted, refusedWrongly, doubtedWrongly } = alone(rule, whole)
        return {
          rule,
          refused,
          doubted,
          lines: linesOf(rule),
          'right, refused': refusedWrongly,
          'right, doubted': doubtedWrongly,
        }
      }),
      'wrong claims, by the mistake': counts.map(({ kind, made, doubted, slipped }) => {
        const refused = made - doubted - slipped.length
        return { kind, made, refused, doubted, slipped: slipped.length }
      }),
    },
    notes: [
      ...names.map(rule => `${rule}: ${rules[rule]}`),
      'doubted: passed, and the confidence of the answer is that of words which only imply it',
      ...(slips ? counts.flatMap(told) : []),
    ],
  }
}

function outcome({ name, rights, wrongs }: Body) {
  const fates = rights.map(right => fateOf(right))
  const counts = countedBy(wrongs)
  const sum = (of: (counted: (typeof counts)[number]) => number) =>
    counts.reduce((all, each) => all + of(each), 0)
  const slipped = sum(each => each.slipped.length)
  return {
    of: name,
    rights: rights.length,
    'refused wrongly': fates.filter(isRefused).length,
    'doubted wrongly': fates.filter(fate => fate === 'doubted').length,
    wrongs: wrongs.length,
    doubted: sum(each => each.doubted),
    slipped,
    'slipped %': Number(((100 * slipped) / wrongs.length).toFixed(2)),
  }
}

function linesOf(rule: RuleName): number {
  const file = join(import.meta.dirname, '..', '..', 'plans', 'claims', 'rules', `${rule}.ts`)
  return readFileSync(file, 'utf8').split('\n').length - 1
}
