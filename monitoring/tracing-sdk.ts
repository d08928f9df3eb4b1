import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { TracingSettings } from './settings'

/**
 * Starts OpenTelemetry's SDK, which reads other OTEL_ variables itself: headers, sampler, batches, attributes of the
 * resource. Returns a function that sends the last spans.
 */
export const startSdk = (settings: TracingSettings): (() => Promise<void>) => {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporterOf(settings))],
  })
  provider.register()
  return () => provider.shutdown()
}

const exporterOf = ({ exporter }: TracingSettings): SpanExporter => {
  switch (exporter) {
    case 'console':
      return new ConsoleSpanExporter()
    case 'http/json':
      return new JsonExporter()
    case 'http/protobuf':
      return new ProtobufExporter()
  }
}
