import type { Layer } from './pipeline.ts'

/** A paid call ends with its answer: what is owed is taken or given back, and the answer is kept for whoever asks again. */
export const finishPaidCalls: Layer = async (_request, context, next) => {
  const response = await next()
  return context.finishPaidCall ? context.finishPaidCall(response) : response
}

/** The memory that a body was counted with is free again once its answer is made. */
export const releaseBodies: Layer = async (_request, context, next) => {
  try {
    return await next()
  } finally {
    context.releaseBody?.()
  }
}
