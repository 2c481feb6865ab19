/** What is taken of a quota by all callers, and by those without an operator's key: claimed keys, and payers. */
export interface RoomTaken {
  readonly untrusted: number
  readonly all: number
}

/** A quota of all callers, whose rows take long to count. */
export interface Room {
  /**
   * Null where `adds` fits below `most` for certain, else what `count` found just now. Whoever asks counts as having added it from then on,
   * so that of one process nobody goes past it unseen; what other processes add is seen after a second.
   */
  takenBeside(adds: number, most: RoomTaken, count: () => Promise<RoomTaken>): Promise<RoomTaken | null>
}

const COUNT_KEPT_MS = 1_000

/** The rooms of everything that is bounded for all callers together. */
export const createRooms = (clock: { nowMs(): number }) => ({ dryRuns: createRoom(clock), pictures: createRoom(clock) })

/** A room that counts when its last count is a second old, or when that and what was added since do not fit. */
export function createRoom(clock: { nowMs(): number }): Room {
  let addedOfAll = 0
  let counted: { readonly atMs: number; readonly addedBefore: number; readonly taken: RoomTaken } | null = null
  let counting: Promise<RoomTaken> | null = null
  const certainlyFits = (adds: number, most: RoomTaken): boolean => {
    if (!counted) return false
    const { atMs, addedBefore, taken } = counted
    const ageMs = clock.nowMs() - atMs
    const addedSince = addedOfAll - addedBefore + adds
    return ageMs >= 0 && ageMs < COUNT_KEPT_MS && taken.all + addedSince <= most.all && taken.untrusted + addedSince <= most.untrusted
  }
  const countAnew = async (count: () => Promise<RoomTaken>): Promise<RoomTaken> => {
    const [addedBefore, atMs] = [addedOfAll, clock.nowMs()]
    const taken = await count()
    counted = { atMs, addedBefore, taken }
    return taken
  }
  return {
    async takenBeside(adds, most, count) {
      const fits = certainlyFits(adds, most)
      // Whoever asks meanwhile has its part of the same count: one that began later would miss what this one is about to add.
      if (!fits) counting ??= countAnew(count).finally(() => (counting = null))
      addedOfAll += adds
      return fits ? null : counting
    },
  }
}
