import { createWatchedReceiver, type WatchedReceiver } from '../crash/watched-receiver.ts'

/** What is heard of coins and their jobs. */
export const EVENTS_HEARD = ['launch.created', 'feeShare.locked', 'remit.cranked', 'job.paid']

/** A receiver whose registration was acknowledged, and whose coins it has to hear of. */
export interface Listener {
  readonly receiver: WatchedReceiver
  /** The webhook's id. */
  readonly id: string
  /** The id of the key that it belongs to; null for the operator's, which hears of all. */
  readonly keyId: string | null
  /** When it was deleted: nothing is owed to it any more. */
  deleted: boolean
}

/** Those of a campaign. */
export interface Listeners {
  readonly all: Listener[]
  /** A new receiver, which refuses some messages once; nothing is owed to it before it was added to `all`. */
  create(refuses: () => boolean): WatchedReceiver
  stop(): void
}

/** None yet. */
export function createListeners(): Listeners {
  const created: WatchedReceiver[] = []
  return {
    all: [],
    create(refuses) {
      const receiver = createWatchedReceiver(refuses)
      created.push(receiver)
      return receiver
    },
    stop: () => created.forEach((receiver) => receiver.stop()),
  }
}
