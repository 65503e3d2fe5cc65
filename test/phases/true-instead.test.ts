// What stands in the way of a fact, in domains of different make.
import { describe, expect, test } from 'vitest'
import { trueInstead } from '../../phases/deliberate/true-instead.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { serving } from '../agent/agents/planning-problems.ts'

const task = readTask(serving.domain, serving.problem)
const blocks = readTask(
  `(define (domain blocks) (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
    (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
      :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
    (:action put-down :parameters (?x) :precondition (holding ?x)
      :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
    (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
      :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
    (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
      :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))`,
  `(define (problem p) (:domain blocks) (:objects a b c d) (:init) (:goal (and)))`,
)

const instead = (missing: string, ...facts: string[]) =>
  trueInstead(blocks, missing, new Set(facts))

describe('what is true instead', () => {
  test('of a block that is not clear is what stands on it, or that it is held', () => {
    const tower = ['(on a b)', '(on c d)', '(clear a)', '(clear c)', '(handempty)']
    expect(instead('(clear b)', ...tower)).toEqual(['(on a b)'])
    expect(instead('(clear b)', '(holding b)', '(clear a)')).toEqual(['(holding b)'])
  })

  test('of an empty hand is what it holds, whatever else an action would end', () => {
    expect(instead('(handempty)', '(holding c)', '(clear a)', '(clear b)')).toEqual(['(holding c)'])
  })

  test('of a place is the other place', () => {
    const facts = new Set(['(robot-at kitchen)', '(hand-free)', '(cup-at red-cup kitchen)'])
    expect(trueInstead(task, '(robot-at table_1)', facts)).toEqual(['(robot-at kitchen)'])
    expect(trueInstead(task, '(holds red-cup)', facts)).toEqual(['(cup-at red-cup kitchen)'])
  })

  test('is nothing where nothing is in the way, or the missing fact is a negation', () => {
    expect(instead('(clear b)', '(clear a)', '(handempty)')).toEqual([])
    expect(instead('(not (clear a))', '(clear a)')).toEqual([])
    expect(instead('(nothing of the kind)', '(clear a)')).toEqual([])
  })
})
