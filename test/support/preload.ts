import { setDefaultTimeout } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

/**
 * Of one test: long, so that only one that hangs ends by it, on a busy machine too. bunfig.toml has no key for it in this Bun,
 * and a run without --parallel and --isolate keeps it for its first file alone: there `--timeout 180000` says it.
 */
const TIMEOUT_MS = 180_000

setDefaultTimeout(TIMEOUT_MS)

// Elysia asks for a collection with every app that is built: once in the service, a thousand times here.
const collect = Bun.gc
Object.assign(Bun, { gc: (now?: boolean) => (now ? collect(true) : 0) })

// Elysia compiles a route's schemas anew for each app; the schemas are the same objects, and so is what they compile to.
const compile = TypeCompiler.Compile
const compiled = new WeakMap<TSchema, ReturnType<typeof compile>>()
Object.assign(TypeCompiler, {
  Compile: (schema: TSchema, references: TSchema[] = []) => {
    if (references.length > 0) return compile(schema, references)
    const known = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, known)
    return known
  },
})
