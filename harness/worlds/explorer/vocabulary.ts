// What the paper tells its explorer of beliefs, goals and actions (listings 5.1 to 5.3).
import type { Vocabulary } from '../../../plans/agentspeak/judge/vocabulary.ts'

/** The paper's hints; its remarks are not printed there, only what they are about: these are ours. */
export const explorerVocabulary: Vocabulary = {
  goals: [
    {
      form: 'reach(Object)',
      meaning:
        'reach a situation where {Object} is in the position of the agent (i.e. there_is({Object}, here))',
      holds: 'there_is(Object, here)',
    },
  ],
  beliefs: [
    { form: 'obstacle(Direction)', meaning: 'there is an obstacle to the {Direction}' },
    { form: 'free(Direction)', meaning: 'there is no obstacle to the {Direction}' },
    {
      form: 'there_is(Object, Direction)',
      meaning: 'there is an {Object} in the given {Direction}',
    },
    { form: 'direction(Direction)', meaning: '{Direction} is a direction' },
    { form: 'object(Object)', meaning: '{Object} is an object' },
  ],
  actions: [
    { form: 'move(Direction)', meaning: 'move in the given direction: {Direction}' },
    {
      form: 'getDirectionToMove(Direction)',
      meaning: 'provides a {Direction} free of obstacles where the agent can then move',
    },
  ],
  remarks: [
    'The agent perceives only its own cell and the eight cells around it: the object may be out of sight, and then it has to explore.',
    'What is perceived changes with every move; what is perceived no longer is no longer believed.',
    'move has no effect when there is an obstacle in that direction; one move goes to the next cell only.',
    'getDirectionToMove takes a variable without a value and gives it a random free direction.',
    'No coordinates are perceived; an agent that is to know where it has been has to keep count by beliefs of its own.',
  ],
}
