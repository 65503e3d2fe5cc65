// Whom OpenTelemetry tells, by the variables of the person's environment that all its programs read.
import { setTimeout as wait } from 'node:timers/promises'
import { type Environment, misconfigured } from '../cli/command.ts'

/**
 * Starts telling what the variables `OTEL_...` name (an exporter, an endpoint, headers), and gives the
 * way to end it, which sends what is left. Does nothing where none of them is set. Rejects with a
 * CommandError when `@opentelemetry/sdk-node` is not installed beside intend.
 */
export async function startTelemetry(env: Environment): Promise<() => Promise<void>> {
  if (!wanted(env)) return async () => undefined
  const { NodeSDK } = await import('@opentelemetry/sdk-node').catch((error: unknown) => {
    throw misconfigured(
      'OpenTelemetry is asked for by the environment, but @opentelemetry/sdk-node is not installed; npm install @opentelemetry/sdk-node, or set OTEL_SDK_DISABLED=true',
      error,
    )
  })
  const sdk = new NodeSDK({ serviceName: env.OTEL_SERVICE_NAME ?? 'intend' })
  sdk.start()
  // what has not been told yet holds the process up at its end, but not for longer
  return () =>
    Promise.race([sdk.shutdown().catch(() => undefined), wait(3_000, undefined, { ref: false })])
}

// --- internal ---

function wanted(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED === 'true') return false
  return Object.entries(env).some(
    ([name, value]) =>
      value &&
      /^OTEL_EXPORTER_OTLP_(?:\w+_)?ENDPOINT$|^OTEL_(?:TRACES|METRICS)_EXPORTER$/.test(name),
  )
}
