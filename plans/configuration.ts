// The one error for what a person has configured wrongly: the command line prints its message.

/**
 * Something the user chose cannot be: a model, a file, an address. Thrown while things are put
 * together, before anything runs; the message is one sentence that names it and the way out.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
