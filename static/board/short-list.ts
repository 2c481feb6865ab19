const FIRST_ROWS = 15
/** As the style sheet of the list has it. */
const NARROW = '(max-width: 50rem)'

/** Keeps a list short until somebody asks for all of it. */
export interface ShortList {
  /** The rows to show. */
  cut<Row>(rows: readonly Row[]): readonly Row[]
  /** Whether some of these are not shown. */
  isCut(rows: readonly unknown[]): boolean
  /** All rows from now on. */
  open(): void
}

/** Builds it: on a phone a list begins with few rows, since all else stands below. `changed` is called once another width matters. */
export function createShortList(changed: () => void): ShortList {
  const narrow = matchMedia(NARROW)
  let isOpen = false
  narrow.addEventListener('change', changed)
  const isCut: ShortList['isCut'] = ({ length }) => !isOpen && narrow.matches && length > FIRST_ROWS
  return {
    isCut,
    cut: (rows) => (isCut(rows) ? rows.slice(0, FIRST_ROWS) : rows),
    open() {
      isOpen = true
    },
  }
}
