import { type Answer, ask, type RequestOptions } from '../lib/api.ts'

/** Calls with the operator key, which is in the memory of this page alone. */
export interface Session {
  /** Asks for JSON with the key. An answer of 401 ends the session. Never throws. */
  ask<Body>(path: string, options?: RequestOptions): Promise<Answer<Body>>
  /** Sends this as JSON; with null nothing is sent. Never throws. */
  send<Body>(method: 'POST' | 'PATCH' | 'DELETE', path: string, value?: object | null): Promise<Answer<Body>>
  /** Forgets the key: nothing is asked any more. */
  end(): void
}

/** Opens a session; `onRefused` is called once, when the service accepts the key no longer. */
export function openSession(key: string, onRefused: () => void): Session {
  let held: string | null = key
  const session: Session = {
    async ask<Body>(path: string, options: RequestOptions = {}) {
      if (held === null) return { kind: 'offline' } as const
      const answer = await ask<Body>(path, { ...options, headers: { ...options.headers, 'x-svc-api-key': held } })
      if (answer.kind === 'problem' && answer.status === 401 && held !== null) {
        held = null
        onRefused()
      }
      return answer
    },
    send: (method, path, value = null) =>
      session.ask(path, {
        method,
        ...(value === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }),
      }),
    end: () => void (held = null),
  }
  return session
}
