// Which way of deciding entailment a name means.
import type { Entail } from './entail.ts'
import { localEntailment } from './entail-local.ts'
import { serviceEntailment } from './entail-service.ts'

/**
 * The way of deciding that is called `way`: by words (`lexical`), by the agent's own `model`, by the model in a
 * folder (`local:FOLDER`), or by the service at an address. Rejects with one sentence for one that cannot be.
 */
export async function entailmentNamed(way: string | Entail): Promise<'lexical' | 'model' | Entail> {
  if (way === 'lexical' || way === 'model' || typeof way === 'function') return way
  if (way.startsWith(local)) return localEntailment(way.slice(local.length))
  return serviceEntailment(way)
}

/** `way`, its folder, where it names one, made absolute by `absolute`. */
export function placedEntailment(way: string, absolute: (folder: string) => string): string {
  return way.startsWith(local) ? local + absolute(way.slice(local.length)) : way
}

// --- internal ---

const local = 'local:'
