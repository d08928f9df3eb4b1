import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
})
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export interface CollectedSpan extends z.output<typeof span> {
  service: unknown
}

/** A receiver of traces by OTLP over HTTP as JSON. */
export const startTraceCollector = async () => {
  const spans: CollectedSpan[] = []
  let text = ''
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString('utf8')
    text += body
    for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((one) => ({ ...one, service }))))
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the collector has no port')
  return {
    /** For a server that sends its traces here. */
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    spans,
    /** All that was received. */
    text: () => text,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
