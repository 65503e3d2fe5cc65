export { ConfigurationError } from '../plans/configuration.ts'
