/** What an element may hold: text is always put in as text. */
export type Child = Node | string | number | null | false | undefined

type Listeners = { readonly [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void }

/** Attributes by their names and listeners as `onclick`; false, null and undefined leave an attribute out, true sets it empty. */
export type Attributes = Listeners & { readonly [name: string]: unknown }

/** Addresses and markup never come this way: links are made by links.ts, and nothing makes markup of text. */
const REFUSED = /^(href|style|srcdoc|formaction|innerhtml)$/i

/** A new element. @throws Error for `href`, `style`, `srcdoc`, `formaction` and `innerHTML` */
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

/** An address or a path, which breaks between its parts rather than in a word. */
export const breakable = (text: string): readonly Child[] =>
  text.split(/(?<=[^/:][/?&=])/).flatMap((part, index) => (index === 0 ? [part] : [h('wbr'), part]))
