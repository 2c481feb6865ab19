/** A list whose elements stay the same while their items do: what did not change is not touched. */
export interface KeyedList<Item> {
  show(items: readonly Item[]): void
}

/** How a long list is divided: what a browser passes over as a whole costs it one element a frame instead of all of them. */
export interface Groups {
  /** Elements in each but the last. */
  readonly size: number
  create(): HTMLElement
}

/**
 * Ties a list of items to the children of `parent`, or with `groups` to the children of its groups. An item is drawn again when it is
 * another object with another JSON. An element that comes into another group keeps the focus that it has.
 */
export function keyedList<Item>(
  parent: Element,
  keyOf: (item: Item) => string,
  draw: (item: Item) => HTMLElement,
  groups?: Groups,
): KeyedList<Item> {
  let shown = new Map<string, { readonly item: Item; readonly element: HTMLElement }>()
  let placed: readonly HTMLElement[] = []
  return {
    show(items) {
      const next: typeof shown = new Map()
      for (const item of items) {
        const key = keyOf(item)
        const old = shown.get(key)
        const same = old && (old.item === item || JSON.stringify(old.item) === JSON.stringify(item))
        const element = same ? old.element : draw(item)
        if (old && !same) old.element.replaceWith(element)
        next.set(key, { item, element })
        shown.delete(key)
      }
      for (const { element } of shown.values()) element.remove()
      shown = next
      const elements = [...next.values()].map(({ element }) => element)
      if (groups) placeInGroups(parent, { elements, placed }, groups)
      else place(parent, elements)
      placed = elements
    },
  }
}

/** Puts these elements first in `parent`, in this order. Those that stand there already are not moved. */
function place(parent: Element, elements: readonly HTMLElement[]): void {
  let cursor = parent.firstElementChild
  for (const element of elements) {
    if (cursor === element) cursor = cursor.nextElementSibling
    else parent.insertBefore(element, cursor)
  }
}

/** What is to stand there, and what stood there last. */
interface Placing {
  readonly elements: readonly HTMLElement[]
  readonly placed: readonly HTMLElement[]
}

/** A group that holds what it held is passed over: of a long list only what is new costs anything. */
function placeInGroups(parent: Element, { elements, placed }: Placing, { size, create }: Groups): void {
  const focused = document.activeElement
  const count = Math.ceil(elements.length / size)
  for (let index = 0; index < count; index += 1) {
    const own = elements.slice(index * size, (index + 1) * size)
    if (own.length === size && own.every((element, at) => element === placed[index * size + at])) continue
    place(parent.children[index] ?? parent.appendChild(create()), own)
  }
  while (parent.children.length > count) parent.lastElementChild!.remove()
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus({ preventScroll: true })
}
