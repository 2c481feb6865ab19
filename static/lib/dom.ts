/** What an element may hold: text is always put in as text. */
export type Child = Node | string | number | null | false | undefined

type Listeners = { readonly [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void }

/** Attributes by their names and listeners as `onclick`; false, null and undefined leave an attribute out, true sets it empty. */
export type Attributes = Listeners & { readonly [name: string]: unknown }

/** Addresses and markup never come this way: links are made by links.ts, and nothing makes markup of text. */
const REFUSED = /^(href|style|srcdoc|formaction|innerhtml)$/i

/** A new element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes | null = null,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (REFUSED.test(name)) throw new Error(`h() does not set ${name}`)
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

/** A new SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, String(value))
  append(element, children)
  return element
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    element.append(child instanceof Node ? child : String(child))
  }
}

/** Text by someone else, kept from turning the direction of what stands beside it. */
export const foreign = (text: string): HTMLElement => h('bdi', null, text)

/** Text that only a screen reader says. */
export const spoken = (text: string): HTMLElement => h('span', { class: 'spoken' }, text)

/** The element of this id. @throws Error when the page has none */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no #${id}`)
  return element
}

/** Shows these children and nothing else. */
export const fill = (parent: Element, ...children: readonly Child[]): void => {
  parent.replaceChildren()
  append(parent, children)
}

/** A list whose elements stay the same while their items do: what did not change is not touched. */
export interface KeyedList<Item> {
  show(items: readonly Item[]): void
}

/** Ties a list of items to the children of `parent`. An item is drawn again when it is another object with another JSON. */
export function keyedList<Item>(parent: Element, keyOf: (item: Item) => string, draw: (item: Item) => HTMLElement): KeyedList<Item> {
  let shown = new Map<string, { readonly item: Item; readonly element: HTMLElement }>()
  return {
    show(items) {
      const next: typeof shown = new Map()
      let cursor: Element | null = parent.firstElementChild
      for (const item of items) {
        const key = keyOf(item)
        const old = shown.get(key)
        const same = old && (old.item === item || JSON.stringify(old.item) === JSON.stringify(item))
        const element = same ? old.element : draw(item)
        if (old && !same) {
          if (cursor === old.element) cursor = element
          old.element.replaceWith(element)
        }
        if (cursor === element) cursor = cursor.nextElementSibling
        else parent.insertBefore(element, cursor)
        next.set(key, { item, element })
        shown.delete(key)
      }
      for (const { element } of shown.values()) element.remove()
      shown = next
    },
  }
}
