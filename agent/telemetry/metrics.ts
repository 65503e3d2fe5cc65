// What is counted of model calls, questions and reviews; rates and shares are for whoever reads it to make.
import { type Attributes, metrics } from '@opentelemetry/api'
import type { LibraryReviewed, ModelCalled } from '../event.ts'

/** The instruments of this process, by what they are told. */
export function createMetrics() {
  const meter = metrics.getMeter('intend')
  const tokens = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' })
  const duration = meter.createHistogram('gen_ai.client.operation.duration', { unit: 's' })
  const cost = meter.createCounter('intend.cost', { unit: '{USD}' })
  const questions = meter.createCounter('intend.questions', { unit: '{question}' })
  const answering = meter.createHistogram('intend.question.duration', { unit: 's' })
  const decisions = meter.createCounter('intend.plans.reviewed', { unit: '{plan}' })
  return {
    call({ model, usage, ms, error }: ModelCalled): void {
      const of = ofModel(model)
      tokens.record(usage.inputTokens, { ...of, 'gen_ai.token.type': 'input' })
      tokens.record(usage.outputTokens, { ...of, 'gen_ai.token.type': 'output' })
      duration.record(ms / 1000, { ...of, ...(error && { 'error.type': error.kind }) })
      if (usage.cost) cost.add(usage.cost, of)
    },
    question(satisfied: boolean, seconds: number): void {
      questions.add(1, { 'intend.satisfied': satisfied })
      answering.record(seconds, { 'intend.satisfied': satisfied })
    },
    reviewed(event: LibraryReviewed): void {
      for (const { decision } of event.decisions) decisions.add(1, { 'intend.decision': decision })
    },
  }
}

/** `anthropic:some-model` names its provider first: what the conventions call the two. */
export function ofModel(model: string): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model.slice(model.indexOf(':') + 1),
    'gen_ai.provider.name': model.split(':')[0]!,
  }
}
