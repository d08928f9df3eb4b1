import { type Environment, httpAddress, readSettings, wholeNumber } from 'process/settings'
import { z } from 'zod'

const OFF = 'off'
const usualPort = 9464

const settings = z.object({
  METRICS_PORT: z.union([z.literal(OFF), wholeNumber(0, 65_535)], 'must be a port, or off').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_SDK_DISABLED: z.stringbool({ error: 'must be true or false' }).default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none'], 'must be otlp, console or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
    .default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().default('portal'),
})

export interface TracingSettings {
  exporter: 'console' | 'http/protobuf' | 'http/json'
  serviceName: string
}

export interface MonitoringSettings {
  /** Null: metrics are not served. */
  port: number | null
  host: string
  /** True for METRICS_PORT: the server then does not start without this port. */
  isPortChosen: boolean
  /** Null: traces are not recorded. */
  tracing: TracingSettings | null
}

/** Reads where metrics are served and traces are sent. Throws a ConfigError that names the invalid variable. */
export const readMonitoringSettings = (env: Environment): MonitoringSettings => {
  const values = readSettings(settings, env)
  const { METRICS_PORT } = values
  return {
    port: METRICS_PORT === OFF ? null : (METRICS_PORT ?? usualPort),
    host: values.METRICS_HOST,
    isPortChosen: METRICS_PORT !== undefined,
    tracing: tracingOf(values),
  }
}

const tracingOf = (values: z.output<typeof settings>): TracingSettings | null => {
  const hasReceiver = values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const exporter = values.OTEL_TRACES_EXPORTER ?? (hasReceiver ? 'otlp' : 'none')
  if (values.OTEL_SDK_DISABLED || exporter === 'none') return null
  return {
    exporter: exporter === 'console' ? 'console' : values.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: values.OTEL_SERVICE_NAME,
  }
}
