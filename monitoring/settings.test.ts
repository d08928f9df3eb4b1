import { ConfigError } from 'process/settings'
import { describe, expect, it } from 'vitest'
import { readMonitoringSettings } from './settings'

describe('the settings of metrics and traces', () => {
  it.each([
    ['METRICS_PORT', '70000', 'must be a port, or off'],
    ['METRICS_PORT', 'none', 'must be a port, or off'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http:// or https:// address'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector', 'must be an http:// or https:// address'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp, console or none'],
  ])('say what is wrong in %s=%s', (name, value, words) => {
    expect(() => readMonitoringSettings({ [name]: value })).toThrow(new ConfigError(`${name}: ${words}`))
  })
})
