import type { Layer } from './pipeline.ts'

/** The memory that a body was counted with is free again once its answer is made. */
export const releaseBodies: Layer = async (_request, context, next) => {
  try {
    return await next()
  } finally {
    context.releaseBody?.()
  }
}
