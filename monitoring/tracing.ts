import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { TracingSettings } from './settings'

export { SpanKind } from '@opentelemetry/api'

const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
let isOn = false

export const isTracing = (): boolean => isOn

const tracer = () => trace.getTracer('portal')

/**
 * Starts to record and export spans if the settings say so; only then the SDK is loaded. Returns a function that sends
 * the last spans when the process ends.
 */
export const startTracing = async (settings: TracingSettings | null): Promise<() => Promise<void>> => {
  if (!settings) return async () => {}
  const { startSdk } = await import('./tracing-sdk')
  const stop = startSdk(settings)
  isOn = true
  return async () => {
    isOn = false
    await stop()
  }
}

export interface SpanDescription {
  /** One of few values: a pattern or a name, never an address. */
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** Undefined: the span that is active. */
  parent?: Context | undefined
}

/**
 * Runs the work within a span. The span of an error gets only its name: the message of a database error contains
 * values.
 */
export const inSpan = async <Result>(
  { name, kind, attributes = {}, parent = context.active() }: SpanDescription,
  work: (span: Span) => Promise<Result>,
): Promise<Result> => {
  if (!isOn) return work(noSpan)
  const span = tracer().startSpan(name, { kind, attributes }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
    throw error
  } finally {
    span.end()
  }
}

/** A span for work that continues in callbacks. */
export interface OpenSpan {
  /** Null: there is no trace. */
  traceId: string | null
  /** Runs the work as part of the span. */
  run(work: () => void): void
  end(result: { name: string; attributes: Attributes; failed: boolean }): void
}

const withoutTrace: OpenSpan = { traceId: null, run: (work) => work(), end() {} }

/** Starts a new trace: trace headers of a visitor are ignored. */
export const beginTrace = (name: string): OpenSpan => {
  if (!isOn) return withoutTrace
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT)
  return {
    traceId: span.spanContext().traceId,
    run: (work) => context.with(trace.setSpan(ROOT_CONTEXT, span), work),
    end(result) {
      span.updateName(result.name).setAttributes(result.attributes)
      if (result.failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Adds a span for work that has just ended to the active span. Does nothing without one: polling is not traced. */
export const addPastSpan = (name: string, durationMs: number, attributes: Attributes) => {
  if (!isOn || !trace.getActiveSpan()) return
  const endTime = Date.now()
  tracer()
    .startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: endTime - durationMs })
    .end(endTime)
}

/** The header that joins the receiver's spans to this trace; none without a trace. */
export const traceHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), headers)
  return headers
}

/** The sender's span by its headers; undefined: the active span is the parent. */
export const parentOf = (headers: { get(name: string): string | null }): Context | undefined => {
  if (!isOn) return undefined
  const traceparent = headers.get('traceparent')
  return traceparent === null ? undefined : propagation.extract(ROOT_CONTEXT, { traceparent })
}

/** For the log; undefined without a trace. */
export const activeTraceId = (): string | undefined =>
  isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined
