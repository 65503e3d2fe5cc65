// The one error for what a person has configured wrongly: the command line prints its message.

/**
 * Something the user chose cannot be: a model, a file, an address. Thrown while things are put
 * together, before anything runs; the message is one sentence that names it and the way out.
 * @example
 * ```ts
 * import { ConfigurationError, createAgent } from 'intend'
 *
 * const agent = await createAgent({ model: 'ofline' }).catch(error => error)
 * console.log(agent instanceof ConfigurationError, /did you mean offline/.test(agent.message)) // true true
 * ```
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
